"""Processes in which bots think: a slow one delays no other, and is ended."""

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from projections.bots_waiting import BotWaiting
from service.worker.bell import Bell
from service.worker.bots import Bots
from service.worker.thinkers import (
    ENOUGH_SECONDS,
    FIRST_SECONDS,
    IDLE_SECONDS,
    Thinkers,
    TurnOutcome,
)
from tests.service.worker.waiting_bots import Waiting
from tests.waiting import eventually

LONG = 60.0
BUDGET = 2 * IDLE_SECONDS
SLOW = "tests.service.worker.slow_thinker"


@dataclass
class Clock:
    """A running time that is set by hand."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def turn(bot: str, game: str = "g") -> BotWaiting:
    return BotWaiting(game, 1, bot, 3)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def slow(clock: Clock) -> Iterator[Thinkers]:
    """Two processes at most; a bot is as slow as its name says, and has two minutes."""
    made = Thinkers(2, BUDGET, SLOW, clock)
    yield made
    made.close()


def next_of(thinkers: Thinkers) -> TurnOutcome:
    [outcome] = eventually(lambda: thinkers.ended(LONG))
    return outcome


def processes(thinkers: Thinkers) -> list[int]:
    return [each._process for each in thinkers._all]


def think_long(thinkers: Thinkers, clock: Clock, game: str = "g") -> None:
    """Begin a turn that does not end, and let others wait for it for long."""
    assert thinkers.begin(turn("forever", game))
    let_long_pass(thinkers, clock)


def let_long_pass(thinkers: Thinkers, clock: Clock) -> None:
    """Let all processes start, and what they think about take long enough to be a burden."""
    eventually(lambda: thinkers.ended(0.05) or all(each.is_ready for each in thinkers._all))
    clock.now += ENOUGH_SECONDS


def test_no_process_is_started_at_once(slow: Thinkers):
    assert slow.ended(0) == []
    assert processes(slow) == []


def test_one_process_is_ready_before_a_bot_has_to_think(slow: Thinkers, clock: Clock):
    clock.now += FIRST_SECONDS
    slow.ended(0)
    slow.ended(0)
    assert len(processes(slow)) == 1


def test_quick_bots_share_one_process(slow: Thinkers):
    for number in range(5):
        assert slow.begin(turn("quick", str(number)))
        assert next_of(slow) == TurnOutcome(turn("quick", str(number)), moves=1)
    assert len(processes(slow)) == 1


def test_a_bot_moves_while_another_thinks(slow: Thinkers, clock: Clock):
    think_long(slow, clock)
    assert slow.begin(turn("quick"))
    assert next_of(slow) == TurnOutcome(turn("quick"), moves=1)
    clock.now += BUDGET
    assert next_of(slow) == TurnOutcome(turn("forever"), moves=0, fault="it took longer than 120 s")


def test_a_turn_that_may_soon_be_over_is_waited_for(slow: Thinkers, clock: Clock):
    think_long(slow, clock)
    clock.now -= ENOUGH_SECONDS / 2
    assert not slow.begin(turn("quick"))
    assert len(processes(slow)) == 1


def test_the_process_of_a_bot_that_takes_too_long_is_ended_and_another_one_started(
    slow: Thinkers, clock: Clock
):
    think_long(slow, clock)
    [first] = processes(slow)
    clock.now += BUDGET
    assert next_of(slow).fault == "it took longer than 120 s"
    assert processes(slow) == []
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert slow.begin(turn("quick"))
    assert next_of(slow).moves


def test_a_turn_that_leaves_room_never_takes_the_last_process(slow: Thinkers, clock: Clock):
    think_long(slow, clock)
    assert not slow.begin(turn("forever", "b"), leaves_room=True)
    assert slow.begin(turn("quick"))
    assert next_of(slow).moves


def test_a_turn_that_people_wait_for_has_those_of_bots_alone_end(slow: Thinkers):
    """The obliging bot goes on until it is to hurry; a turn of bots alone does not hurry it."""
    assert slow.begin(turn("obliging", "alone"), leaves_room=True)
    eventually(lambda: slow.ended(0.05) or slow._all[0].is_ready)
    assert not slow.begin(turn("quick", "alone too"), leaves_room=True)
    assert slow.ended(0) == []
    assert not slow.begin(turn("quick"))
    assert next_of(slow) == TurnOutcome(turn("obliging", "alone"), moves=1)
    assert slow.begin(turn("quick"))
    assert next_of(slow).moves


def test_a_process_that_was_to_hurry_too_late_takes_its_next_turn(slow: Thinkers):
    assert slow.begin(turn("quick", "first"))
    eventually(lambda: slow._all[0].is_ready or slow.ended(0.05))
    slow._hurry()
    next_of(slow)
    assert slow.begin(turn("quick"))
    assert next_of(slow) == TurnOutcome(turn("quick"), moves=1)


def test_a_process_that_ends_in_a_turn_fails_that_turn_alone(slow: Thinkers):
    assert slow.begin(turn("dying"))
    assert next_of(slow) == TurnOutcome(turn("dying"), moves=0, fault="its process has ended")
    assert slow.begin(turn("quick"))
    assert next_of(slow).moves


def test_a_process_that_ended_while_it_was_idle_is_replaced(slow: Thinkers):
    assert slow.begin(turn("quick"))
    next_of(slow)
    [first] = processes(slow)
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    assert slow.begin(turn("quick"))
    assert next_of(slow).moves
    assert processes(slow) != [first]


def test_idle_processes_but_one_are_ended(slow: Thinkers, clock: Clock):
    think_long(slow, clock)
    assert slow.begin(turn("quick"))
    next_of(slow)
    clock.now += IDLE_SECONDS + 1
    slow.ended(0)
    assert len(processes(slow)) == 1


def test_a_bell_ends_the_wait_for_turns(slow: Thinkers):
    assert slow.begin(turn("quick"))
    next_of(slow)
    bell = Bell()
    bell.ring()
    assert slow.ended(LONG, bell) == []


def test_a_slow_bot_is_paused_and_delays_no_other(slow: Thinkers, clock: Clock, caplog):
    think_long(slow, clock, "before")
    model = Waiting([turn("quick", "other")])
    bots = Bots(model, slow, clock=clock)
    bots.play_round(lambda: False)
    eventually(lambda: bots.rest(0.1, Bell()) or bots._moves == 1)
    clock.now += BUDGET
    bots.rest(0.1, Bell())
    assert "bot forever at seat 1 of game before: it took longer than 120 s" in caplog.text
    model.turns = [turn("forever", "before")]
    assert bots.play_round(lambda: False) == 0
    assert slow.begin(turn("quick")), "nobody thinks, for the slow bot is paused"


def test_bots_among_themselves_leave_a_process_to_those_that_people_wait_for(
    slow: Thinkers, clock: Clock
):
    alone = [turn("forever", "alone"), turn("forever", "alone too")]
    bots = Bots(Waiting(alone=alone), slow)
    bots.play_round(lambda: False)
    let_long_pass(slow, clock)
    bots.play_round(lambda: False)
    assert slow.begin(turn("quick"))
    assert bots._thinking_now == {("alone", 1)}
