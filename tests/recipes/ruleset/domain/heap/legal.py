"""The legal moves."""

from domain.heap.moves import AnyMove, Resign, Take
from domain.heap.state import State

from domain.kernel.decider import MoveList


def legal_moves(state: State, seat: int, limit: int, of_type: str | None) -> MoveList[AnyMove]:
    """Return the seat's legal moves up to a limit, of one type or all."""
    moves: list[AnyMove] = []
    if seat == state.seat and state.result is None and of_type in (None, "take"):
        moves += [Take(number) for number in range(1, min(state.most, state.stones) + 1)]
    if seat not in state.left and state.result is None and of_type in (None, "resign"):
        moves.append(Resign())
    return MoveList(tuple(moves[:limit]), complete=len(moves) <= limit)
