"""Standing orders: moves without a choice, and turns whose actions are spent."""

from typing import ClassVar

from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import AnyMove, Resign
from domain.alexandros.state import State
from domain.kernel.standing import Answer, Book, Orders, own
from domain.wire.orders import Order, OrderCodec


class MoveOn(Order, frozen=True):
    """Make the only move there is, and end the turn when nothing else can be done."""

    code: ClassVar[str] = "move_on"


def answer(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return the only move of a seat that has ordered it."""
    if seat != state.turn.seat or own(book, seat, MoveOn) is None:
        return None
    # Two and the resignation are listed at most, whatever there is.
    moves = [move for move in legal_moves(state, seat, 3).moves if not isinstance(move, Resign)]
    return Answer(moves[0], MoveOn.code) if len(moves) == 1 else None


def orders() -> Orders[State, AnyMove]:
    """Return the orders as the kernel's contract."""
    return Orders(codec=OrderCodec(MoveOn), occasion=lambda *_: "game", answer=answer)
