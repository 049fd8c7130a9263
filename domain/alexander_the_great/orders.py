"""Standing orders: those of settlers, bids by proxy, payments by preference, and passes (G14-G16).

Bids by proxy work as in any auction house. Each seat on turn bids the least that its limit allows.
Once every seat still bidding has a limit, the seat with the highest one jumps at once to the least
bid that wins, the second highest limit. Of equal limits the one given first wins.
"""

from enum import StrEnum
from itertools import islice
from typing import Annotated, ClassVar, Generic, TypeAlias

import msgspec
from msgspec import Meta, Struct

from domain.alexander_the_great import auctions, legal
from domain.alexander_the_great.cards import EDITION, GOLD, Good
from domain.alexander_the_great.decide import plays_before_march
from domain.alexander_the_great.decide_auction import (
    auction_of,
    forfeit_due,
    is_forfeit,
    knights_payable,
)
from domain.alexander_the_great.moves import MOST_BID, AnyMove, Bid, March, Pass, Pay
from domain.alexander_the_great.state import (
    OWN_PHASES,
    Auction,
    Occasion,
    Phase,
    State,
)
from domain.alexander_the_great.turns import to_act
from domain.kernel.order_contract import Answer, Book, Orders, Standing, own
from domain.settlers import orders as base_orders
from domain.settlers.cards import Counts
from domain.settlers.moves import G_co
from domain.settlers.orders import MoveOn, goods_by_rank
from domain.wire.orders import Order, OrderCodec, Span
from domain.wire.values import EACH_ONCE

Limit = Annotated[int, Meta(ge=0, le=MOST_BID)]
Limits: TypeAlias = dict[Occasion, Limit]


class BidUpTo(Order, frozen=True):
    """Bid up to this in the auction under way, at most what the seat can pay, then pass (G14)."""

    code: ClassVar[str] = "bid_up_to"
    span: ClassVar[Span] = "auction"

    most: Annotated[int, Meta(ge=1, le=MOST_BID, description="The highest bid.")]

    def rest_after(self, newer: Order) -> Order | None:
        """Return the order unless a newer one decides in this auction."""
        return None if isinstance(newer, BidUpTo | PassAuction) else self


class PassAuction(Order, frozen=True):
    """Pass from now on in the auction under way (G14)."""

    code: ClassVar[str] = "pass_auction"
    span: ClassVar[Span] = "auction"

    def rest_after(self, newer: Order) -> Order | None:
        """Return the order unless a newer one decides in this auction."""
        return None if isinstance(newer, BidUpTo | PassAuction) else self


class BidOn(Order, frozen=True):
    """Bid in all auctions to come, up to a limit for each event, then pass; 0 passes (G14)."""

    code: ClassVar[str] = "bid_on"

    most: Annotated[
        Limits,
        Meta(description="The highest bid by event; other events wait for the seat's own answer."),
    ]

    def rest_after(self, newer: Order) -> Order | None:
        """Return the order for the events that a newer one does not name."""
        return _rest(self, newer)


class PassAbove(Order, frozen=True):
    """Pass once the next bid would be above a limit for the event; below it wait (G14)."""

    code: ClassVar[str] = "pass_above"

    most: Annotated[
        Limits,
        Meta(
            description="The highest bid by event that the seat might make; 0 passes at once, and "
            "other events wait for the seat's own answer."
        ),
    ]

    def rest_after(self, newer: Order) -> Order | None:
        """Return the order for the events that a newer one does not name."""
        return _rest(self, newer)


def _rest(order: BidOn | PassAbove, newer: Order) -> Order | None:
    """Return an order by event without the events of a newer one, None if none are left."""
    # A newer order of the same kind replaces it whole, not event by event.
    if type(order) is type(newer):
        return None
    if not isinstance(newer, BidOn | PassAbove):
        return order
    most = {event: limit for event, limit in order.most.items() if event not in newer.most}
    return msgspec.structs.replace(order, most=most) if most else None


