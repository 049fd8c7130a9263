"""Bots: whose turn is handed over when, and pauses for those that fail."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from projections.bots_waiting import BotWaiting
from service.worker.bell import Bell
from service.worker.bots import ALONE_EACH_ROUND, FIRST_PAUSE, LONGEST_PAUSE, SETTLED_SECONDS, Bots
from service.worker.thinkers import Ended, TurnOutcome
from tests.service.at_once import AtOnce
from tests.service.worker.waiting_bots import Waiting


@dataclass
class Time:
    """A clock that is set by hand."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Table:
    """Bots that fail by game, and the games they have played in."""

    failing: set[str] = field(default_factory=set)
    idle: set[str] = field(default_factory=set)
    played: list[str] = field(default_factory=list)

    def take(self, turn: BotWaiting) -> Ended:
        self.played.append(turn.game_id)
        if turn.game_id in self.failing:
            return Ended(moves=0, fault="out of order")
        return Ended(moves=turn.game_id not in self.idle)


@pytest.fixture
def table() -> Table:
    return Table()


def turns(games: Iterable[str]) -> list[BotWaiting]:
    return [BotWaiting(game, 1, "greedy", 3) for game in games]


def waiting(*games: str, alone: Iterable[str] = ()) -> Waiting:
    return Waiting(turns(games), turns(alone))


def going_on() -> bool:
    return False


def test_a_failing_bot_delays_no_other_and_is_logged(table, caplog):
    table.failing = {"bad"}
    bots = Bots(waiting("bad", "good"), AtOnce(table.take), clock=Time())
    with caplog.at_level(logging.ERROR):
        assert bots.play_round(going_on) == 1
    assert table.played == ["bad", "good"]
    assert "bot greedy at seat 1 of game bad" in caplog.text


def test_where_many_bots_wait_each_has_its_round(table):
    table.failing = {"a", "b"}
    bots = Bots(waiting(*"abcde"), AtOnce(table.take), clock=Time())
    assert [bots.play_round(going_on) for _ in range(4)] == [0, 2, 1, 0]
    assert table.played == [*"abcde"]


def test_people_wait_for_no_more_than_a_few_moves_of_bots_among_themselves(table):
    alone = [f"alone{number}" for number in range(600)]
    bots = Bots(waiting("a", "b", alone=alone), AtOnce(table.take), clock=Time())
    assert bots.play_round(going_on) == 2 + ALONE_EACH_ROUND
    assert table.played == ["a", "b", *alone[:ALONE_EACH_ROUND]]


def test_each_game_of_bots_alone_has_a_turn_before_any_has_another(table):
    clock, alone = Time(), [f"alone{number}" for number in range(12)]
    model = waiting(alone=alone)
    bots = Bots(model, AtOnce(table.take), clock=clock)
    for _ in range(6):
        bots.play_round(going_on)
        model.alone = [replace(turn, version=turn.version + 1) for turn in model.alone]
    assert table.played == [*alone, *alone]


def test_failing_bots_among_themselves_delay_no_others(table):
    table.failing = {f"bad{number}" for number in range(10)}
    alone = [*sorted(table.failing), "good"]
    bots = Bots(waiting(alone=alone), AtOnce(table.take), clock=Time())
    assert bots.play_round(going_on) == 1


def test_a_failing_bot_is_tried_again_after_ever_longer_pauses(table):
    table.failing, clock = {"bad"}, Time()
    bots = Bots(waiting("bad"), AtOnce(table.take), clock=clock)
    pause = FIRST_PAUSE
    for tries in range(1, 12):
        bots.play_round(going_on)
        assert len(table.played) == tries
        clock.now += pause * 0.99
        bots.play_round(going_on)
        assert len(table.played) == tries
        clock.now += pause * 0.01 + 0.001
        pause = min(pause * 2, LONGEST_PAUSE)


def test_a_bot_that_plays_again_is_paused_no_more(table):
    table.failing, clock = {"bad"}, Time()
    bots = Bots(waiting("bad"), AtOnce(table.take), clock=clock)
    bots.play_round(going_on)
    clock.now += FIRST_PAUSE
    table.failing = set()
    assert bots.play_round(going_on) == 1
    assert not bots._pauses


def test_a_turn_is_not_begun_at_a_version_that_it_has_gone_past(table):
    model, clock = waiting("a"), Time()
    bots = Bots(model, AtOnce(table.take), clock=clock)
    assert [bots.play_round(going_on) for _ in range(2)] == [1, 0]
    model.turns = [replace(model.turns[0], version=4)]
    assert bots.play_round(going_on) == 1, "the read model has caught up"


def test_a_bot_that_had_nothing_to_do_is_asked_again_later(table):
    table.idle, clock = {"a"}, Time()
    bots = Bots(waiting("a"), AtOnce(table.take), clock=clock)
    assert [bots.play_round(going_on) for _ in range(3)] == [0, 0, 0]
    assert table.played == ["a"]
    clock.now += SETTLED_SECONDS
    bots.play_round(going_on)
    assert table.played == ["a", "a"]


def test_another_seat_of_a_game_need_not_wait_for_one_that_has_nothing_to_do(table):
    table.idle = {"a"}
    both = Waiting([BotWaiting("a", seat, "greedy", 3) for seat in (1, 2)])
    Bots(both, AtOnce(table.take), clock=Time()).play_round(going_on)
    assert table.played == ["a", "a"]


@dataclass
class Thinking:
    """A bot that thinks until it is waited for; to wait while none thinks would take for ever."""

    turn: BotWaiting | None = None

    def has_room(self) -> bool:
        return True

    def begin(self, turn: BotWaiting, **_: Any) -> bool:
        self.turn = turn
        return True

    def ended(self, seconds: float, bell: Bell | None = None) -> list[TurnOutcome]:
        if not seconds:
            return []
        assert self.turn is not None
        turn, self.turn = self.turn, None
        return [TurnOutcome(turn, moves=1)]

    def close(self) -> None:
        pass


def test_a_seat_that_is_to_move_again_waits_for_no_news():
    thinking = Thinking()
    model = waiting("a")
    bots = Bots(model, thinking, clock=Time())
    bots.play_round(going_on)
    assert bots.play_round(going_on) == 0, "it thinks about its first move"
    model.turns = [replace(model.turns[0], version=4)]
    bots.rest(1.0, Bell())
    assert bots.play_round(going_on) == 0
    assert thinking.turn == model.turns[0]


def test_no_move_is_begun_once_the_worker_stops(table):
    bots = Bots(waiting("a", "b"), AtOnce(table.take))
    assert bots.play_round(lambda: True) == 0
    assert table.played == []
