"""All legal moves of a seat, each playable as it stands; free choices have one default each."""

from collections.abc import Iterator

from domain.alexander_the_great import auctions
from domain.alexander_the_great.decide import DUE
from domain.alexander_the_great.decide_auction import (
    auction_of,
    forfeit_due,
    holders_to_choose,
    is_forfeit,
    knights_payable,
)
from domain.alexander_the_great.moves import MOST_BID, AnyMove, Bid, ChooseAdvisor, March, Pass, Pay
from domain.alexander_the_great.places import to_act
from domain.alexander_the_great.state import Phase, State
from domain.decider import MoveList
from domain.settlers import legal as settlers
from domain.settlers.cards import Good, most_held, named
from domain.settlers.moves import Resign


def legal_moves(
    state: State, seat: int, limit: int, of_type: str | None = None
) -> MoveList[AnyMove]:
    """The seat's legal moves; of the offers of trade, which are free to make, one by default."""
    return settlers.listed(_moves(state, seat), limit, of_type)


def _moves(state: State, seat: int) -> Iterator[AnyMove]:
    if state.phase not in DUE.values():
        yield from settlers.moves(state.base, seat)
        return
    if seat in to_act(state):
        yield from _due(state)
    if seat in state.base.staying():
        yield Resign()


def _due(state: State) -> Iterator[AnyMove]:
    match state.phase:
        case Phase.MARCH:
            yield March()
        case Phase.BID:
            yield from _bids(state)
            yield Pass()
        case Phase.PAY:
            yield from _payments(state)
        case _:
            yield from map(ChooseAdvisor, holders_to_choose(state))


def _bids(state: State) -> Iterator[AnyMove]:
    """All that the seat can pay; the next higher bid in any case where more may be bid (G16)."""
    auction = auction_of(state)
    least, most = auction.bid + 1, auctions.worth(state, auction, auction.seat)
    if state.table.options.overbidding == "penalty":
        most = max(most, least)
    yield from map(Bid, range(least, min(most, MOST_BID) + 1))


def _payments(state: State) -> Iterator[Pay[Good]]:
    """One payment for each number of knights; or what is lost for want of one."""
    auction = auction_of(state)
    hand = state.base.cards.hands[auction.seat]
    if is_forfeit(state):
        yield Pay(named(most_held(hand, forfeit_due(state, auction))))
        return
    usable = auctions.usable(state, auction, auction.seat)
    for knights in range(knights_payable(state, auction) + 1):
        due = auctions.cards_due(auction.bid, knights)
        if due <= sum(usable):
            yield Pay(named(auctions.usual_payment(usable, due)), knights)
