"""The legal moves of a seat, each playable as it stands; a free choice is listed as one default."""

from collections.abc import Iterator
from enum import StrEnum

from domain.alexander_the_great import auctions
from domain.alexander_the_great.cards import EDITION
from domain.alexander_the_great.decide import plays_before_march
from domain.alexander_the_great.decide_auction import (
    auction_of,
    forfeit_due,
    holders_to_choose,
    is_forfeit,
    knights_payable,
)
from domain.alexander_the_great.moves import AnyMove, Bid, ChooseAdvisor, March, Pass, Pay
from domain.alexander_the_great.state import OWN_PHASES, Phase, State
from domain.alexander_the_great.turns import to_act
from domain.kernel.decider import MoveList
from domain.settlers import legal as base_legal
from domain.settlers.cards import most_held
from domain.settlers.moves import Resign


def legal_moves(
    state: State, seat: int, limit: int, of_type: str | None = None
) -> MoveList[AnyMove]:
    """Return the seat's legal moves; trade offers, a free choice, are listed as one default.

    One bid beyond the seat's means stands for all such bids (G16).
    """
    moves = base_legal.first_moves(list(_moves(state, seat)), limit, of_type)
    # G16: the list says that it is not complete even if the limit did not cut it.
    if of_type in (None, "bid") and seat in to_act(state) and _leaves_out_bids(state):
        return MoveList(moves.moves, complete=False)
    return moves


def _moves(state: State, seat: int) -> Iterator[AnyMove]:
    # Not in the scenario's own phases, in which settlers would list trade and building.
    if state.phase not in OWN_PHASES:
        yield from base_legal.moves(state.base, seat)
        return
    if seat in to_act(state):
        yield from due(state, seat)
    if seat in state.base.staying():
        yield Resign()


def due(state: State, seat: int) -> Iterator[AnyMove]:
    """Yield the moves of the seat that acts in a phase of the scenario's own."""
    match state.phase:
        case Phase.MARCH:
            yield March()
            if plays_before_march(state):
                yield from base_legal.development_cards(state.base, seat)
        case Phase.BID:
            yield from _bids(state)
            yield Pass()
        case Phase.PAY:
            yield from _payments(state)
        case _:
            # There are several: with one holder there would be no choice, and no such phase.
            yield from map(ChooseAdvisor, holders_to_choose(state))


def _bids(state: State) -> Iterator[AnyMove]:
    auction = auction_of(state)
    yield from map(Bid, range(auction.bid + 1, auctions.most_listed(state, auction) + 1))


def _leaves_out_bids(state: State) -> bool:
    if state.phase is not Phase.BID:
        return False
    auction = auction_of(state)
    return auctions.stands_for_more(state, auction, auctions.most_listed(state, auction))


def _payments(state: State) -> Iterator[Pay[StrEnum]]:
    """Yield a payment for each number of knights, or the forfeit of a seat that cannot pay."""
    auction = auction_of(state)
    hand = state.base.cards.hands[auction.seat]
    if is_forfeit(state):
        yield Pay(EDITION.named(most_held(hand, forfeit_due(state, auction))))
        return
    # One default for each number of knights: mixes of goods are a free choice (G15).
    usable = auctions.usable(state, auction, auction.seat)
    for knights in range(knights_payable(state, auction) + 1):
        due = auctions.cards_due(auction.bid, knights)
        if due <= sum(usable):
            yield Pay(EDITION.named(auctions.default_payment(usable, due)), knights)
