"""Random games of settlers to the end, sound after every event: 1,000 of them where
``ANABASIS_SOAK_GAMES=1000`` asks for it, else as many as the suite has time for."""

import os
from random import Random
from typing import Any

import pytest

from domain.audit import audit
from domain.settlers import RULESET
from domain.settlers.state import TURN_LIMIT
from tests.domain.recorded import Recorded
from tests.domain.settlers.games import Wanderer
from tests.domain.settlers.invariants import assert_follows, assert_sound
from tests.fixtures.plans_settlers import ISLE

GAMES, CHUNKS, AUDITED = int(os.environ.get("ANABASIS_SOAK_GAMES", "40")), 4, 5
SURE_ENDS = {"target_points", "resignation"}


def terms_of(number: int, luck: Random) -> dict[str, Any]:
    """The terms of a game, every number of seats, board and option among them."""
    return {
        "seats": luck.choice((2, 3, 4)),
        "board": ("standard", "first_island", ISLE)[number % 3],
        "options": {"target_points": luck.choice((3, 5, 8, 10)), "reds_apart": luck.random() < 0.5},
    }


def soaked(number: int) -> Recorded:
    """The game of a number, played to its end with a look at every position."""
    luck = Random(number)
    recorded = Recorded(RULESET, f"{number:04x}", **terms_of(number, luck))
    wanderer = Wanderer(luck, leaving=luck.choice((0.0, 0.0, 0.001, 0.01)))
    assert_sound(recorded.game.state)
    while recorded.game.outcome is None:
        before = recorded.game.state
        seat, move = wanderer.choose(before)
        recorded.move(seat, move)
        last, after = recorded.events[-1], recorded.game.state
        assert_sound(after)
        assert_follows(before, RULESET.event_from_json(last.type, last.data), after)
        assert after.turn.number <= TURN_LIMIT + 1
    return recorded


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_stay_sound_and_end(chunk: int):
    ends = set()
    for number in range(chunk, GAMES, CHUNKS):
        recorded = soaked(number)
        assert recorded.game.outcome is not None
        ends.add(recorded.game.outcome.reason)
        if number // CHUNKS % AUDITED == 0:
            assert audit(recorded.events).reason is None
    assert SURE_ENDS <= ends <= SURE_ENDS | {"turn_limit"}
