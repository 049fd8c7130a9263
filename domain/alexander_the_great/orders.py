"""Standing orders: those of settlers, bids by proxy, payments by preference, and passes (G14-G16).

Bids by proxy are those of any auction house. Each seat on turn bids the least that its limit
allows; once every seat still bidding has a limit, the one with the highest jumps to one more than
the second highest, at once. Of equal limits the one given first wins.
"""

from enum import StrEnum
from itertools import islice
from typing import Annotated, ClassVar, Generic

from msgspec import Meta, Struct

from domain.alexander_the_great import auctions, legal
from domain.alexander_the_great.cards import EDITION, GOLD, Good
from domain.alexander_the_great.decide_auction import (
    auction_of,
    forfeit_due,
    is_forfeit,
    knights_payable,
)
from domain.alexander_the_great.moves import MOST_BID, AnyMove, Bid, Pass, Pay
from domain.alexander_the_great.state import (
    OWN_PHASES,
    Auction,
    Occasion,
    Phase,
    State,
)
from domain.alexander_the_great.turns import to_act
from domain.kernel.standing import Answer, Book, Orders, Standing, own
from domain.settlers import orders as base_orders
from domain.settlers.cards import Counts
from domain.settlers.moves import G_co
from domain.settlers.orders import MoveOn, taken
from domain.wire.orders import Order, OrderCodec, Span
from domain.wire.values import EACH_ONCE

Limit = Annotated[int, Meta(ge=0, le=MOST_BID)]


class BidUpTo(Order, frozen=True):
    """Bid up to this in the auction under way, at most what the seat can pay, then pass (G14)."""

    code: ClassVar[str] = "bid_up_to"
    span: ClassVar[Span] = "auction"

    most: Annotated[int, Meta(ge=1, le=MOST_BID, description="The highest bid.")]


class PassAuction(Order, frozen=True):
    """Pass from now on in the auction under way; this comes before orders to bid (G14)."""

    code: ClassVar[str] = "pass_auction"
    span: ClassVar[Span] = "auction"


class BidOn(Order, frozen=True):
    """Bid in all auctions to come, up to a limit for each event, then pass; 0 passes (G14)."""

    code: ClassVar[str] = "bid_on"

    most: Annotated[
        dict[Occasion, Limit],
        Meta(description="The highest bid by event; other events wait for the seat's own answer."),
    ]


class PassBeyondMeans(Order, frozen=True):
    """Pass where the next bid is more than the seat can pay (G16)."""

    code: ClassVar[str] = "pass_beyond_means"


class PayBy(Order, Generic[G_co], frozen=True):
    """Pay an auction's cost by this preference (G15, G16)."""

    code: ClassVar[str] = "pay_by"

    first: Annotated[
        tuple[G_co, ...],
        EACH_ONCE,
        Meta(description="The goods to pay with first, in this order; the others come after them."),
    ]
    knights: Annotated[
        bool, Meta(description="True to pay with knights before goods; else goods are enough.")
    ] = False


ORDERS = OrderCodec(
    BidUpTo,
    PassAuction,
    BidOn,
    PassBeyondMeans,
    PayBy[Good],
    base_orders.RefuseOffers,
    base_orders.RefuseEveryOffer,
    base_orders.RefuseUnpayable,
    base_orders.AcceptTerms[Good],
    base_orders.DiscardBy,
    MoveOn,
)


def occasion(state: State, seat: int, order: Order) -> str | None:
    """Return the subject that an order would have now; None for one that needs an auction."""
    if order.span != "auction":
        return base_orders.occasion(state.base, seat, order)
    auction = state.journey.auction
    return None if auction is None else f"auction {auction.crossing}"


