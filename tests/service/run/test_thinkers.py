"""Processes in which bots think: a slow one delays no other, and is ended."""

import os
import signal
from collections.abc import Iterator

import pytest

from projections.bots_waiting import BotWaiting
from service.run import thinkers as thinking
from service.run.bell import Bell
from service.run.thinkers import Outcome, Thinkers
from service.run.worker import Worker
from service.store.read_models import ReadModels
from service.store.redis_store import RedisStore
from tests.service.run.test_worker import bots_game, real_api, running
from tests.waiting import eventually

__all__ = ["real_api"]

LONG = 60.0
SLOW = "tests.service.run.slow_thinker"


def turn(bot: str, game: str = "g") -> BotWaiting:
    return BotWaiting(game, 1, bot, 3)


@pytest.fixture
def slow() -> Iterator[Thinkers]:
    """Two processes at most; a bot is as slow as its name says, and has a second."""
    made = Thinkers(2, 1.0, SLOW)
    yield made
    made.close()


def next_of(thinkers: Thinkers) -> Outcome:
    [outcome] = eventually(lambda: thinkers.ended(LONG))
    return outcome


def processes(thinkers: Thinkers) -> list[int]:
    return [each._process for each in thinkers._all]


def begin(thinkers: Thinkers, one: BotWaiting) -> None:
    """Begin a turn as soon as a process is free for it."""
    eventually(lambda: thinkers.begin(one) or (thinkers.ended(0.05) and False))


def test_no_process_is_started_before_a_bot_has_to_think(slow: Thinkers):
    assert slow.ended(0) == []
    assert processes(slow) == []


def test_quick_bots_share_one_process(slow: Thinkers):
    for number in range(5):
        begin(slow, turn("quick", str(number)))
        assert next_of(slow) == Outcome(turn("quick", str(number)), moved=True)
    assert len(processes(slow)) == 1


def test_a_bot_moves_while_another_thinks(slow: Thinkers):
    begin(slow, turn("forever"))
    begin(slow, turn("quick"))
    assert len(processes(slow)) == 2
    assert next_of(slow) == Outcome(turn("quick"), moved=True)
    assert next_of(slow) == Outcome(turn("forever"), moved=False, fault="it took longer than 1 s")


def test_the_process_of_a_bot_that_takes_too_long_is_ended_and_another_one_started(slow: Thinkers):
    begin(slow, turn("forever"))
    [first] = processes(slow)
    assert next_of(slow).fault == "it took longer than 1 s"
    assert processes(slow) == []
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    begin(slow, turn("quick"))
    assert next_of(slow).moved


def test_bots_that_failed_before_leave_a_process_to_the_others(slow: Thinkers):
    begin(slow, turn("quick"))
    next_of(slow)
    begin(slow, turn("forever", "a"))
    assert not slow.begin(turn("forever", "b"), is_suspect=True)
    begin(slow, turn("quick"))
    assert next_of(slow).moved


def test_a_process_that_ends_in_a_turn_fails_that_turn_alone(slow: Thinkers):
    begin(slow, turn("dying"))
    assert next_of(slow) == Outcome(turn("dying"), moved=False, fault="its process has ended")
    begin(slow, turn("quick"))
    assert next_of(slow).moved


def test_a_process_that_ended_while_it_was_idle_is_replaced(slow: Thinkers):
    begin(slow, turn("quick"))
    next_of(slow)
    [first] = processes(slow)
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    begin(slow, turn("quick"))
    assert next_of(slow).moved
    assert processes(slow) != [first]


def test_idle_processes_but_one_are_ended(slow: Thinkers, monkeypatch):
    begin(slow, turn("forever"))
    begin(slow, turn("quick"))
    slow.ended(LONG)
    monkeypatch.setattr(thinking, "IDLE_SECONDS", 0.0)
    slow.ended(0)
    assert len(processes(slow)) == 1


def test_a_bell_ends_the_wait_for_turns(slow: Thinkers):
    begin(slow, turn("quick"))
    next_of(slow)
    bell = Bell()
    bell.ring()
    assert slow.ended(LONG, bell) == []


def test_bots_play_a_whole_game_in_a_process_of_their_own(
    real_api, real_store: RedisStore, redis_url, monkeypatch
):
    monkeypatch.setenv("ANABASIS_REDIS_URL", redis_url)
    game = bots_game(real_api, real_api.person("Ada"), bots=2)
    thinkers = Thinkers(2, LONG)
    with running(Worker(real_store, ReadModels(real_store.client), thinkers)):
        eventually(lambda: real_api.view(game)["status"] == "finished", LONG)
    assert processes(thinkers) == []
