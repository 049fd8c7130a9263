"""More time by consent: the seats asked, the time granted, and the audit's findings."""

import pytest

from domain.kernel.audit import audit
from domain.kernel.deadlines import DAY, HOUR, Deadline
from tests.domain.conftest import Table
from tests.domain.forging import forged
from tests.domain.kernel.timed import A_DAY, BOT, FISCHER, left, refused, timed


def test_the_others_yes_gives_a_turn_the_time_asked_for():
    table = timed().later(DAY - HOUR)
    assert table.ask_time(0, DAY) == "time_asked"
    assert left(table) == {0: HOUR}
    assert table.answer_time(1) == "time_granted"
    assert left(table) == {0: DAY + HOUR}
    assert table.later(DAY).expire(0) == []
    assert table.later(HOUR).expire(0) == ["time_expired"]
    assert audit(table.events).valid


def test_the_last_yes_of_several_adds_the_time_once():
    table = timed(seats=3)
    table.ask_time(0, HOUR)
    table.answer_time(2)
    assert (left(table), table.events[-1].data) == ({0: DAY}, {"asker": 0, "seconds": None})
    table.answer_time(1)
    assert (left(table), table.events[-1].data) == ({0: DAY + HOUR}, {"asker": 0, "seconds": HOUR})
    refused("no_time_requested", lambda: table.answer_time(1))


def test_a_no_ends_the_request_and_so_does_its_withdrawal():
    table = timed(seats=3)
    for seat in (1, 0):
        table.ask_time(0, HOUR)
        assert table.answer_time(seat, accept=False) == "time_refused"
    assert left(table) == {0: DAY}
    refused("no_time_requested", lambda: table.answer_time(2))


def test_the_seat_that_asked_cannot_agree():
    table = timed()
    table.ask_time(0, HOUR)
    refused("no_time_requested", lambda: table.answer_time(0))


def test_bots_and_seats_that_bots_keep_are_not_asked():
    table = Table.open(seats=2, deadline=A_DAY)
    table.sit("p0")
    table.sit(None, "random")
    assert table.ask_time(0, HOUR) == "time_granted"
    assert left(table) == {0: DAY + HOUR}
    table = timed(BOT).later(DAY)
    table.expire(0)
    table.move(0, "pass", by="bot")
    assert table.ask_time(1, HOUR) == "time_granted"
    assert audit(table.events).valid


def test_a_request_that_nobody_is_left_to_answer_can_be_made_again():
    table = timed(BOT, seats=3, undo="free").move(0, "pass").later(DAY)
    table.expire(1)
    table.move(1, "draw", by="bot").move(1, "pass", by="bot")
    table.ask_time(2, HOUR)
    refused("time_pending", lambda: table.ask_time(2, HOUR))
    table.move(0, "resign")
    assert table.ask_time(2, HOUR) == "time_granted"


def test_only_a_seat_whose_time_runs_can_ask():
    table = timed()
    refused("no_time_runs", lambda: table.ask_time(1, HOUR))
    table.later(DAY).expire(0)
    refused("no_time_runs", lambda: table.ask_time(0, HOUR))
    refused("no_time_runs", lambda: Table.open().sit("p0") and timed(None).ask_time(0, HOUR))


@pytest.mark.parametrize("seconds", [599, DAY + 1])
def test_no_request_goes_beyond_a_turns_own_time(seconds):
    refused("too_much_time", lambda: timed().ask_time(0, seconds))


def test_no_turn_lasts_longer_than_a_hundred_and_twenty_days():
    table = timed(Deadline(at_zero="nudge", per_move=14 * DAY))
    for _ in range(7):
        table.ask_time(0, 14 * DAY)
        table.answer_time(1)
    refused("too_much_time", lambda: table.ask_time(0, 9 * DAY))
    table.ask_time(0, 8 * DAY)


def test_a_request_ends_with_the_turn_or_its_time():
    table = timed()
    table.ask_time(0, HOUR)
    table.move(0, "draw")
    assert table.game.clock.request is not None
    table.move(0, "pass")
    refused("no_time_requested", lambda: table.answer_time(1))
    table.ask_time(1, HOUR)
    table.later(DAY).expire(1)
    refused("no_time_requested", lambda: table.answer_time(0))


def test_a_request_to_undo_and_one_for_time_leave_each_other_alone():
    table = timed(undo="consent").move(0, "pass")
    table.ask_time(1, HOUR)
    table.undo(0, 3)
    assert table.game.clock.request is not None
    table.answer_time(0)
    assert table.game.timeline.request.seat == 0
    assert left(table) == {1: DAY + HOUR}


def test_time_that_is_left_over_fills_a_reserve_but_not_beyond_its_size():
    table = timed(FISCHER)
    table.ask_time(0, 2 * DAY)
    table.answer_time(1)
    assert left(table) == {0: 7 * DAY}
    table.later(DAY).move(0, "pass")
    assert table.game.clock.seats[0].left == 5 * DAY * 1000


def test_an_undo_takes_no_granted_time_back():
    table = timed(undo="free").move(0, "draw")
    table.ask_time(0, HOUR)
    table.answer_time(1)
    table.undo(0, 3)
    assert left(table) == {0: DAY + HOUR}


def granted() -> Table:
    table = timed(seats=3)
    table.ask_time(0, HOUR)
    table.answer_time(1)
    table.answer_time(2)
    return table


ASKED, FIRST, LAST = 5, 6, 7


@pytest.mark.parametrize(
    ("version", "fields"),
    [
        (ASKED, {"data": {"seconds": 2 * DAY}}),
        (ASKED, {"data": {"seconds": 3600.0}}),
        (ASKED, {"seat": 1}),
        (FIRST, {"data": {"asker": 0, "seconds": HOUR}}),
        (FIRST, {"seat": 0}),
        (LAST, {"data": {"asker": 0, "seconds": DAY}}),
        (LAST, {"data": {"asker": 1, "seconds": HOUR}}),
        (LAST, {"seat": 1}),
        (LAST, {"type": "time_refused"}),
    ],
)
def test_forged_consent_is_found_though_every_hash_fits(version, fields):
    events = granted().events
    assert audit(events).valid
    assert audit(forged(events, version, **fields)).broken_at == version


def test_a_record_folds_to_the_same_clock():
    assert granted().refolded().clock == granted().game.clock
