"""Positions of the scenario to test rules on, built by hand or played at random."""

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.alexander_the_great import turns
from domain.alexander_the_great.board_codec import board_named
from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.evolve import evolve, initial_state
from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.moves import AnyMove
from domain.alexander_the_great.options import Options
from domain.alexander_the_great.places import to_act
from domain.alexander_the_great.state import Phase, State, Table
from domain.chance import Chance
from domain.settlers.moves import Resign

CHANCE = Chance(bytes(32))


def begun(seats: int = 4, chance: Chance = CHANCE, **options: Any) -> State:
    """A game just dealt, of which seat 0 begins."""
    board, chosen = board_named("campaign"), Options(**options)
    dealt = turns.deal(board, chosen, seats, 0, chance)
    return initial_state(Table(board, chosen, seats), dealt)


def random_game(number: int, seats: int = 4, **options: Any) -> Iterator[tuple[Any, ...]]:
    """Every step of a game played at random: the position, who moved what, what happened, and the
    position that came of it. Ends of turns are the rarer, so that something is built."""
    luck, chance = random.Random(number), Chance(number.to_bytes(32, "big"))
    state = begun(seats, chance, **options)
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


def with_journey(state: State, **changes: Any) -> State:
    """The same with another journey."""
    return State(state.table, state.base, replace(state.journey, **changes))
