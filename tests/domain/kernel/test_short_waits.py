"""Short waits for a seat whose time ran out, until its player is back; terms of live games."""

from collections.abc import Iterator
from dataclasses import replace as with_fields
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.errors import Refused
from domain.kernel import rulesets
from domain.kernel.audit import audit
from domain.kernel.clocks import Clock
from domain.kernel.deadlines import ABSENT_WAIT, DAY, HOUR, MINUTE, Deadline
from domain.kernel.decider import Situation
from domain.kernel.expiry import due_moments, move_by_clock
from domain.kernel.rematch import rematch_terms
from tests.domain import cards
from tests.domain.conftest import Table
from tests.domain.kernel.afternoons import afternoons
from tests.domain.kernel.timed import left, refused, timed

SKIP = Deadline(at_zero="skip", per_move=DAY, absent_wait=ABSENT_WAIT)
OLDER = replace(SKIP, absent_wait=None)
FISCHER = Deadline(at_zero="skip", reserve=5 * DAY, increment=12 * HOUR, absent_wait=ABSENT_WAIT)
LIVE = Deadline(at_zero="skip", reserve=10 * MINUTE, increment=30, least=MINUTE)


@pytest.fixture(autouse=True)
def _turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy in turns: a shown card begins the next seat's, every second drawn one a stage."""

    def situation(state: cards.State) -> Situation:
        return replace(
            cards.situation(state),
            stage=(20 - len(state.pile)) // 2,
            on_turn=state.shown % len(state.hands),
        )

    in_turns = with_fields(cards.RULESET, turn=lambda state: state.shown + 1, situation=situation)
    known = {**rulesets.versions(), "cards": (in_turns,)}
    monkeypatch.setattr(rulesets, "versions", lambda: known)
    rulesets.ruleset_named.cache_clear()
    yield
    rulesets.ruleset_named.cache_clear()


def lapsed(deadline: Deadline = SKIP, seats: int = 2, **terms: Any) -> Table:
    """A game in which the time of seat 0 ran out in turn 1, its own; seat 1 is to move."""
    table = timed(deadline, seats, **terms).later(deadline.full)
    assert table.expire(0) == ["time_expired", "passed"]
    return table


def test_a_further_wait_in_the_turn_in_which_time_ran_out_is_short():
    assert left(lapsed().move(1, "pass")) == {0: 10 * MINUTE}


def test_without_the_field_each_wait_has_its_whole_time():
    assert left(lapsed(OLDER).move(1, "pass")) == {0: DAY}


def test_waits_in_the_turns_of_others_are_short_and_in_a_new_turn_of_its_own_whole():
    table = lapsed().move(1, "show", "pass")
    assert left(table) == {0: 10 * MINUTE}
    table.later(10 * MINUTE).expire(0)
    table.move(1, "show", "pass")
    assert left(table) == {0: DAY}


def test_where_turns_are_nobodys_only_the_same_turn_has_short_waits(monkeypatch):
    monkeypatch.setattr(rulesets, "versions", lambda: {"cards": (cards.RULESET,)})
    rulesets.ruleset_named.cache_clear()
    assert left(lapsed().move(1, "pass")) == {0: 10 * MINUTE}


def test_a_player_who_answers_in_a_short_wait_is_back():
    table = lapsed().move(1, "pass").later(MINUTE).move(0, "pass").move(1, "pass")
    assert left(table) == {0: DAY}


def test_a_player_who_is_back_has_a_whole_wait_for_the_rest_of_the_turn():
    table = lapsed().move(1, "pass").later(9 * MINUTE).move(0, "draw")
    assert left(table) == {0: DAY}
    assert left(table.later(HOUR)) == {0: DAY - HOUR}


def test_a_player_who_asks_for_more_time_in_a_short_wait_is_back():
    table = lapsed().move(1, "pass").later(9 * MINUTE)
    table.ask_time(0, HOUR)
    assert left(table) == {0: DAY}
    table.answer_time(1)
    assert left(table) == {0: DAY + HOUR}
    assert audit(table.events).valid


def test_a_vacation_in_a_short_wait_keeps_a_whole_one_until_it_ends():
    table = lapsed(replace(SKIP, vacation=3)).move(1, "pass").later(MINUTE)
    table.take_vacation(0, 2)
    assert left(table) == {0: 3 * DAY}
    assert audit(table.events).valid


