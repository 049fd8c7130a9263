"""Quiet hours in the clock: settled as an event is recorded, read without a calendar afterwards."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from domain.errors import Refused
from domain.kernel.audit import audit
from domain.kernel.calendars import ALL_TIME, Calendar, CalendarOf, Calendars
from domain.kernel.deadlines import DAY, HOUR, MINUTE, Deadline
from domain.kernel.expiry import abandonment_due, due_moments
from domain.record.record import Settled, decode, encode
from domain.record.times import milliseconds, moment
from tests.domain.conftest import NOON, Table
from tests.domain.forging import forged
from tests.domain.kernel.afternoons import HALF_A_DAY, Afternoons, afternoons

QUIET = Deadline(at_zero="nudge", per_move=10 * HOUR, quiet_hours=True)
RESERVE = Deadline(at_zero="nudge", reserve=30 * HOUR, increment=HOUR, quiet_hours=True)


def restless(since: int) -> Calendar:
    """Other hours every day."""
    return (Afternoons(), ALL_TIME)[since // (2 * HALF_A_DAY) % 2]


def quiet(deadline: Deadline = QUIET, calendars: Calendars | None = None, seats: int = 2) -> Table:
    """A game from noon on in which only seat 0 has quiet hours, unless the test says otherwise."""
    table = Table.open(seats=seats, deadline=deadline)
    table.calendars = {0: afternoons} if calendars is None else calendars
    for number in range(seats):
        table.sit(f"p{number}")
    return table


def due(table: Table) -> dict[int, str]:
    return {seat: moment(at) for seat, at in due_moments(table.game).items()}


def at(table: Table, written: str) -> Table:
    table.now = written
    return table


def test_a_turn_that_would_end_in_quiet_hours_ends_after_them():
    table = at(quiet(), "2026-11-21T20:00:00.000Z").move(0, "pass").later(0).move(1, "pass")
    assert due(table) == {0: "2026-11-22T18:00:00.000Z"}
    assert table.events[-1].settled == {"0": Settled(due="2026-11-22T18:00:00.000Z")}
    assert audit(table.events).valid


def test_a_turn_outside_of_quiet_hours_leaves_nothing_in_the_record():
    table = quiet()
    assert due(table) == {0: "2026-11-21T22:00:00.000Z"}
    assert all(event.settled is UNSET for event in table.events)
    assert b"settled" not in msgspec.json.encode(table.events)


def test_the_record_shows_the_clock_without_any_calendar():
    table = quiet(RESERVE).later(9 * HOUR).move(0, "pass").later(HOUR).move(1, "pass")
    table.later(11 * HOUR).move(0, "pass")
    stored = [encode(event) for event in table.events]
    assert decode(stored) == table.events
    assert table.refolded().clock == table.game.clock


def test_a_game_that_does_not_count_quiet_hours_has_none():
    table = Table.open(deadline=Deadline(at_zero="nudge", per_move=10 * HOUR))
    table.sit("p0")
    forge = forged([*table.events, table.sit("p1")], 3, settled={"0": Settled(left=1)})
    assert audit(forge).broken_at == 3


def test_a_reserve_is_used_up_by_the_time_outside_of_quiet_hours_alone():
    table = quiet(RESERVE).later(9 * HOUR).move(0, "pass").move(1, "pass")
    assert table.game.clock.seats[0].left == (30 - 9 + 1) * HOUR * 1000
    table.later(17 * HOUR).move(0, "pass")  # from 21:00 over a quiet night to 14:00
    assert table.game.clock.seats[0].left == (22 - 3 - 2) * HOUR * 1000
    assert table.events[-1].settled == {"0": Settled(left=17 * HOUR * 1000)}
    assert audit(table.events).valid


def test_time_that_is_granted_runs_outside_of_quiet_hours_as_well():
    table = quiet().later(HOUR)
    table.ask_time(0, 5 * HOUR)
    table.answer_time(1)
    assert due(table) == {0: "2026-11-22T15:00:00.000Z"}
    assert audit(table.events).valid


def test_after_a_pause_the_end_of_the_turn_is_settled_again():
    table = quiet().later(8 * HOUR)
    table.pause(0)
    table.answer_time(1)
    table.later(3 * HOUR).resume(1)
    assert due(table) == {0: "2026-11-22T13:00:00.000Z"}
    assert audit(table.events).valid


def test_a_pause_over_quiet_hours_takes_no_time_and_gives_none():
    table = quiet().later(HOUR)
    table.pause(0)
    table.answer_time(1)
    table.later(23 * HOUR + 30 * MINUTE).resume(1)
    assert due(table) == {0: "2026-11-22T21:30:00.000Z"}
    assert audit(table.events).valid


def test_an_undo_gives_no_time_back_and_takes_none_in_quiet_hours():
    table = at(quiet(), "2026-11-21T21:00:00.000Z").move(
        0,
        "pass",
    )
    table.later(6 * HOUR).undo(0, table.game.version - 1)
    if table.game.timeline.request is not None:
        table.answer(1, accept=True)
    assert due(table) == {0: "2026-11-22T13:00:00.000Z"}
    assert audit(table.events).valid


def test_a_game_is_not_abandoned_before_a_turn_ends():
    terms = Deadline(at_zero="nudge", per_move=5 * DAY, idle_for=5 * DAY, quiet_hours=True)
    table = quiet(terms)
    assert abandonment_due(table.game)[1] == due_moments(table.game)[0]
    assert moment(due_moments(table.game)[0]) == "2026-12-01T00:00:00.000Z"


def test_the_end_of_a_time_that_was_settled_is_declared_then_and_not_before():
    table = at(quiet(), "2026-11-21T20:00:00.000Z").move(0, "pass").move(1, "pass")
    assert table.later(21 * HOUR).expire(0) == []
    assert at(table, "2026-11-22T18:00:00.000Z").expire(0) == ["time_expired"]
    assert audit(table.events).valid


# Forgeries
def evening() -> Table:
    """A game whose last event settles both the time left of seat 0 and the end of its turn."""
    table = quiet(RESERVE).later(9 * HOUR).move(0, "pass").move(1, "pass").later(6 * HOUR)
    return table.move(0, "pass").move(1, "pass")


@pytest.mark.parametrize(
    ("settled", "reason"),
    [
        ({}, "settles no clock"),
        ({"0": Settled()}, "nothing new"),
        ({"2": Settled(left=1)}, "no seat"),
        ({"00": Settled(left=1)}, "no seat"),
        ({"1": Settled(left=31 * HOUR * 1000)}, "more time as left"),
        ({"1": Settled(due="2026-11-22T18:00:00.000Z")}, "no turn"),
        ({"0": Settled(due="2026-11-22T04:00:00.000Z")}, "take time from seat 0"),
        ({"0": Settled(due="2026-12-20T18:00:00.000Z")}, "too late"),
        ({"0": Settled(due="2026-11-22T19:00:00.0Z")}, "no new moment"),
        ({"0": Settled(due="soon")}, "ValueError"),
    ],
)
def test_a_forged_moment_is_found_though_every_hash_fits(settled: Any, reason: str):
    table = evening()
    assert audit(table.events).valid
    found = audit(forged(table.events, table.game.version, settled=settled))
    assert found.broken_at == table.game.version
    assert reason in found.reason


def test_time_left_is_never_less_than_if_all_time_counted():
    table = quiet(RESERVE).later(9 * HOUR).move(0, "pass").move(1, "pass").later(17 * HOUR)
    table.move(0, "pass")
    short = {"0": Settled(left=4 * HOUR * 1000)}
    found = audit(forged(table.events, table.game.version, settled=short))
    assert (found.broken_at, found.reason) == (6, "quiet hours take time from seat 0")
    much = {"0": Settled(left=29 * HOUR * 1000)}
    assert audit(forged(table.events, 6, settled=much)).broken_at == 6


def test_an_event_settles_only_what_it_changes():
    table = quiet().later(HOUR).move(0, "draw")
    later = {"0": Settled(due="2026-11-22T18:00:00.000Z")}
    found = audit(forged(table.events, table.game.version, settled=later))
    assert found.reason == "it settles what it does not change: the clock of seat 0"


# Always
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["pass", "draw", "extend", "pause", "resume", "undo", "away", "back"]),
        st.integers(0, 40 * HOUR),
        st.booleans(),
    ),
    max_size=14,
)


def act(table: Table, what: str, is_first: bool) -> None:
    seat = table.game.to_act[0]
    other = seat if is_first else 1 - seat
    match what:
        case "extend":
            table.ask_time(seat, 5 * HOUR)
            table.answer_time(1 - seat, accept=True)
        case "pause":
            table.pause(seat)
            table.answer_time(1 - seat)
        case "resume":
            table.resume(other)
        case "undo":
            table.undo(seat, table.game.head - 1)
        case "away":
            table.take_vacation(other, 2)
        case "back":
            table.come_back(other)
        case _:
            table.move(seat, what)


@settings(max_examples=60, deadline=None)
@given(
    steps=STEPS,
    terms=st.sampled_from([QUIET, RESERVE]),
    calendar_of=st.sampled_from([afternoons, restless]),
)
def test_whatever_is_played_the_record_holds_and_shows_the_clock_alone(steps, terms, calendar_of):
    terms = replace(terms, vacation=10)
    table = quiet(terms, {0: calendar_of, 1: calendar_of})
    for what, seconds, is_first in steps:
        table.later(seconds)
        for seat in (0, 1):
            table.expire(seat)
        try:
            act(table, what, is_first)
        except Refused:
            continue
        assert table.refolded().clock == table.game.clock
    found = audit(table.events)
    assert found.valid, found.reason


@settings(max_examples=60, deadline=None)
@given(
    thinking=st.lists(st.integers(0, 20 * HOUR), max_size=8),
    changes=st.lists(st.tuples(st.integers(0, 8 * DAY), st.booleans())),
)
def test_a_reserve_shrinks_by_the_time_that_counted_whatever_hours_are_set(thinking, changes):
    calendar_of = _changing(changes)
    table = quiet(replace(RESERVE, increment=0), {0: calendar_of})
    left = RESERVE.full * 1000
    for seconds in thinking:
        began = milliseconds(table.now)
        table.later(seconds).move(0, "pass")
        counted = calendar_of(began).counted(began, milliseconds(table.now))
        left = max(0, left - counted)
        assert table.game.clock.seats[0].left == left
        left = max(RESERVE.least_wait * 1000, left)
        table.move(1, "pass")


def _changing(changes: list[tuple[int, bool]]) -> CalendarOf:
    """Calendars of a player who changes their hours so many seconds after the game began."""

    def calendar(since: int) -> Calendar:
        passed = (since - milliseconds(NOON)) // 1000
        quiet = [is_quiet for second, is_quiet in sorted(changes) if second <= passed]
        return Afternoons() if (quiet or [True])[-1] else ALL_TIME

    return calendar
