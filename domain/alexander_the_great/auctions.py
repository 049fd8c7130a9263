"""Auctions: the seats bidding, their means, and default payments (G12 to G19)."""

from collections.abc import Iterable
from operator import mul

from msgspec.structs import replace

from domain.alexander_the_great.cards import EDITION, GOLD
from domain.alexander_the_great.moves import MOST_BID
from domain.alexander_the_great.state import (
    KNIGHT_WORTH,
    USEFUL,
    Auction,
    Occasion,
    State,
)
from domain.settlers import state as base_state
from domain.settlers.cards import Counts, most_held, plus, resource_cards


def new_auction(
    occasion: Occasion, crossing: int, first: int, seats: Iterable[int]
) -> Auction | None:
    """Return an auction of the seats, clockwise from ``first`` on (G14); None without seats."""
    # Seats before `first` come after the others: clockwise around the table.
    bidding = tuple(sorted(seats, key=lambda seat: (seat < first, seat)))
    if not bidding:
        return None
    return Auction(occasion=occasion, crossing=crossing, bids=(), high=None, bidding=bidding)


def after_bid(auction: Auction, bid: int) -> Auction:
    """Return the auction after the next seat's bid."""
    seat, *others = auction.bidding
    bids = (*auction.bids, (seat, bid))
    return replace(auction, bids=bids, high=(seat, bid), bidding=(*others, seat))


def after_pass(auction: Auction) -> Auction | None:
    """Return the auction after the next seat's pass; None after the last one."""
    seat, *others = auction.bidding
    if not others:
        return None
    return replace(auction, bids=(*auction.bids, (seat, None)), bidding=tuple(others))


def without(auction: Auction, seat: int, base: base_state.State) -> Auction | None:
    """Return the auction after a seat has left the game or could not pay (G16).

    If it was the highest bidder, the other seats that took part and are still in the game bid
    again, from the active seat on.
    """
    if auction.high is not None and auction.high[0] == seat:
        # The printed rules do not say whether this seat may bid again: it may not, or a seat
        # without cards could bid forever.
        bidders = {*auction.bidding, *(bidder for bidder, _ in auction.bids)} - {seat}
        seats = bidders.intersection(base.staying())
        return new_auction(auction.occasion, auction.crossing, base.turn.seat, seats)
    # A lesser bidder's leaving changes no bid, so the auction goes on.
    left = tuple(each for each in auction.bidding if each != seat)
    return replace(auction, bidding=left) if left else None


def knights_usable(state: State, auction: Auction, seat: int) -> int:
    """Return the knights that a seat may pay with: those face up, in a battle (G15)."""
    # All of them lay face up before the chip was turned up, as no card is played in an auction.
    return state.base.cards.knights[seat] if auction.occasion is Occasion.BATTLE else 0


def usable(state: State, auction: Auction, seat: int) -> Counts:
    """Return the goods of a seat's hand that the auction takes."""
    hand, useful = state.base.cards.hands[seat], USEFUL[auction.occasion]
    return tuple(map(mul, hand, useful))


def worth(state: State, auction: Auction, seat: int) -> int:
    """Return the most that a seat can pay."""
    knights = knights_usable(state, auction, seat)
    return sum(usable(state, auction, seat)) + KNIGHT_WORTH * knights


def most_listed(state: State, auction: Auction) -> int:
    """Return the highest listed bid: all that the seat can pay.

    If seats may bid beyond their means (G16), it is at least the next higher bid.
    """
    most = worth(state, auction, auction.seat)
    if state.table.options.overbidding == "penalty":
        # One bid stands for all beyond the seat's means: listing each would show a hundred moves.
        most = max(most, auction.bid + 1)
    # The schema of moves allows no more, so no more may be listed.
    return min(most, MOST_BID)


def stands_for_more(state: State, auction: Auction, bid: int) -> bool:
    """True if a listed bid stands for all higher ones, which are legal too (G16)."""
    may_overbid = state.table.options.overbidding == "penalty"
    return may_overbid and bid == most_listed(state, auction) < MOST_BID


def knights_needed(bid: int) -> int:
    """Return the number of knights that pay a bid without cards."""
    # Rounded up: a knight may overpay, without change (G15).
    return -(-bid // KNIGHT_WORTH)


def cards_due(bid: int, knights: int) -> int:
    """Return the number of cards and gold that a bid costs in addition to the knights."""
    return max(0, bid - KNIGHT_WORTH * knights)


def default_payment(hand: Counts, due: int) -> Counts:
    """Return a payment in resources, those most held first, and in gold for the rest."""
    resources = min(due, resource_cards(hand))
    # Resources first: gold is worth something in every auction.
    return plus(most_held(hand, resources), EDITION.times(due - resources, GOLD))