class PayBy(Order, Generic[G_co], frozen=True):
    """Pay an auction's cost by this preference (G15, G16)."""

    code: ClassVar[str] = "pay_by"

    first: Annotated[
        tuple[G_co, ...],
        EACH_ONCE,
        Meta(description="The goods to pay with first, in this order; the others come after them."),
    ]
    knights: Annotated[
        bool,
        Meta(
            description="True to pay with knights first; otherwise only where goods are not enough."
        ),
    ] = False


ORDERS = OrderCodec(
    BidUpTo,
    PassAuction,
    BidOn,
    PassAbove,
    PayBy[Good],
    base_orders.RefuseOffers,
    base_orders.RefuseEveryOffer,
    base_orders.RefuseAbove[Good],
    base_orders.AcceptTerms[Good],
    base_orders.DiscardBy,
    MoveOn,
    gone={"pass_beyond_means": PassAbove.code, **base_orders.GONE},
)


def occasion(state: State, seat: int, order: Order) -> str | None:
    """Return the occasion that an order would have now; None if it needs an auction under way."""
    if order.span != "auction":
        return base_orders.occasion(state.base, seat, order)
    auction = state.journey.auction
    # Named by the crossing, to which Alexander comes once, so that an undo back into the auction
    # gives the same name.
    return None if auction is None else f"auction {auction.crossing}"


