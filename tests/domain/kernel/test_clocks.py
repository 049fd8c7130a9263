"""The clock of a game: a fold over recorded times, and what happens when a seat's time is up."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.audit import audit
from domain.kernel.deadlines import DAY, HOUR, MINUTE, Deadline
from domain.kernel.expiry import due_moments
from domain.record.record import decode, encode
from tests.domain.conftest import NOON, Table, seated
from tests.domain.forging import forged, rehashed
from tests.domain.kernel.timed import A_DAY, BOT, FISCHER, PATIENT, left, refused, timed


def test_a_game_without_a_deadline_has_no_clock():
    assert seated().game.clock is None
    assert due_moments(seated().game) == {}


def test_the_clock_starts_with_the_deal_for_the_seat_to_move():
    table = Table.open(deadline=A_DAY)
    table.sit("p0")
    table.later(7 * DAY).sit("p1")
    assert left(table) == {0: DAY}


def test_a_move_within_the_turn_adds_no_time_and_the_next_seat_has_all_of_it():
    table = timed().later(5 * HOUR).move(0, "draw")
    assert left(table) == {0: DAY - 5 * HOUR}
    assert left(table.later(HOUR).move(0, "pass")) == {1: DAY}


def test_a_bot_has_no_clock():
    table = Table.open(deadline=A_DAY)
    table.sit(None, "random")
    table.sit("p1")
    assert left(table) == {}
    assert left(table.move(0, "pass")) == {1: DAY}


def test_a_reserve_shrinks_by_the_time_used_and_grows_by_the_increment_up_to_its_size():
    table = timed(FISCHER).later(2 * DAY).move(0, "pass")
    table.later(HOUR).move(1, "pass")
    assert left(table) == {0: 3 * DAY + 12 * HOUR}
    table.move(0, "pass")
    assert left(table) == {1: 5 * DAY}


def test_no_turn_begins_with_less_than_ten_minutes():
    table = timed(Deadline(at_zero="nudge", reserve=HOUR)).later(HOUR)
    table.expire(0)
    table.later(DAY).move(0, "pass").move(1, "pass")
    assert left(table) == {0: 10 * MINUTE}


def test_time_is_up_at_the_due_moment_and_once_a_turn():
    table = timed().later(DAY - 0.001)
    assert table.expire(0) == []
    assert table.later(0.001).expire(0) == ["time_expired"]
    assert table.later(DAY).expire(0) == []
    assert table.events[-1].data == {
        "policy": "nudge",
        "turn": 1,
        "since": NOON,
        "due": "2026-11-22T12:00:00.000Z",
    }
    assert table.game.to_act == (0,)


def test_a_move_recorded_before_the_expiry_is_in_time_however_late():
    table = timed(Deadline(at_zero="resign", per_move=DAY)).later(2 * DAY).move(0, "pass")
    assert table.expire(0) == []
    assert table.game.status == "live"


def test_skip_makes_the_neutral_moves_that_end_the_turn_marked_as_the_clocks():
    table = timed(Deadline(at_zero="skip", per_move=DAY)).later(DAY)
    assert table.expire(0) == ["time_expired", "passed"]
    assert [event.by for event in table.events[-2:]] == [table.events[0].by, "clock"]
    assert left(table) == {1: DAY}


def test_resign_ends_the_game_of_a_seat_whose_time_is_up():
    table = timed(Deadline(at_zero="resign", per_move=DAY)).later(DAY)
    assert table.expire(0) == ["time_expired", "resigned"]
    assert table.game.outcome.winners == (1,)


def test_a_bot_plays_for_a_seat_whose_time_is_up_until_its_player_moves():
    table = timed(BOT).later(DAY)
    assert table.expire(0) == ["time_expired"]
    assert table.game.is_absent(0)
    table.move(0, "draw", "pass", by="bot").move(1, "pass")
    assert left(table) == {}
    table.later(HOUR).move(0, "draw")
    assert not table.game.is_absent(0)
    assert left(table) == {0: DAY}


def test_a_move_of_a_bot_for_a_player_who_is_there_is_found():
    table = timed(BOT, seats=2).later(DAY)
    table.expire(0)
    table.move(0, "pass", by="bot").move(1, "pass").move(0, "draw")
    table.move(1, "resign")
    assert audit(table.events).valid
    found = audit(forged(table.events, 8, by="bot"))
    assert (found.broken_at, found.reason) == (8, "a bot moves for seat 1, which is there")


def test_a_recorded_time_that_jumps_back_takes_nothing_from_anybody():
    table = timed().later(HOUR).move(0, "pass").later(-HOUR)
    assert left(table.move(1, "draw")) == {1: DAY + HOUR}
    assert table.later(HOUR).game.updated_at == table.now


def test_an_undo_gives_its_seat_no_time_back():
    table = timed(undo="free").later(5 * HOUR).move(0, "pass")
    table.later(HOUR).undo(0, 3)
    assert left(table) == {0: DAY - 5 * HOUR}
    table.later(HOUR).redo(0)
    assert left(table) == {1: DAY}


def test_an_undo_gives_another_seat_a_whole_turn_again_and_no_reserve():
    for deadline, due in ((A_DAY, DAY), (FISCHER, 4 * DAY)):
        table = timed(deadline, undo="free").later(DAY).move(0, "pass")
        table.undo(1, 3)
        assert left(table) == {0: due}


def test_an_undo_takes_back_what_the_clock_did_but_not_that_time_was_up():
    table = timed(Deadline(at_zero="skip", per_move=DAY), undo="free").later(DAY)
    table.expire(0)
    table.undo(0, 3)
    assert left(table) == {0: 10 * MINUTE}
    assert table.expire(0) == []
    assert table.later(10 * MINUTE).expire(0) == ["time_expired", "passed"]


def test_a_request_to_undo_outlives_the_end_of_the_time():
    table = timed().move(0, "pass")
    table.undo(0, 3)
    table.later(DAY).expire(1)
    assert table.game.timeline.request.seat == 0
    table.answer(1, accept=True)
    assert table.game.to_act == (0,)


def test_a_game_that_never_fills_is_abandoned():
    table = Table.open(deadline=PATIENT)
    table.sit("p0")
    assert not table.later(7 * DAY - 1).abandon()
    assert table.later(1).abandon()
    assert (table.game.status, table.game.outcome) == ("abandoned", None)
    assert table.events[-1].data == {"reason": "never_filled", "since": NOON}
    refused("game_abandoned", lambda: table.sit("p1"))


def test_a_game_in_which_no_player_moves_is_abandoned_without_a_winner():
    table = timed(PATIENT).later(10 * DAY).move(0, "pass")
    table.expire(1)
    assert not table.later(30 * DAY - 1).abandon()
    table.expire(1)
    assert table.later(1).abandon()
    assert (table.game.status, table.game.outcome, table.game.to_act) == ("abandoned", None, ())
    assert due_moments(table.game) == {}
    assert audit(table.events).valid
    refused("game_abandoned", lambda: table.move(1, "pass"))
    refused("game_abandoned", lambda: table.undo(0, 3))


def test_moves_of_bots_and_of_the_clock_keep_no_game_alive():
    table = timed(Deadline(at_zero="skip", per_move=DAY, idle_for=2 * DAY)).later(DAY)
    table.expire(0)
    table.later(DAY).expire(1)
    assert table.abandon()


def test_a_game_without_these_times_is_never_abandoned():
    assert not timed().later(1000 * DAY).abandon()
    assert not seated().later(1000 * DAY).abandon()


def test_a_game_abandoned_too_early_is_found():
    table = timed(PATIENT).later(30 * DAY)
    table.abandon()
    early = forged(table.events, 4, recorded_at="2026-12-21T11:59:59.999Z")
    assert audit(early).reason == "the time of the game was not up"


def played() -> Table:
    """A game with every event of the clock, to its end."""
    table = timed(Deadline(at_zero="skip", per_move=DAY), seats=3, undo="free").later(DAY)
    table.expire(0)
    table.move(1, "draw", "pass").later(2 * DAY).expire(2)
    table.undo(2, 5)
    table.redo(2)
    return table.move(1, "resign").move(2, "resign")


def test_a_record_with_a_clock_holds_and_folds_to_the_same():
    table = played()
    assert audit(table.events).valid
    stored = [encode(event) for event in table.events]
    assert decode(stored) == table.events
    assert table.refolded().clock == table.game.clock


def test_only_events_of_the_clock_say_by_whom_they_are():
    events = played().events
    assert [event.by is UNSET for event in decode(map(encode, events))].count(False) == 2


EXPIRED, SKIPPED = 5, 6


@pytest.mark.parametrize(
    ("version", "fields", "reason"),
    [
        (EXPIRED, {"recorded_at": "2026-11-22T11:59:59.999Z"}, "time of seat 0 was not up"),
        (EXPIRED, {"seat": 1}, "time of seat 1 was not up"),
        (EXPIRED, {"data": {"policy": "nudge"}}, "malformed"),
        (SKIPPED, {"by": "clack"}, "'clack' makes no events"),
        (SKIPPED + 1, {"by": "clock"}, "the clock moves for a seat whose time is up, and alone"),
    ],
)
def test_a_forged_end_of_the_time_is_found_though_every_hash_fits(version, fields, reason):
    events = played().events
    assert events[EXPIRED - 1].type == "time_expired"
    found = audit(forged(events, version, **fields))
    assert found.broken_at == version
    assert reason in found.reason


def test_a_skip_that_the_clock_did_not_make_is_found():
    events = played().events
    without = [replace(e, by=events[0].by) if e.version == SKIPPED else e for e in events]
    assert audit(rehashed(without)).broken_at == SKIPPED
