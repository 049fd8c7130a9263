"""Random games of the scenario to the end, sound after every event: 1,000 of them where
``ANABASIS_SOAK_GAMES=1000`` is set, otherwise as many as the suite has time for."""

import os
from random import Random
from typing import Any

import pytest

from domain.alexander_the_great import RULESETS
from domain.alexander_the_great.cards import EDITION
from domain.alexander_the_great.decide_auction import is_forfeit
from domain.alexander_the_great.moves import Pay
from domain.alexander_the_great.state import USEFUL, State
from tests.domain.alexander_the_great.invariants import assert_follows, assert_sound
from tests.domain.alexander_the_great.mirrored_board import mirrored
from tests.domain.recorded_game import Recorded
from tests.domain.settlers.random_games import Wanderer
from tests.domain.settlers.soaking import LEAVING, ends, ruleset_of, soaked

GAMES, CHUNKS = int(os.environ.get("ANABASIS_SOAK_GAMES", "24")), 3
SURE_ENDS = {"target_points", "persepolis"}
MIRROR = mirrored()


class Campaigner(Wanderer):
    """Plays every seat by luck; seldom pays a bid as listed."""

    def freely(self, state: State, seat: int, move: Any) -> Any:
        """The move, or one like it that is free to make."""
        if isinstance(move, Pay):
            return self._paid(state, seat, move)
        return super().freely(state.base, seat, move)

    def _paid(self, state: State, seat: int, move: Pay) -> Pay:
        """As many cards, by lot out of all that may be given."""
        auction, hand = state.journey.auction, state.base.cards.hands[seat]
        use = (1, 1, 1, 1, 1, 0) if is_forfeit(state) else USEFUL[auction.occasion]
        able = tuple(n * each for n, each in zip(hand, use, strict=True))
        return Pay(EDITION.named(self.some(able, sum(move.cards.values()))), move.knights)


def terms_of(number: int, luck: Random) -> dict[str, Any]:
    """The terms of a game, every number of seats, board and option among them."""
    return {
        "seats": luck.choice((3, 4)),
        "board": MIRROR if luck.random() < 0.2 else "campaign",
        "options": {
            "target_points": (5, 9, 14, 25)[number % 4],
            "overbidding": luck.choice(("capped", "penalty")),
            "starting_gold": luck.choice((8, 0)),
            "robber": luck.randrange(4),
        },
    }


def played(number: int, luck: Random) -> Recorded:
    """The game of a number."""
    rules = ruleset_of(number, RULESETS)
    recorded = Recorded(rules, f"{number:04x}", **terms_of(number, luck))
    campaigner = Campaigner(luck, luck.choice(LEAVING), rules=rules)
    return soaked(recorded, campaigner, assert_sound, assert_follows)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_stay_sound_and_end(chunk: int):
    found = ends(range(GAMES * chunk // CHUNKS, GAMES * (chunk + 1) // CHUNKS), played)
    assert SURE_ENDS <= found <= SURE_ENDS | {"resignation"}