def test_a_short_wait_is_never_longer_than_a_whole_one_nor_shorter_than_the_least():
    quick = Deadline(at_zero="skip", per_move=5 * MINUTE, least=MINUTE, absent_wait=ABSENT_WAIT)
    assert left(lapsed(quick).move(1, "pass")) == {0: 5 * MINUTE}
    assert left(lapsed(replace(SKIP, absent_wait=60)).move(1, "pass")) == {0: 10 * MINUTE}


def test_short_waits_bring_no_increment_and_leave_the_reserve_alone():
    table = lapsed(FISCHER)
    for _ in range(3):
        assert left(table.move(1, "pass")) == {0: 10 * MINUTE}
        table.later(10 * MINUTE).expire(0)
    table.move(1, "show", "show", "pass")
    assert left(table) == {0: 12 * HOUR}


def test_a_short_wait_takes_its_own_length_alone_from_a_reserve():
    table = lapsed(FISCHER, undo="free").move(1, "show", "show", "pass").later(2 * HOUR)
    assert left(table) == {0: 10 * HOUR}
    table.undo(1, table.game.version - 1)
    table.move(1, "show", "pass")
    assert left(table) == {0: 10 * MINUTE}
    table.later(10 * MINUTE).expire(0)
    assert table.game.clock.seats[0].left == (10 * HOUR - 10 * MINUTE) * 1000
    table.move(1, "pass").later(4 * MINUTE).move(0, "pass")
    assert table.game.clock.seats[0].left == (22 * HOUR - 14 * MINUTE) * 1000


def test_after_a_pause_a_short_wait_goes_on_with_what_it_had():
    table = lapsed(seats=3).move(1, "pass").move(2, "pass").later(4 * MINUTE)
    table.pause(1)
    table.answer_time(2)
    table.later(1).answer_time(0)
    assert left(table) == {}
    table.later(DAY).resume(1)
    assert left(table) == {0: DAY}  # who agreed to the pause was back


def test_an_answer_at_the_moment_of_the_question_is_no_return():
    """As standing orders make them: their player need not be there."""
    at_once, later = (lapsed(seats=3).move(1, "pass").move(2, "pass") for _ in range(2))
    at_once.move(0, "pass")
    later.later(0.001).move(0, "pass")
    assert at_once.game.clock is not None
    assert later.game.clock is not None
    assert [each.game.clock.seats[0].lapsed for each in (at_once, later)] == [1, None]


def test_an_undo_by_another_leaves_the_waits_for_an_absent_player_short():
    table = lapsed(undo="free").move(1, "draw")
    table.undo(1, 3)
    assert left(table) == {0: 10 * MINUTE}
    assert audit(table.events).valid


def test_each_stage_of_a_turn_is_a_wait_of_its_own():
    for terms, hours in ((SKIP, 24), (OLDER, 4)):
        table = timed(terms).later(20 * HOUR).move(0, "draw")
        assert left(table) == {0: 4 * HOUR}
        assert left(table.move(0, "draw")) == {0: hours * HOUR}


def test_a_stage_taken_back_and_made_again_brings_no_time():
    table = timed(SKIP, undo="free").move(0, "draw", "draw").later(20 * HOUR)
    table.undo(0, 3)
    assert left(table) == {0: 4 * HOUR}
    assert left(table.move(0, "draw", "draw", "draw")) == {0: 4 * HOUR}
    assert left(table.move(0, "draw")) == {0: DAY}


def test_the_clock_decides_one_stage_alone(monkeypatch):
    ruleset = rulesets.ruleset_named("cards")
    drawing = with_fields(ruleset, neutral_move=lambda *_: cards.Move("draw"))
    monkeypatch.setattr(rulesets, "versions", lambda: {"cards": (drawing,)})
    rulesets.ruleset_named.cache_clear()
    table = timed(SKIP).later(DAY)
    assert table.expire(0) == ["time_expired", "drawn", "drawn"]
    assert left(table) == {0: 10 * MINUTE}
    assert table.later(10 * MINUTE).expire(0) == ["time_expired", "drawn", "drawn"]
    assert [e.data["turn"] for e in table.events if e.type == "time_expired"] == [1, 1]
    assert audit(table.events).valid


