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


class Faulty:
    """A planner that fails at its first look."""

    version = 0

    def __init__(self, *_: object, **__: object) -> None:
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
