"""The rules of the march, bids, payments and advisors (G11 to G21)."""

from enum import StrEnum

from domain.alexander_the_great import auctions, refusals, turns
from domain.alexander_the_great.advisors import (
    after_chip,
    after_takeovers,
    holders_outdone,
    swapped,
)
from domain.alexander_the_great.board import Kind
from domain.alexander_the_great.cards import EDITION, GOLD
from domain.alexander_the_great.events import (
    AdvisorChosen,
    AuctionPaid,
    BidForfeited,
    BidMade,
    Marched,
    Passed,
)
from domain.alexander_the_great.moves import Bid, ChooseAdvisor, Pay
from domain.alexander_the_great.state import USEFUL, Auction, Occasion, State
from domain.settlers.cards import Counts, covers, resource_cards
from domain.settlers.events import Honours
from domain.settlers.places import settlements_left
from domain.settlers.state import LARGEST_ARMY_FROM
from domain.settlers.turns import holder_of, honours_after_settlement, unchanged


def march(state: State) -> Marched:
    """Return the march over the next crossing; its temple or chip begins an auction (G12)."""
    # The march is a move of its own, so that turning up the chip is an event and raises the undo
    # floor.
    crossing = turns.destination(state.table.board, state.journey.crossing)
    chip = turns.chip_at(state, crossing)
    is_temple = state.table.board.route[crossing].kind is Kind.TEMPLE
    # G18: no auction where the distance rule allows no settlement.
    founding = Occasion.FOUNDING if is_temple and turns.is_free(state, crossing) else None
    return Marched(crossing=crossing, chip=chip, auction=chip or founding)


def auction_of(state: State) -> Auction:
    """Return the auction under way."""
    assert state.journey.auction is not None
    return state.journey.auction


def bid(state: State, move: Bid) -> BidMade:
    """Return the bid: above the highest (G14), within the seat's means unless by option (G16)."""
    auction = auction_of(state)
    # G14 before G16: a bid that is too low is so even if the seat cannot pay it.
    if move.bid <= auction.bid:
        raise refusals.BidTooLow(bid=move.bid, least=auction.bid + 1)
    most = auctions.worth(state, auction, auction.seat)
    if state.table.options.overbidding == "capped" and move.bid > most:
        raise refusals.BidTooHigh(bid=move.bid, most=most)
    return BidMade(bid=move.bid, winner=auctions.after_bid(auction, move.bid).winner)


def pass_bid(state: State) -> Passed:
    """Return the pass, which is final (G14)."""
    after = auctions.after_pass(auction_of(state))
    return Passed(winner=None if after is None else after.winner, nobody=after is None)


# Payment
def pay(state: State, move: Pay[StrEnum]) -> AuctionPaid | BidForfeited:
    """Return the payment of a bid, or the forfeit of half of the resource cards (G15, G16)."""
    auction = auction_of(state)
    # Only with `penalty`: with `capped` no bid exceeds what the seat can pay.
    if is_forfeit(state):
        return _forfeit(state, auction, move)
    cards = _payment(state, auction, move)
    if auction.occasion is Occasion.FOUNDING:
        return _founding(state, auction, cards)
    return _chip_won(state, auction, cards, move.knights)


def _payment(state: State, auction: Auction, move: Pay[StrEnum]) -> Counts:
    """Return the goods of a legal payment (G15)."""
    useful, cards = EDITION.named(USEFUL[auction.occasion]), EDITION.counted(move.cards)
    # Kinds are checked before the number: useless goods would be wrong in any number.
    if useless := [good for good in EDITION.named(cards) if good not in useful]:
        raise refusals.NotOfUse(goods=useless, useful=list(useful))
    most = knights_payable(state, auction)
    # Knights are checked before cards, as they determine how many cards are due.
    if move.knights > most:
        raise refusals.TooManyKnights(knights=move.knights, most=most)
    due = auctions.cards_due(auction.bid, move.knights)
    if sum(cards) != due:
        raise refusals.WrongPayment(knights=move.knights, due=due, given=sum(cards))
    _check_held(state, auction, cards)
    return cards


def knights_payable(state: State, auction: Auction) -> int:
    """Return the most knights that may be in the payment; none may be superfluous (G15)."""
    usable = auctions.knights_usable(state, auction, auction.seat)
    # Otherwise a seat could rid its army of knights for nothing.
    return min(usable, auctions.knights_needed(auction.bid))


