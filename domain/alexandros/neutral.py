"""The moves made for a seat whose time is up: those that change least."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import AnyMove, EndTurn, March
from domain.alexandros.places import new_walls
from domain.alexandros.state import Phase, State

WAYS = 100
"""The number of marches that are considered; one path to each point comes first."""


def neutral_move(state: State, seat: int) -> AnyMove:
    """Return the due move with the least consequences, for games without an ``absent_wait``.

    The march takes a card of the display rather than of the hand (A1, A6) and the shortest way
    (A4); no action is taken (A10).
    """
    # Kept beside `mildest_move`: an audit decides the timeouts of older games again and must find
    # the same move.
    return _due(state, seat, lambda march: len(march.path))


def mildest_move(state: State, seat: int) -> AnyMove:
    """Return the due move; of the marches considered, one that lays the fewest walls (A5).

    In 395 of 2,121 positions of random games the shortest way lays more walls than another.
    """
    return _due(state, seat, lambda march: (_walls_laid(state, march), len(march.path)))


def _due(state: State, seat: int, cost: Callable[[March], Any]) -> AnyMove:
    """Return the due move; of several marches, the first with the least cost."""
    if state.turn.phase is Phase.ACTIONS:
        # Actions are optional (A10), so leaving them out changes least.
        return EndTurn()
    listed = legal_moves(state, seat, WAYS).moves
    marches = [move for move in listed if isinstance(move, March)]
    # Display cards are listed before hand cards, so the first choice of a card costs the hand
    # nothing.
    return min(marches, key=cost) if marches else listed[0]


def _walls_laid(state: State, march: March) -> int:
    topology = state.table.board.topology
    points = [topology.point_index[point] for point in march.path]
    sides = (dict(topology.steps[one])[other] for one, other in pairwise(points))
    return len(new_walls(state.pieces, tuple(sides)))
