"""Standing orders: answers to offers, discards by preference, and turns with nothing to do."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, ClassVar, Generic

from msgspec import Meta

from domain.kernel.order_contract import WITHOUT, Answer, Book, Orders, own
from domain.settlers import legal, phases
from domain.settlers.cards import (
    RESOURCES,
    Counts,
    Edition,
    Resource,
    covers,
    named_resources,
)
from domain.settlers.moves import (
    AnswerTrade,
    AnyMove,
    Discard,
    EndTurn,
    G_co,
    Resign,
    Roll,
    Traded,
    acceptance,
)
from domain.settlers.state import State
from domain.settlers.turns import to_act
from domain.wire.orders import Order, OrderCodec, Span
from domain.wire.values import EACH_ONCE

AmountAsked = Annotated[int, Meta(ge=0, le=40)]
"""The upper bound is the same as in trades."""


class RefuseOffers(Order, frozen=True):
    """Refuse every offer of this turn (S10)."""

    code: ClassVar[str] = "refuse_offers"
    span: ClassVar[Span] = "turn"


class RefuseEveryOffer(Order, frozen=True):
    """Refuse every offer until this is withdrawn (S10)."""

    code: ClassVar[str] = "refuse_every_offer"


class RefuseAbove(Order, Generic[G_co], frozen=True):
    """Refuse every offer that asks for more of a good than this (S10)."""

    code: ClassVar[str] = "refuse_above"

    most: Annotated[
        dict[G_co, AmountAsked],
        Meta(description="The most of each good that may be asked for; of others nothing may be."),
    ]


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


# Whole three-seat games of Alexander the Great have 118 hand-overs a person. With this and other
# orders 20 to 22 are left, with `end_turn` 12. When this order looked at the hand, 9 were left; but
# a turn that ended by itself revealed that the hand allowed nothing.
class MoveOn(Order, frozen=True):
    """Roll, make the only move there is, and end the turn once nothing is held to go on with.

    It depends on public facts alone: else others could read the hand from an answer at once.
    """

    code: ClassVar[str] = "move_on"
    gone: ClassVar[Mapping[str, str]] = {"despite_trade": "end_turn"}

    keeping_cards: Annotated[
        bool, Meta(description="True to roll even while this seat holds development cards.")
    ] = False
    end_turn: Annotated[
        bool, Meta(description="True to end the turn after the roll, regardless of the hand.")
    ] = False


# Kept, so that older clients learn the successor and not only that the name is unknown.
GONE = {"refuse_unpayable": RefuseAbove.code}
"""Former kinds and their successors; the answers of the former kinds revealed the hand."""

ORDERS = OrderCodec(
    RefuseOffers,
    RefuseEveryOffer,
    RefuseAbove[Resource],
    AcceptTerms[Resource],
    DiscardBy,
    MoveOn,
    gone=GONE,
)
FOR_OFFERS = (RefuseOffers, RefuseEveryOffer, RefuseAbove, AcceptTerms)
OPEN_PHASES = (phases.FOUND_SETTLEMENT, phases.FOUND_ROAD, phases.ROADS, phases.ROBBER)
"""The phases in which the legal moves depend on public facts alone."""


def occasion(state: State, seat: int, order: Order) -> str:
    """Return the occasion of an order that is given now."""
    match order.span:
        case "turn":
            return f"turn {state.turn.number}"
        case "round":  # ends with the seat's own next turn
            return _round(state, seat)
        case _:
            return "game"


def _round(state: State, seat: int) -> str:
    """Return the name of the round up to the end of a seat's own next turn."""
    seats, turn = state.table.seats, state.turn
    # In the set-up seats act in another order; it is one turn, which belongs to the first seat.
    active = state.table.first_seat if turn.phase in phases.FOUNDING else turn.seat
    between = [n % seats for n in range(active, active + (seat - active) % seats)]
    number = turn.number + sum(map(state.stays, between))
    left = [str(n) for n in range(seats) if not state.stays(n)]
    # Without the seats that left, a later round of fewer seats could have the same name.
    return f"turn {number} of {seat}" + (WITHOUT + " ".join(left) if left else "")


