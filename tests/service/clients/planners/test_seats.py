"""Planner bots in the seats of games: what they cannot do, another bot does."""

import random
from typing import Any

import pytest

from service.clients.planners import seats
from tests.service.api import Api, Person


class Silent:
    """A game's events, of which there are none."""

    def events(self, _game: str, _after: int, /) -> list[Any]:
        return []


class Line:
    """A game's events; a rollback of the store gives the last of them other hashes."""

    def __init__(self, events: list[Any]) -> None:
        self.shown = events

    def events(self, _game: str, after: int, /) -> list[Any]:
        return [each for each in self.shown if each["version"] > after]


class Faulty:
    """A planner that fails at its first look."""

    version = 0

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def check(self, _rules_version: int) -> None:
        pass

    def watch(self, _events: object) -> None:
        raise KeyError("wheat")


def test_a_fault_of_a_planner_keeps_no_game_waiting(
    api: Api, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(seats, "PlannerBot", Faulty)
    game = api.game(ada, bob)
    who = ada if len(api.moves(game, ada)) > 1 else bob
    view, moves = api.view(game, who), api.moves(game, who)
    move = seats.PlannerSeats().choose(Silent(), "easy", view, moves, random.Random(1))
    assert move in moves


def asked(api: Api, ada: Person, bob: Person) -> tuple[dict[str, Any], list[Any], Line]:
    """Return the view, moves and events of whoever is to move in a new game."""
    game = api.game(ada, bob)
    who = ada if len(api.moves(game, ada)) > 1 else bob
    events = api.get(f"/games/{game}/events", who)["events"]
    return api.view(game, who), api.moves(game, who), Line(events)


def test_a_planner_reads_again_what_a_rollback_of_the_store_replaced(
    api: Api, ada: Person, bob: Person
):
    view, moves, line = asked(api, ada, bob)
    known = seats.PlannerSeats()
    for _ in range(2):
        known.choose(line, "easy", view, moves, random.Random(1))
    (first,) = known._bots.values()
    line.shown = [{**each, "hash": "0" * 64} for each in line.shown]
    known.choose(line, "easy", view, moves, random.Random(1))
    (second,) = known._bots.values()
    assert second is not first
    assert (second.version, second.last_hash) == (first.version, "0" * 64)
    line.shown = line.shown[:0]
    known.choose(line, "easy", view, moves, random.Random(1))
    assert [each.version for each in known._bots.values()] == [0]


def test_where_a_planner_has_no_weights_another_bot_plays_and_no_other_planner_is_dropped(
    api: Api, ada: Person, bob: Person, caplog: pytest.LogCaptureFixture
):
    view, moves, line = asked(api, ada, bob)
    known = seats.PlannerSeats()
    known.choose(line, "easy", view, moves, random.Random(1))
    old = {**view, "game_id": "older", "rules_version": view["rules_version"] - 1}
    assert known.choose(line, "easy", old, moves, random.Random(1)) in moves
    assert [name for name, *_ in known._bots] == [view["game_id"]]
    assert "greedy plays in place of easy: The planner has no weights for version" in caplog.text
    assert "Traceback" not in caplog.text
