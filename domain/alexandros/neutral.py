"""The moves made for a seat whose time is up: those that change least."""

from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import AnyMove, EndTurn, March
from domain.alexandros.state import Phase, State

WAYS = 100
"""Marches looked at; one way to each point comes first."""


def neutral_move(state: State, seat: int) -> AnyMove:
    """Return the due move with the least consequences.

    The march takes a card of the display rather than of the hand (A1, A6) and the shortest way
    (A4); no action is taken (A10).
    """
    if state.turn.phase is Phase.ACTIONS:
        return EndTurn()
    listed = legal_moves(state, seat, WAYS).moves
    marches = [move for move in listed if isinstance(move, March)]
    return min(marches, key=lambda march: len(march.path)) if marches else listed[0]
