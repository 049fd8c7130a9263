"""The checker of histories: it finds nothing in a sound one, and names each broken promise."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from domain.record.record import GENESIS, Event, digest
from tests.faults.checker import Heard, History, Move, Read, check

G = "g"


def record(*keys: str) -> list[Event]:
    """A game's events by the keys of their commands."""
    events: list[Event] = []
    for version, key in enumerate(keys, start=1):
        prev = events[-1].hash if events else GENESIS
        event = Event(version, 2, "2026-11-23", "moved", 0, {}, {}, prev, "", f"seat:{key}")
        events.append(changed(event, hash=digest(event)))
    return events


SOUND = record("a", "b", "c")


def told(event: Event, began: float, ended: float) -> Move:
    key = event.command.removeprefix("seat:")
    return Move(G, key, began, ended, "ok", event.version, event.hash)


MOVES = [told(SOUND[0], 0, 1), told(SOUND[1], 2, 3), told(SOUND[2], 4, 5)]
READS = [Read(G, 1, 2, 1), Read(G, 2.5, 3.5, 2), Read(G, 6, 7, 3)]
HEARD = [Heard(G, [(event.version, event.hash) for event in SOUND])]
HISTORY = History(MOVES, READS, HEARD)


def promises(history: History, events: Sequence[Event]) -> set[str]:
    return {finding.promise for finding in check(history, {G: events})}


def with_move(move: Move) -> History:
    return replace(HISTORY, moves=[*MOVES, move])


def test_nothing_is_found_in_a_sound_history() -> None:
    assert check(HISTORY, {G: SOUND}) == []


@pytest.mark.parametrize("key", ["c", "never recorded"])
def test_an_unknown_outcome_may_be_either(key: str) -> None:
    unknown = Move(G, key, 4, 5, "unknown")
    assert check(replace(HISTORY, moves=[*MOVES[:2], unknown]), {G: SOUND}) == []


def test_an_acknowledged_move_that_is_gone_is_found() -> None:
    assert promises(History(MOVES), SOUND[:2]) == {"kept"}


def test_another_move_in_the_place_of_an_acknowledged_one_is_found() -> None:
    assert promises(History(MOVES), record("a", "b", "d")) == {"as told"}


def test_the_same_move_with_another_hash_is_found() -> None:
    history = History([*MOVES[:2], replace(MOVES[2], hash="f" * 64)])
    assert promises(history, SOUND) == {"as told"}


def test_a_command_that_is_recorded_twice_is_found() -> None:
    assert promises(HISTORY, record("a", "b", "c", "c")) >= {"once"}


def test_a_command_that_was_refused_as_a_second_one_is_found() -> None:
    assert promises(replace(HISTORY, taken=["d"]), SOUND) == {"once"}


def test_a_refused_move_that_is_recorded_is_found() -> None:
    history = with_move(Move(G, "d", 6, 7, "refused"))
    assert promises(replace(history, heard=()), record("a", "b", "c", "d")) == {
        "refused is refused"
    }


def test_a_refused_move_that_is_not_recorded_is_sound() -> None:
    assert check(with_move(Move(G, "d", 6, 7, "refused")), {G: SOUND}) == []


def test_a_look_that_shows_less_than_an_earlier_answer_is_found() -> None:
    history = replace(HISTORY, reads=[Read(G, 5.5, 6, 2)])
    assert promises(history, SOUND) == {"no way back"}


def test_a_look_that_shows_less_than_another_before_it_is_found() -> None:
    history = History([], [Read(G, 1, 2, 3), Read(G, 3, 4, 2)])
    assert promises(history, SOUND) == {"no way back"}


def test_looks_at_the_same_time_may_show_either() -> None:
    history = History([], [Read(G, 1, 3, 3), Read(G, 2, 4, 2)])
    assert check(history, {G: SOUND}) == []


def test_a_move_that_gets_a_place_before_what_was_shown_is_found() -> None:
    history = History([told(SOUND[1], 4, 5)], [Read(G, 1, 2, 2)])
    assert promises(history, SOUND) == {"no way back"}


def test_a_move_that_gets_a_place_before_an_older_one_is_found() -> None:
    history = History([told(SOUND[2], 0, 1), told(SOUND[1], 2, 3)])
    assert promises(history, SOUND) == {"in order"}


def test_a_look_at_something_that_is_not_in_the_record_is_found() -> None:
    assert promises(History([], [Read(G, 1, 2, 3)]), SOUND[:2]) == {"shown is recorded"}


@pytest.mark.parametrize(
    "change", [{"version": 4}, {"prev": "f" * 64}, {"recorded_at": "2027"}], ids=str
)
def test_a_broken_chain_is_found(change: dict[str, Any]) -> None:
    events = [*SOUND[:2], changed(SOUND[2], **change)]
    assert promises(History([]), events) == {"chain"}


@pytest.mark.parametrize(
    "heard",
    [
        pytest.param([0, 2], id="a gap"),
        pytest.param([0, 1, 1, 2], id="a repeat"),
        pytest.param([0, 2, 1], id="another order"),
        pytest.param([1, 2], id="no beginning"),
        pytest.param([0, 1], id="no end"),
    ],
)
def test_a_stream_that_is_not_the_record_is_found(heard: list[int]) -> None:
    events = [(SOUND[at].version, SOUND[at].hash) for at in heard]
    assert promises(History([], [], [Heard(G, events)]), SOUND) == {"streams"}


def test_another_event_in_a_stream_is_found() -> None:
    events = [*HEARD[0].events[:2], (3, "f" * 64)]
    assert promises(History([], [], [Heard(G, events)]), SOUND) == {"streams"}
