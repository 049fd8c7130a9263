"""The contract of a ruleset's standing orders: a seat's answers, given beforehand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from domain.wire.moves import Move
from domain.wire.orders import Order, OrderCodec, Withdrawn

S = TypeVar("S")
M = TypeVar("M", bound=Move)
M_co = TypeVar("M_co", bound=Move, covariant=True)


@dataclass(frozen=True, slots=True)
class Standing:
    """An order that a seat has given, with its occasion and its rank in time.

    ``carried`` are later names of the same occasion, as resignations change the turns to come.
    ``used`` is the version of the event that used up an order for one answer. An order ``asleep``
    answers nothing until its player has acted; the number is the head that the undo took back, 0
    for an order that is awake.
    """

    seat: int
    order: Order
    occasion: str
    rank: int
    carried: tuple[str, ...] = ()
    used: int | None = None
    asleep: int = 0

    @property
    def code(self) -> str:
        """The code of the order; of a withdrawn one, its former code."""
        return self.order.former if isinstance(self.order, Withdrawn) else self.order.code


WITHOUT = " without "
"""Separates a round's name from the seats that left; they change its turns, but not the round."""

Book = tuple[Standing, ...]
"""The orders of all seats; at most one of each code for a seat."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[M_co]):
    """A move that an order asks for, and the order's code."""

    move: M_co
    code: str


@dataclass(frozen=True, kw_only=True)
class Orders(Generic[S, M]):
    """The standing orders of a ruleset, as pure functions; a ruleset may have none."""

    codec: OrderCodec = field(default_factory=OrderCodec)
    # Occasions are compared by name, and no order is deleted: an auction's orders end with it, and
    # stand again after an undo back into it.
    occasion: Callable[[S, int, Order], str | None] = lambda *_: None
    """The occasion that a seat's order would be for now; None if there is none.

    An order stands as long as the occasion is the one for which it was given.
    """
    # An immediate answer shows that there is an order: when hidden cards decided, eleven offers
    # revealed a whole hand, and 522 of 614 immediate rolls revealed that all cards held were
    # victory points.
    answer: Callable[[S, int, Book], Answer[Any] | None] = lambda *_: None
    """A seat's answer to the position's demand, by all orders that stand.

    It takes the orders of all seats: a bid by proxy depends on the limits of the others.

    It follows from public facts and stated limits. Hidden cards may only cap a limit, which then
    looks like a lower one, and supply a discard or payment that is due.
    """
    may_answer: Callable[[S, int, Order], bool] = lambda *_: True
    """True if a seat's order is for the position's demand, regardless of its limit and the hand.

    While such an order sleeps, its player has to answer.
    """
    asked: Callable[[S, int, Book], str | None] = lambda *_: None
    """The code of the order whose silence would reveal its limit, None if there is none."""


def own(book: Book, seat: int, kind: type[Order]) -> Any:
    """Return a seat's order of a kind, None if it has none."""
    orders = (each.order for each in book if each.seat == seat and isinstance(each.order, kind))
    return next(orders, None)