def _check_held(state: State, auction: Auction, cards: Counts) -> None:
    hand = state.base.cards.hands[auction.seat]
    if not covers(hand, cards):
        raise refusals.NotInHand(price=EDITION.named(cards), hand=EDITION.named(hand))


def is_forfeit(state: State) -> bool:
    """True if the winner cannot pay its bid (G16)."""
    auction = auction_of(state)
    return auctions.worth(state, auction, auction.seat) < auction.bid


def forfeit_due(state: State, auction: Auction) -> int:
    """Return the number of resource cards lost by a seat that cannot pay (G16)."""
    return resource_cards(state.base.cards.hands[auction.seat]) // 2


def _forfeit(state: State, auction: Auction, move: Pay[StrEnum]) -> BidForfeited:
    due, cards = forfeit_due(state, auction), EDITION.counted(move.cards)
    # G16: only resource cards are lost, half of them.
    if move.knights or cards[GOLD] or sum(cards) != due:
        raise refusals.WrongForfeit(due=due, given=sum(cards) + move.knights)
    _check_held(state, auction, cards)
    return BidForfeited(cards=cards)


def _founding(state: State, auction: Auction, cards: Counts) -> AuctionPaid:
    """Return the payment of a founding; its settlement needs a piece (G18)."""
    # The rules of settlers build for the active seat.
    base, corner = turns.acting(state.base, auction.seat), None
    honours = unchanged(base)
    # G18: without a piece the winner pays and places nothing.
    if settlements_left(base, auction.seat):
        corner = state.table.board.route[auction.crossing].corner
        honours = honours_after_settlement(base, corner)
    return AuctionPaid(
        cards=cards,
        knights=0,
        corner=corner,
        chip=None,
        advisors=state.journey.advisors,
        chooser=None,
        honours=honours,
    )


def _chip_won(state: State, auction: Auction, cards: Counts, knights: int) -> AuctionPaid:
    """Return the payment for a chip, with the advisors after it (G19 to G21)."""
    seat = auction.seat
    # The new chip is counted here, as advisors are decided before the event is applied.
    chips = tuple(state.chips(n) + (n == seat) for n in range(state.table.seats))
    advisors, chooser = after_chip(chips, state.journey.advisors, seat, state.base.staying())
    return AuctionPaid(
        cards=cards,
        knights=knights,
        corner=None,
        chip=auction.occasion,
        advisors=advisors,
        chooser=chooser,
        honours=_honours_after_knights(state, seat, knights),
    )


def _honours_after_knights(state: State, seat: int, spent: int) -> Honours:
    """Return the honours after a seat has spent knights (G24)."""
    honours = unchanged(state.base)
    if not spent:
        return honours
    staying, knights = state.base.staying(), state.base.cards.knights
    sizes = tuple(
        (knights[n] - spent * (n == seat)) * (n in staying) for n in range(state.table.seats)
    )
    # G24: a seat that spends knights may lose the largest army, so S11 decides as after a loss.
    army = holder_of(sizes, honours.largest_army, LARGEST_ARMY_FROM)
    return Honours(honours.roads, honours.longest_road, army)


# Advisors
def holders_to_choose(state: State) -> tuple[int, ...]:
    """Return the seats from which the choosing seat may take an advisor (G21)."""
    chooser = state.journey.chooser
    assert chooser is not None
    return holders_outdone(_chips(state), state.journey.advisors, chooser)


def choose_advisor(state: State, move: ChooseAdvisor) -> AdvisorChosen:
    """Return the choice among seats with equally many chips (G21)."""
    legal, chooser = holders_to_choose(state), state.journey.chooser
    if move.from_ not in legal or chooser is None:
        raise refusals.NotTheirAdvisor(seat=move.from_, legal=list(legal))
    held = swapped(state.journey.advisors, chooser, move.from_)
    # The swap may lead to further takeovers, and to another choice.
    advisors, next_chooser = after_takeovers(_chips(state), held, state.base.staying())
    return AdvisorChosen(from_=move.from_, advisors=advisors, chooser=next_chooser)


def _chips(state: State) -> tuple[int, ...]:
    return tuple(state.chips(seat) for seat in range(state.table.seats))
