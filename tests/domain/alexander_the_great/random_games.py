"""Games of the scenario played at random, step by step."""

import random
from collections.abc import Iterator
from typing import Any

from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.evolve import evolve
from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.moves import AnyMove
from domain.alexander_the_great.rules import VERSIONS, Rules
from domain.alexander_the_great.state import (
    Phase,
    State,
)
from domain.alexander_the_great.turns import to_act
from domain.record.chance import Chance
from domain.settlers.moves import Resign
from tests.domain.alexander_the_great.given import begun


def random_game(
    number: int, seats: int = 4, rules: Rules = VERSIONS[-1], **options: Any
) -> Iterator[tuple[Any, ...]]:
    """Every step of a game played at random: the position, the seat, its move, the event and the
    position after. Ends of turns are the rarer, so that something is built."""
    luck, chance = random.Random(number), Chance(number.to_bytes(32, "big"))
    state = begun(seats, chance, rules, **options)
    while state.phase is not Phase.OVER:
        seat = luck.choice(to_act(state))
        move = drawn_move(luck, state, seat)
        event = decide(state, seat, move, chance)
        after = evolve(state, event)
        yield state, seat, move, event, after
        state = after


def drawn_move(luck: random.Random, state: State, seat: int) -> AnyMove:
    """A legal move other than leaving, by type first."""
    listed = [m for m in legal_moves(state, seat, 2000).moves if not isinstance(m, Resign)]
    kind = luck.choice(sorted({type(move).__name__ for move in listed}))
    return luck.choice([move for move in listed if type(move).__name__ == kind])
