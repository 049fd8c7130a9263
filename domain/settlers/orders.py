"""Standing orders: answers to offers, discards by preference, and turns with nothing to do."""

from enum import StrEnum
from typing import Annotated, ClassVar, Generic

from msgspec import Meta

from domain.kernel.standing import Answer, Book, Orders, own
from domain.settlers import legal, phases
from domain.settlers.cards import (
    RESOURCES,
    Counts,
    Edition,
    Resource,
    covers,
    named_resources,
    resources,
)
from domain.settlers.moves import (
    AnswerTrade,
    AnyMove,
    Discard,
    G_co,
    OfferTrade,
    Resign,
    Traded,
    TradeWithBank,
    acceptance,
)
from domain.settlers.state import State
from domain.settlers.turns import to_act
from domain.wire.orders import Order, OrderCodec, Span
from domain.wire.values import EACH_ONCE


class RefuseOffers(Order, frozen=True):
    """Refuse every offer of this turn (S10)."""

    code: ClassVar[str] = "refuse_offers"
    span: ClassVar[Span] = "turn"


class RefuseEveryOffer(Order, frozen=True):
    """Refuse every offer until this is withdrawn (S10)."""

    code: ClassVar[str] = "refuse_every_offer"


class RefuseUnpayable(Order, frozen=True):
    """Refuse every offer that asks for goods this seat does not have (S10)."""

    code: ClassVar[str] = "refuse_unpayable"


class AcceptTerms(Order, Generic[G_co], frozen=True):
    """Accept the next offer that asks for no more and gives no less (S10)."""

    code: ClassVar[str] = "accept_terms"
    span: ClassVar[Span] = "round"
    once: ClassVar[bool] = True

    give: Annotated[dict[G_co, Traded], Meta(description="The most goods this seat would give.")]
    get: Annotated[dict[G_co, Traded], Meta(description="The least goods it would get.")]


Preference = Annotated[
    tuple[Resource, ...],
    EACH_ONCE,
    Meta(description="The resources to discard first, in this order; the others come after them."),
]


class DiscardBy(Order, frozen=True):
    """Discard after a seven by this preference (S7)."""

    code: ClassVar[str] = "discard_by"

    first: Preference


class MoveOn(Order, frozen=True):
    """Roll, make the only move there is, and end the turn when there is nothing else to do."""

    code: ClassVar[str] = "move_on"

    despite_trade: Annotated[
        bool, Meta(description="True to end the turn even if there could be trade.")
    ] = False


ORDERS = OrderCodec(
    RefuseOffers, RefuseEveryOffer, RefuseUnpayable, AcceptTerms[Resource], DiscardBy, MoveOn
)
PASSED_OVER = (Resign, TradeWithBank, OfferTrade)
"""The moves that are always there, or that trade is."""


def occasion(state: State, seat: int, order: Order) -> str:
    """Return the subject that an order would have now."""
    turn = state.turn
    match order.span:
        case "turn":
            return f"turn {turn.number}"
        case "round":  # ends with the seat's own next turn: then the number has passed it
            return f"turn {turn.number + (seat - turn.seat) % state.table.seats} of {seat}"
        case _:
            return "game"


def answer(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return a seat's answer to an offer, a seven or its own turn, by its orders."""
    if seat not in to_act(state):
        return None
    if state.turn.phase is phases.DISCARD:
        return discarded(state, seat, book) or moved_on(state, seat, book)
    if seat != state.turn.seat:
        return answered_offer(state, seat, book)
    return moved_on(state, seat, book)


def answered_offer(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return the answer to the offer under way: accepted on stated terms before refused."""
    offer, edition = state.turn.offer, state.table.edition
    if offer is None:
        return None
    can_pay = covers(state.cards.hands[seat], offer.get)
    terms: AcceptTerms[StrEnum] | None = own(book, seat, AcceptTerms)
    if terms and can_pay and _fits(edition, terms, asked=offer.get, offered=offer.give):
        return Answer(acceptance(edition, offer.give, offer.get), terms.code)
    refusals = (RefuseOffers, RefuseEveryOffer, *(() if can_pay else (RefuseUnpayable,)))
    codes = (kind.code for kind in refusals if own(book, seat, kind))
    code = next(codes, None)
    return None if code is None else Answer(AnswerTrade(False), code)


def _fits(edition: Edition, terms: AcceptTerms[StrEnum], asked: Counts, offered: Counts) -> bool:
    most, least = edition.counted(terms.give), edition.counted(terms.get)
    return covers(most, asked) and covers(offered, least)


def discarded(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return the discard by a seat's preference."""
    order: DiscardBy | None = own(book, seat, DiscardBy)
    if order is None:
        return None
    ranked = [*order.first, *(each for each in RESOURCES if each not in order.first)]
    indices = [RESOURCES.index(each) for each in ranked]
    cards = taken(state.cards.hands[seat], indices, state.turn.owed[seat])
    return Answer(Discard(named_resources(cards)), order.code)


def taken(hand: Counts, ranked: list[int], number: int) -> Counts:
    """Return a number of goods of a hand, the goods ranked first before all others."""
    left, goods = number, [0] * len(hand)
    for index in ranked:
        goods[index] = min(left, hand[index])
        left -= goods[index]
    return tuple(goods)


def moved_on(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return the move of a seat that has nothing to decide."""
    order: MoveOn | None = own(book, seat, MoveOn)
    if order is None:
        return None
    move = only_move(state, seat, despite_trade=order.despite_trade)
    return None if move is None else Answer(move, order.code)


def only_move(state: State, seat: int, *, despite_trade: bool) -> AnyMove | None:
    """Return the only move of a seat, if there is no choice in it.

    Offers can be made as long as there are goods in hand. While an offer is open the seat has
    something to do: wait, close or withdraw.
    """
    if state.turn.phase is phases.DISCARD:
        return _only_discard(state, seat)
    if state.turn.phase is phases.PLAY and not despite_trade and any(state.cards.hands[seat]):
        return None
    moves = [move for move in legal.moves(state, seat) if not isinstance(move, PASSED_OVER)]
    return moves[0] if len(moves) == 1 else None


def _only_discard(state: State, seat: int) -> AnyMove | None:
    hand, owed = state.cards.hands[seat], state.turn.owed[seat]
    cards = resources(hand)
    if sum(cards) > owed and cards.count(0) < len(cards) - 1:
        return None
    return Discard(named_resources(taken(hand, list(range(len(RESOURCES))), owed)))


def orders() -> Orders[State, AnyMove]:
    """Return the orders as the kernel's contract."""
    return Orders(codec=ORDERS, occasion=occasion, answer=answer)