def test_only_games_with_the_field_have_the_mildest_move(monkeypatch):
    milder = with_fields(cards.RULESET, mildest_move=lambda *_: cards.Move("show"))
    monkeypatch.setattr(rulesets, "versions", lambda: {"cards": (milder,)})
    rulesets.ruleset_named.cache_clear()
    made = []
    for terms in (OLDER, SKIP):
        table = timed(terms).later(DAY)
        acting = replace(table.game.clock, acting=0)
        made.append(move_by_clock(replace(table.game, clock=acting)).type)
    assert made == ["passed", "shown"]


def test_a_rematch_of_an_older_game_has_short_waits():
    table = timed(OLDER).move(0, "resign")
    assert rematch_terms(table.game, "p0", bytes(32)).deadline == SKIP
    bare = Table.open()
    bare.sit("p0")
    bare.sit("p1")
    assert rematch_terms(bare.move(0, "resign").game, "p0", bytes(32)).deadline is None


def test_terms_without_the_fields_are_written_as_before():
    assert msgspec.to_builtins(OLDER) == {"at_zero": "skip", "per_move": DAY}


@pytest.mark.parametrize("absent_wait", [None, ABSENT_WAIT])
def test_a_turn_begins_with_the_least_of_its_terms(absent_wait: int | None):
    table = timed(replace(LIVE, absent_wait=absent_wait)).later(10 * MINUTE)
    table.expire(0)
    table.move(1, "show", "show", "pass")
    assert left(table) == {0: MINUTE}
    assert audit(table.events).valid


def test_after_a_pause_a_turn_has_the_least_of_its_terms():
    table = timed(LIVE).later(10 * MINUTE - 5)
    table.pause(0)
    table.answer_time(1)
    table.later(DAY).resume(1)
    assert left(table) == {0: MINUTE}


def test_more_time_can_be_asked_for_from_the_least_of_its_terms_on():
    table = timed(LIVE)
    refused("too_much_time", lambda: table.ask_time(0, MINUTE - 1))
    assert table.ask_time(0, MINUTE) == "time_asked"
    refused("too_much_time", lambda: timed().ask_time(0, 10 * MINUTE - 1))


def test_a_snapshot_has_short_waits_and_whose_time_ran_out():
    clock = lapsed().move(1, "pass").game.clock
    assert clock.seats[0].lapsed == 1
    assert clock.seats[0].wait.short
    assert msgspec.json.decode(msgspec.json.encode(clock), type=Clock) == clock


@pytest.mark.parametrize("terms", [replace(SKIP, absent_wait=0), replace(SKIP, least=59)])
def test_an_audit_refuses_terms_that_the_service_never_writes(terms: Deadline):
    found = audit(timed(terms).events)
    assert (found.broken_at, "out of bounds" in found.reason) == (1, True)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ("pass", "show", "draw", "expire", "ask", "grant", "pause", "resume", "undo", "away")
        ),
        st.integers(0, 2),
        st.integers(0, 30 * HOUR),
    ),
    max_size=25,
)


def act(table: Table, what: str, seat: int) -> None:
    match what:
        case "expire":
            for owing in due_moments(table.game):
                table.now = max(table.now, table.game.updated_at)
                table.later(max(0.0, left(table).get(owing, 0))).expire(owing)
        case "ask":
            table.ask_time(seat, HOUR)
        case "grant":
            table.answer_time(seat)
        case "pause":
            table.pause(seat)
        case "resume":
            table.resume(seat)
        case "undo":
            table.undo(seat, max(4, table.game.version - 2))
        case "away":
            table.take_vacation(seat, 1)
        case _:
            table.move(table.game.to_act[0], what)


@settings(max_examples=150, deadline=None)
@given(
    steps=STEPS,
    terms=st.sampled_from([OLDER, SKIP, FISCHER, LIVE, LIVE.renewed]),
    is_quiet=st.booleans(),
)
def test_whatever_happens_the_record_holds_and_shows_the_clock_alone(steps, terms, is_quiet):
    terms = replace(terms, vacation=3, quiet_hours=is_quiet)
    table = Table.open(seats=3, deadline=terms, undo="free")
    table.calendars = {0: afternoons, 1: afternoons} if is_quiet else {}
    for number in range(3):
        table.sit(f"p{number}")
    for what, seat, seconds in steps:
        table.later(seconds)
        try:
            act(table, what, seat)
        except Refused:
            continue
        assert table.refolded().clock == table.game.clock
        for own in table.game.clock.seats:
            assert 0 <= own.left <= (terms.full + 25 * HOUR) * 1000
            if own.wait is not None and own.wait.short:
                assert own.lapsed is not None
    found = audit(table.events)
    assert found.valid, found.reason
