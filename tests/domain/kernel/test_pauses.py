"""Pauses by the consent of all: no time runs until anybody resumes."""

import pytest

from domain.kernel.audit import audit
from domain.kernel.deadlines import DAY, HOUR, MINUTE
from domain.kernel.expiry import abandonment_due, due_moments
from domain.kernel.pauses import pause_over
from domain.record.times import milliseconds
from tests.domain.conftest import Table, seated
from tests.domain.forging import forged
from tests.domain.kernel.timed import A_DAY, FISCHER, PATIENT, left, refused, timed


def paused(**terms) -> Table:
    table = timed(**terms).later(5 * HOUR)
    table.pause(0)
    table.answer_time(1)
    return table


def ended(table: Table) -> bool:
    draft = pause_over(table.game, milliseconds(table.now))
    if draft is not None:
        table.record(draft)
    return draft is not None


def test_all_have_to_agree_and_then_no_time_is_up_until_a_seat_resumes():
    table = timed(seats=3).later(5 * HOUR)
    assert table.pause(1) == "time_asked"
    assert table.answer_time(0) == "time_granted"
    assert left(table) == {0: DAY - 5 * HOUR}
    assert table.answer_time(2) == "paused"
    assert due_moments(table.game) == {}
    assert table.later(9 * DAY).expire(0) == []
    assert table.resume(2) == "resumed"
    assert left(table) == {0: DAY - 5 * HOUR}
    assert table.later(DAY).expire(0) == ["time_expired"]
    assert audit(table.events).valid


def test_a_no_begins_no_pause_and_an_answer_to_the_other_kind_is_refused():
    table = timed()
    table.pause(1)
    refused("time_pending", lambda: table.ask_time(0, HOUR))
    assert table.answer_time(0, accept=False) == "time_refused"
    assert table.game.clock.paused_at is None


def test_a_request_for_a_pause_outlives_a_turn():
    table = timed()
    table.pause(1)
    table.move(0, "pass").move(1, "pass")
    assert table.answer_time(0) == "paused"


def test_against_bots_alone_a_pause_begins_at_once():
    table = Table.open(seats=2, deadline=A_DAY)
    table.sit("p0")
    table.sit(None, "random")
    assert table.pause(0) == "paused"
    assert audit(table.events).valid


def test_moves_can_be_made_in_a_pause_and_turns_begin_with_all_their_time():
    table = paused().later(3 * DAY).move(0, "pass").later(DAY)
    assert table.game.clock.paused_at is not None
    table.resume(0)
    assert left(table) == {1: DAY}


def test_a_reserve_is_not_used_up_in_a_pause():
    table = paused(deadline=FISCHER).later(4 * DAY).move(0, "pass")
    assert table.game.clock.seats[0].left == (5 * DAY - 5 * HOUR) * 1000


def test_after_a_pause_every_turn_has_ten_minutes_at_least():
    table = timed().later(DAY - 1)
    table.pause(1)
    table.answer_time(0)
    table.later(DAY).resume(1)
    assert left(table) == {0: 10 * MINUTE}


def test_a_pause_gives_nothing_back_to_a_turn_whose_time_is_up():
    table = timed(FISCHER).later(5 * DAY)
    table.expire(0)
    due = table.game.clock.seats[0].wait.due
    table.pause(1)
    table.answer_time(0)
    table.later(DAY).resume(0)
    assert table.game.clock.seats[0].wait.due == due
    assert table.move(0, "pass").game.clock.seats[0].left == 0


def test_a_paused_game_is_not_abandoned_and_waits_as_long_as_before_after_it():
    table = paused(deadline=PATIENT)
    assert abandonment_due(table.game) is None
    assert not table.later(29 * DAY).abandon()
    table.resume(0)
    assert abandonment_due(table.game)[0] == milliseconds(table.now)


def test_a_pause_ends_by_itself_after_thirty_days():
    table = paused().later(30 * DAY - 1)
    assert not ended(table)
    assert ended(table.later(1))
    assert (table.events[-1].type, table.events[-1].seat) == ("resumed", None)
    assert left(table) == {0: DAY - 5 * HOUR}
    assert audit(table.events).valid
    early = forged(table.events, table.game.version, recorded_at="2026-11-22T00:00:00.000Z")
    assert audit(early).broken_at == table.game.version


def test_only_a_game_whose_time_runs_is_paused_and_only_a_paused_one_resumed():
    refused("nothing_to_pause", lambda: seated().pause(0))
    table = paused()
    refused("nothing_to_pause", lambda: table.pause(1))
    table.resume(1)
    refused("not_paused", lambda: table.resume(1))


def test_who_has_left_neither_pauses_nor_resumes():
    table = timed(seats=3).move(0, "resign")
    refused("seat_left", lambda: table.pause(0))
    table.pause(1)
    table.answer_time(2)
    refused("seat_left", lambda: table.resume(0))


ASKED, PAUSED, RESUMED = 4, 5, 6


@pytest.mark.parametrize(
    ("version", "fields"),
    [
        (ASKED, {"data": {"seconds": 0}}),
        (PAUSED, {"seat": 0}),
        (PAUSED, {"data": {"asker": 1}}),
        (PAUSED, {"type": "time_granted", "data": {"asker": 0, "seconds": None}}),
        (RESUMED, {"seat": None}),
        (RESUMED, {"type": "paused", "data": {"asker": 1}}),
    ],
)
def test_a_forged_pause_is_found_though_every_hash_fits(version, fields):
    table = paused()
    table.later(DAY).resume(1)
    assert audit(table.events).valid
    assert audit(forged(table.events, version, **fields)).broken_at == version


def test_a_record_with_a_pause_folds_to_the_same_clock():
    table = paused().later(DAY)
    assert table.refolded().clock == table.game.clock
    table.resume(1)
    assert table.refolded().clock == table.game.clock