def answer(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return a seat's answer to the present demand, from the orders of all seats."""
    if seat not in to_act(state):
        return None
    match state.phase:
        case Phase.BID:
            return _bid(state, seat, book)
        case Phase.PAY:
            return _payment(state, seat, book)
        case phase if phase in OWN_PHASES:
            return _moved_on(state, seat, book)
        case _:
            return base_orders.answer(state.base, seat, book)


def may_answer(state: State, seat: int, order: Order) -> bool:
    """True if an order is for the bid, the payment or the other demand that waits for a seat."""
    match state.phase:
        case Phase.BID:
            return _limits(order, auction_of(state))
        case Phase.PAY:
            return isinstance(order, PayBy)
        case phase if phase in OWN_PHASES:
            return isinstance(order, MoveOn)
        case _:
            return base_orders.may_answer(state.base, seat, order)


def unmet_limit(state: State, seat: int, book: Book) -> str | None:
    """Return the code of a seat's order that passes above a limit but has not passed yet."""
    if state.phase is not Phase.BID or seat not in to_act(state):
        return None
    given = _limiting(auction_of(state), seat, book)
    return PassAbove.code if given is not None and isinstance(given.order, PassAbove) else None


# Bids
class _Proxy(Struct, frozen=True):
    """The limit of a seat in an auction, the order it follows from, and that order's rank."""

    most: int
    rank: int
    code: str

    def outranks(self, other: "_Proxy") -> bool:
        """True if this limit wins against another one."""
        return (self.most, -self.rank) > (other.most, -other.rank)


def _bid(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    auction = auction_of(state)
    proxies = {bidder: _proxy(state, auction, bidder, book) for bidder in auction.bidding}
    proxy = proxies.pop(seat)
    if proxy is None:
        return None
    bid = _next_bid(auction, proxy, list(proxies.values()))
    return Answer(Pass() if bid is None else Bid(bid), proxy.code)


def _next_bid(auction: Auction, proxy: _Proxy, others: list[_Proxy | None]) -> int | None:
    """Return the bid by a proxy, None for a pass."""
    least, rivals = auction.bid + 1, [other for other in others if other is not None]
    is_tied = any(rival.most == proxy.most and rival.outranks(proxy) for rival in rivals)
    # Of equal limits the one given first wins, so the later one bids at most one less.
    if proxy.most - is_tied < least:
        return None
    # It jumps only if all others have limits too, so that the auction ends at once: a limit that
    # could be withdrawn afterwards must not cause a higher bid than needed.
    if len(rivals) < len(others) or any(rival.outranks(proxy) for rival in rivals):
        return least
    # No rival can bid more than the second highest limit: that bid wins already.
    return max([least, *(rival.most for rival in rivals)])


def _proxy(state: State, auction: Auction, seat: int, book: Book) -> _Proxy | None:
    """Return the limit of a seat, None if it decides for itself."""
    given = _limiting(auction, seat, book)
    if given is None:
        return None
    match given.order:
        case BidUpTo(most=stated):
            # The hand only caps a limit, which then looks like a lower one.
            most = min(stated, auctions.worth(state, auction, seat))
        case BidOn(most=by_event):
            most = min(by_event[auction.occasion], auctions.worth(state, auction, seat))
        # Below the limit the order says nothing: the seat decides for itself.
        case PassAbove(most=by_event) if by_event[auction.occasion] <= auction.bid:
            most = by_event[auction.occasion]
        case PassAuction():
            most = 0
        case _:
            return None
    return _Proxy(most, given.rank, given.code)


def _limiting(auction: Auction, seat: int, book: Book) -> Standing | None:
    """Return the order that limits a seat's bids: one for this auction comes before all others."""
    orders = [each for each in book if each.seat == seat and _limits(each.order, auction)]
    # None if any of them sleeps: a sleeping limit must not raise another seat's bid either.
    if any(each.asleep for each in orders):
        return None
    return max(orders, key=lambda each: (each.order.span == "auction", each.rank), default=None)


def _limits(order: Order, auction: Auction) -> bool:
    if isinstance(order, BidOn | PassAbove):
        return auction.occasion in order.most
    return isinstance(order, BidUpTo | PassAuction)


# Payments
def _payment(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    order: PayBy[StrEnum] | None = own(book, seat, PayBy)
    if order is None:
        return None
    ranked: list[int] = [EDITION.index[good] for good in order.first]
    ranked += [index for index in range(len(EDITION.goods)) if index not in ranked]
    return Answer(_paid(state, ranked, with_knights=order.knights), order.code)


def _paid(state: State, ranked: list[int], *, with_knights: bool) -> Pay[StrEnum]:
    """Return a payment by preference, with all useful knights or with the fewest."""
    auction = auction_of(state)
    if is_forfeit(state):
        hand = state.base.cards.hands[auction.seat]
        # G16: gold is not lost, so the preference passes over it.
        cards = goods_by_rank((*hand[:GOLD], 0), ranked, forfeit_due(state, auction))
        return Pay(EDITION.named(cards))
    usable = auctions.usable(state, auction, auction.seat)
    counts = [
        n for n in range(knights_payable(state, auction) + 1) if _suffices(usable, auction, n)
    ]
    # Never empty: the winner of an auction that is no forfeit can pay.
    knights = counts[-1] if with_knights else counts[0]
    due = auctions.cards_due(auction.bid, knights)
    return Pay(EDITION.named(goods_by_rank(usable, ranked, due)), knights)


def _suffices(usable: Counts, auction: Auction, knights: int) -> bool:
    return sum(usable) >= auctions.cards_due(auction.bid, knights)


# Moves without a choice
def _moved_on(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    order: MoveOn | None = own(book, seat, MoveOn)
    if order is None:
        return None
    if state.phase is Phase.MARCH:
        return Answer(March(), order.code) if _may_march(state, seat, order) else None
    # Two are enough to know whether there is a choice.
    moves = list(islice(legal.due(state, seat), 2))
    return Answer(moves[0], order.code) if len(moves) == 1 else None


def _may_march(state: State, seat: int, order: MoveOn) -> bool:
    """True unless a development card might be played before the march (S5)."""
    keeps = order.keeping_cards or not base_orders.has_cards(state.base, seat)
    # It depends on the number of cards, which is public: whether one is playable would reveal the
    # hand.
    return keeps or not plays_before_march(state)


def orders() -> Orders[State, AnyMove]:
    """Return the orders as the kernel's contract."""
    return Orders(
        codec=ORDERS, occasion=occasion, answer=answer, may_answer=may_answer, asked=unmet_limit
    )
