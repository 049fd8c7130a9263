"""Games of Alexandros played by chance."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from domain.alexandros import RULESET
from domain.alexandros.board import Board
from domain.alexandros.events import AnyEvent
from domain.alexandros.moves import AnyMove, Resign
from domain.alexandros.state import State
from domain.record.chance import Chance, game_chance
from domain.record.setup import Setup
from tests.domain.alexandros.strategies import boards

WIRE = RULESET.wire
LIMIT = 300
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "joker": st.sampled_from(["closest", "any"]),
        "compensation_rounding": st.sampled_from(["up", "down"]),
        "two_seat_compensation": st.booleans(),
        "target_score": st.integers(10, 300),
    },
)


def play(
    board: Board, seats: int, options: dict, seed: int, most: int, *, leave: float = 0.0
) -> Iterator[tuple[State, int, AnyMove, Chance, AnyEvent, State]]:
    """A random game that likes conquests and levies: every step, whole."""
    luck = random.Random(seed)
    setup = Setup(board, WIRE.options.read(options), seats, None)
    chance = game_chance(seed.to_bytes(32, "big"), ["ab"] * seats)
    state = RULESET.initial_state(setup, RULESET.deal(setup, chance))
    for _ in range(most):
        if RULESET.situation(state).outcome is not None:
            return
        seat, move = state.turn.seat, chosen(state, luck)
        if luck.random() < leave:
            seat, move = luck.choice(state.staying()), Resign()
        event = RULESET.decide(state, seat, move, chance)
        after = RULESET.evolve(state, event)
        yield state, seat, move, chance, event, after
        state = after


def chosen(state: State, luck: random.Random) -> AnyMove:
    listed = RULESET.legal_moves(state, state.turn.seat, LIMIT, None).moves
    moves = [move for move in listed if not isinstance(move, Resign)]
    bold = [
        move
        for move in moves
        if WIRE.moves.json(move)["type"] in ("occupy", "take_over", "levy_taxes")
    ]
    return luck.choice(bold if bold and luck.random() < 0.6 else moves)


GAMES = st.fixed_dictionaries(
    {
        "board": boards(),
        "seats": st.integers(2, 4),
        "options": OPTIONS,
        "seed": st.integers(0, 2**32),
        "most": st.integers(1, 120),
    }
)
