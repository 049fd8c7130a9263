"""Standing orders: moves without a choice, and turns whose actions are spent."""

from typing import ClassVar

from msgspec.structs import replace

from domain.alexandros.board import SYMBOLS
from domain.alexandros.cards import from_list
from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import AnyMove, Resign
from domain.alexandros.state import State
from domain.kernel.order_contract import Answer, Book, Orders, own
from domain.wire.orders import Order, OrderCodec


class MoveOn(Order, frozen=True):
    """Make a move that is the only one with any hand; end the turn after the last action."""

    code: ClassVar[str] = "move_on"


def answer(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return the only move of a seat that has ordered it."""
    # Off turn a seat can only resign, which no order does for it.
    if seat != state.turn.seat or own(book, seat, MoveOn) is None:
        return None
    # Three are enough to see whether there is more than one move besides resigning.
    listed = legal_moves(_with_any_hand(state, seat), seat, 3).moves
    moves = [move for move in listed if not isinstance(move, Resign)]
    return Answer(moves[0], MoveOn.code) if len(moves) == 1 else None


def _with_any_hand(state: State, seat: int) -> State:
    """Return the position with a hand that allows every move that any hand of its size allows."""
    # If the true hand decided, a turn that ends at once would show others which cards it lacks. The
    # size is public.
    hands = list(state.cards.hands)
    hands[seat] = from_list([sum(hands[seat])] * len(SYMBOLS))
    return replace(state, cards=replace(state.cards, hands=tuple(hands)))


def orders() -> Orders[State, AnyMove]:
    """Return the orders as the kernel's contract."""
    # The occasion never changes, so the order stands until it is withdrawn or the game ends.
    return Orders(codec=OrderCodec(MoveOn), occasion=lambda *_: "game", answer=answer)
