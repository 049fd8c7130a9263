"""Random games of settlers to the end, sound after every event: 1,000 of them where
``ANABASIS_SOAK_GAMES=1000`` is set, otherwise as many as the suite has time for."""

import os
from random import Random
from typing import Any

import pytest

from domain.settlers import RULESETS
from domain.settlers.state import TURN_LIMIT, State
from tests.domain.recorded_game import Recorded
from tests.domain.settlers.invariants import assert_follows, assert_sound
from tests.domain.settlers.random_games import Wanderer
from tests.domain.settlers.soaking import LEAVING, ends, ruleset_of, soaked
from tests.fixtures.settlers.plans import ISLE

GAMES, CHUNKS = int(os.environ.get("ANABASIS_SOAK_GAMES", "40")), 4
SURE_ENDS = {"target_points", "resignation"}


def terms_of(number: int, luck: Random) -> dict[str, Any]:
    """The terms of a game, every number of seats, board and option among them."""
    return {
        "seats": luck.choice((2, 3, 4)),
        "board": ("standard", "first_island", ISLE)[number % 3],
        "options": {"target_points": luck.choice((3, 5, 8, 10)), "reds_apart": luck.random() < 0.5},
    }


def played(number: int, luck: Random) -> Recorded:
    """The game of a number."""
    rules = ruleset_of(number, RULESETS)
    recorded = Recorded(rules, f"{number:04x}", **terms_of(number, luck))
    wanderer = Wanderer(luck, luck.choice(LEAVING), rules=rules)
    return soaked(recorded, wanderer, assert_in_time, assert_follows)


def assert_in_time(state: State) -> None:
    """A sound position of a game that does not go on for ever."""
    assert_sound(state)
    assert state.turn.number <= TURN_LIMIT + 1


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_stay_sound_and_end(chunk: int):
    found = ends(range(chunk, GAMES, CHUNKS), played)
    assert SURE_ENDS <= found <= SURE_ENDS | {"turn_limit"}