def answer(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    """Return a seat's answer to the present demand, by the orders of all."""
    if seat not in to_act(state):
        return None
    match state.phase:
        case Phase.BID:
            return _bid(state, seat, book)
        case Phase.PAY:
            return _payment(state, seat, book) or _moved_on(state, seat, book)
        case phase if phase in OWN_PHASES:
            return _moved_on(state, seat, book)
        case _:
            return base_orders.answer(state.base, seat, book)


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
    """Return the bid by a proxy, None for a pass.

    It jumps only if all others have limits too, so that the auction is settled in one go: a limit
    that could be withdrawn afterwards must not draw out a higher bid than needed.
    """
    least, rivals = auction.bid + 1, [other for other in others if other is not None]
    is_tied = any(rival.most == proxy.most and rival.outranks(proxy) for rival in rivals)
    if proxy.most - is_tied < least:
        return None
    if len(rivals) < len(others) or any(rival.outranks(proxy) for rival in rivals):
        return least
    second = max((rival.most for rival in rivals), default=0)
    return max(least, min(proxy.most, second + 1))


def _proxy(state: State, auction: Auction, seat: int, book: Book) -> _Proxy | None:
    """Return the limit of a seat, None if it decides for itself."""
    worth = auctions.worth(state, auction, seat)
    orders = [each for each in book if each.seat == seat and each.order.code in LIMITING]
    orders.sort(key=lambda each: LIMITING.index(each.order.code))
    limits = (_limit(auction, each, worth) for each in orders)
    return next(filter(None, limits), None)


LIMITING = (PassAuction.code, BidUpTo.code, BidOn.code, PassBeyondMeans.code)
"""The orders that give a seat a limit; of several the first decides."""


def _limit(auction: Auction, given: Standing, worth: int) -> _Proxy | None:
    match given.order:
        case PassAuction():
            most = 0
        case BidUpTo(most=stated):
            most = min(stated, worth)
        case BidOn(most=by_event) if auction.occasion in by_event:
            most = min(by_event[auction.occasion], worth)
        case PassBeyondMeans() if worth <= auction.bid:
            most = worth
        case _:
            return None
    return _Proxy(most, given.rank, given.order.code)


# Payments
def _payment(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    order: PayBy[StrEnum] | None = own(book, seat, PayBy)
    if order is None:
        return None
    ranked: list[int] = [EDITION.index[good] for good in order.first]
    ranked += [index for index in range(len(EDITION.goods)) if index not in ranked]
    return Answer(_paid(state, ranked, with_knights=order.knights), order.code)


def _paid(state: State, ranked: list[int], *, with_knights: bool) -> Pay[StrEnum]:
    """Return a payment by preference, with all knights that are of use, or with the fewest."""
    auction = auction_of(state)
    if is_forfeit(state):
        hand = state.base.cards.hands[auction.seat]
        cards = taken((*hand[:GOLD], 0), ranked, forfeit_due(state, auction))
        return Pay(EDITION.named(cards))
    usable = auctions.usable(state, auction, auction.seat)
    counts = [
        n for n in range(knights_payable(state, auction) + 1) if _suffices(usable, auction, n)
    ]
    knights = counts[-1] if with_knights else counts[0]
    due = auctions.cards_due(auction.bid, knights)
    return Pay(EDITION.named(taken(usable, ranked, due)), knights)


def _suffices(usable: Counts, auction: Auction, knights: int) -> bool:
    return sum(usable) >= auctions.cards_due(auction.bid, knights)


# Moves without a choice
def _moved_on(state: State, seat: int, book: Book) -> Answer[AnyMove] | None:
    if own(book, seat, MoveOn) is None:
        return None
    moves = list(islice(legal.due(state, seat), 2))
    is_only = len(moves) == 1 and (state.phase is not Phase.PAY or _is_only_payment(state))
    return Answer(moves[0], MoveOn.code) if is_only else None


def _is_only_payment(state: State) -> bool:
    """True if there is no choice among the goods to pay with, knights aside."""
    auction = auction_of(state)
    if is_forfeit(state):
        goods, due = state.base.cards.hands[auction.seat][:GOLD], forfeit_due(state, auction)
    else:
        goods, due = auctions.usable(state, auction, auction.seat), auction.bid
    return due in (0, sum(goods)) or len(goods) - goods.count(0) == 1


def orders() -> Orders[State, AnyMove]:
    """Return the orders as the kernel's contract."""
    return Orders(codec=ORDERS, occasion=occasion, answer=answer)