def answer(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return a seat's answer to an offer, a seven or its own turn, by its orders."""
    # A seat that has answered is asked no more, so an order answers an offer once.
    if seat not in to_act(state):
        return None
    if state.turn.phase is phases.DISCARD:
        return discarded(state, seat, book)
    if seat != state.turn.seat:
        return answered_offer(state, seat, book)
    return moved_on(state, seat, book)


def may_answer(state: State, seat: int, order: Order) -> bool:
    """True if an order is for the discard, the offer or the turn that waits for a seat."""
    if state.turn.phase is phases.DISCARD:
        return isinstance(order, DiscardBy)
    return isinstance(order, FOR_OFFERS if seat != state.turn.seat else MoveOn)


def answered_offer(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return the answer to the offer under way, by the newest order that has one."""
    # The newest first: the player's last word counts if two orders would answer.
    own_orders = sorted((each for each in book if each.seat == seat), key=lambda each: -each.rank)
    answers = ((each.code, _answer_by(state, seat, each.order)) for each in own_orders)
    return next((Answer(move, code) for code, move in answers if move is not None), None)


def _answer_by(state: State, seat: int, order: Order) -> AnyMove | None:
    """Return an order's answer to the offer under way."""
    offer, edition = state.turn.offer, state.table.edition
    if offer is None:
        return None
    match order:
        case RefuseOffers() | RefuseEveryOffer():
            return AnswerTrade(False)
        # The stated limit decides, never the hand: eleven offers once revealed a whole hand
        # (commit 57692db3).
        case RefuseAbove(most=most) if not covers(edition.counted(most), offer.get):
            return AnswerTrade(False)
        case AcceptTerms() if _fits(edition, order, asked=offer.get, offered=offer.give):
            # If the terms fit but the seat cannot pay, it gives no answer, as if they did not fit:
            # a refusal would reveal the hand.
            can_pay = covers(state.cards.hands[seat], offer.get)
            return acceptance(edition, offer.give, offer.get) if can_pay else None
        case _:
            return None


def _fits(edition: Edition, terms: AcceptTerms[StrEnum], asked: Counts, offered: Counts) -> bool:
    most, least = edition.counted(terms.give), edition.counted(terms.get)
    return covers(most, asked) and covers(offered, least)


def discarded(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return the discard by a seat's preference."""
    order: DiscardBy | None = own(book, seat, DiscardBy)
    if order is None:
        return None
    # Add the other resources, as the preferred ones may be too few for the discard.
    ranked = [*order.first, *(each for each in RESOURCES if each not in order.first)]
    indices = [RESOURCES.index(each) for each in ranked]
    cards = goods_by_rank(state.cards.hands[seat], indices, state.turn.owed[seat])
    return Answer(Discard(named_resources(cards)), order.code)


def goods_by_rank(hand: Counts, ranked: list[int], number: int) -> Counts:
    """Return ``number`` goods of a hand, taken in the order of ``ranked``."""
    left, goods = number, [0] * len(hand)
    for index in ranked:
        goods[index] = min(left, hand[index])
        left -= goods[index]
    return tuple(goods)


def moved_on(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return the move of a seat that, by public facts, has nothing to decide."""
    order: MoveOn | None = own(book, seat, MoveOn)
    if order is None:
        return None
    move = _next_step(state, seat, order)
    return None if move is None else Answer(move, order.code)


def _next_step(state: State, seat: int, order: MoveOn) -> AnyMove | None:
    match state.turn.phase:
        case phases.ROLL:
            # A card may be played before the roll (S5), so a seat that holds any decides itself.
            # Only the number of cards counts: whether one is playable is hidden.
            return Roll() if order.keeping_cards or not has_cards(state, seat) else None
        case phases.PLAY:
            return EndTurn() if _may_end(state, seat, order) else None
        case phase if phase in OPEN_PHASES:
            # In these phases the list depends on the board and on public numbers, so making the
            # only move reveals nothing.
            moves = [move for move in legal.moves(state, seat) if not isinstance(move, Resign)]
            return moves[0] if len(moves) == 1 else None
        case _:
            return None


def has_cards(state: State, seat: int) -> bool:
    """True if a seat holds unplayed development cards, whose number is public."""
    return any(state.cards.developments[seat])


def _may_end(state: State, seat: int, order: MoveOn) -> bool:
    """True unless there may be something to do: an offer, free roads, or cards held."""
    # While its offer is open, the seat has to wait, close or withdraw it.
    if state.turn.offer is not None or state.turn.free_roads:
        return False
    # Any card keeps the turn open: if only a useful hand did, the end of a turn would reveal a
    # useless one.
    holds = any(state.cards.hands[seat]) or has_cards(state, seat)
    return order.end_turn or not holds


def orders() -> Orders[State, AnyMove]:
    """Return the orders as the kernel's contract."""
    return Orders(codec=ORDERS, occasion=occasion, answer=answer, may_answer=may_answer)
