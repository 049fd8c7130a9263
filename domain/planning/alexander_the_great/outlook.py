"""The scenario as the search sees it: settlers, and the march, auctions and advisors.

What others will bid is hidden, so no auction is thought through to its end. A higher bid
is judged as if it won; a pass, as if another seat won at the present price. To bid as long as
a win is worth more is sound, if not clever.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from domain.alexander_the_great import auctions
from domain.alexander_the_great.cards import EDITION, GOLD
from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.decide_auction import auction_of, is_forfeit, knights_payable
from domain.alexander_the_great.events import Passed
from domain.alexander_the_great.legal import due
from domain.alexander_the_great.moves import MOST_BID, Bid, March, Pass, Pay
from domain.alexander_the_great.state import CHIP_KINDS, Auction, Occasion, Phase
from domain.alexander_the_great.turns import chip_at, chips_passed, destination
from domain.planning.alexander_the_great.features import features
from domain.planning.alexander_the_great.position import Position
from domain.planning.arrays import Features
from domain.planning.search import Branches, Outcomes
from domain.planning.settlers.outlook import Outlook as BaseOutlook
from domain.settlers.cards import Counts, most_held, plus
from domain.settlers.moves import Resign

MOST_PAYMENTS = 150
"""Payments that are all compared; of more, only the listed ones and those in gold."""


class Outlook(BaseOutlook[Position]):
    """A turn of the scenario in the eyes of one seat."""

    def branches(self, position: Position, width: int) -> Branches[Position, Any]:
        """Return the moves worth a look, and the positions that follow."""
        match position.phase:
            case Phase.BID:
                moves: Sequence[Any] = _bids(position)
            case Phase.PAY:
                moves = _payments(position, is_asked=position is self._root)
            case Phase.MARCH | Phase.ADVISOR:
                moves = [each for each in position.moves() if not isinstance(each, Resign)]
            case _:
                return super().branches(position, width)
        found = [(each, self._outcomes(position, each)) for each in moves]
        return Branches(found, complete=True)

    def _outcomes(self, position: Position, move: Any) -> Outcomes[Position]:
        """Return the positions after a move, with their chances."""
        match move:
            case March():
                return self._marches(position, move)
            case Bid(bid=bid):
                return [(1.0, _outbidding(position, position.viewer, bid))]
            case Pass():
                return self._losses(position)
            case _:
                return super()._outcomes(position, move)

    def _marches(self, position: Position, move: March) -> Outcomes[Position]:
        """Return a position for each kind of chip that may be turned up."""
        whole = position.whole
        crossing = destination(position.table.board, position.journey.crossing)
        if chip_at(whole, crossing) is None:
            return [(1.0, self._after(position, move, self._chance))]
        ahead = Counter(position.journey.chips[chips_passed(whole) :])
        return [
            (n / ahead.total(), self._after(_with_chip(position, kind), move, self._chance))
            for kind in CHIP_KINDS
            if (n := ahead[kind])
        ]

    def _losses(self, position: Position) -> Outcomes[Position]:
        """Return the positions if the viewer bids no more."""
        whole = position.whole
        auction = auction_of(whole)
        if auction.high is not None:
            return [(1.0, self._sold(position, *auction.high))]
        able = [n for n in auction.bidding[1:] if auctions.worth(whole, auction, n)]
        # Without a bid so far, each of the others is as likely to get it, for little.
        if able:
            return [(1 / len(able), self._sold(position, seat, 1)) for seat in able]
        alone = _with_auction(position, replace(auction, bidding=(position.viewer,)))
        return [(1.0, alone.after(Passed(winner=None, nobody=True)))]

    def _sold(self, position: Position, seat: int, bid: int) -> Position:
        """Return the position after another seat has won, and paid as it is listed first."""
        won = _outbidding(position, seat, bid)
        payment = next(due(won.whole, seat))
        return won.after(decide(won.whole, seat, payment, self._chance))

    def goes_on(self, position: Position) -> bool:
        """True if the seat moves next, before anything but its own moves has happened."""
        phase, root = position.phase, self._root.phase
        if phase is Phase.PAY:
            return auction_of(position.whole).seat == position.viewer
        # Judged where the auction is over, for each possible winner.
        if root in _AUCTION:
            return False
        turn = position.state.turn
        if turn.seat != position.viewer or turn.number != self._root.state.turn.number:
            return False
        # A march may lead anywhere, like a roll.
        if root is Phase.MARCH:
            return phase in (Phase.MARCH, Phase.ROADS)
        return phase in _OWN and (root is Phase.ROLL) == (phase is Phase.ROLL)

    def features(self, positions: Sequence[Position]) -> Features:
        """Return the features of positions."""
        return features(positions)


_AUCTION = (Phase.BID, Phase.PAY, Phase.ADVISOR)
_OWN = (Phase.PLAY, Phase.ROADS, Phase.ROBBER, Phase.ROLL)


def _with_auction(position: Position, auction: Auction) -> Position:
    return replace(position, journey=replace(position.journey, auction=auction))


def _outbidding(position: Position, seat: int, bid: int) -> Position:
    """Return the position if a bid wins the auction."""
    auction = auction_of(position.whole)
    won = replace(auction, bids=(*auction.bids, (seat, bid)), high=(seat, bid), bidding=(seat,))
    return _with_auction(position, won)


def _with_chip(position: Position, kind: Occasion) -> Position:
    """Return the position with a kind of chip as the next one to be turned up."""
    journey, turned = position.journey, chips_passed(position.whole)
    rest = list(journey.chips[turned:])
    rest.remove(kind)
    return replace(position, journey=replace(journey, chips=(*journey.chips[:turned], kind, *rest)))


def _bids(position: Position) -> list[Any]:
    """Return the least bid, if the seat can pay it, and the pass."""
    auction = auction_of(position.whole)
    least = auction.bid + 1
    # Higher ones only cost more. None is made that cannot be paid, even where that is allowed.
    can_pay = least <= min(MOST_BID, auctions.worth(position.whole, auction, position.viewer))
    return [Bid(least), Pass()] if can_pay else [Pass()]


def _payments(position: Position, *, is_asked: bool) -> list[Any]:
    """Return the ways to pay; only some of them in an auction that is not won yet."""
    whole = position.whole
    listed = list(due(whole, position.viewer))
    if is_forfeit(whole):
        return listed
    auction = auction_of(whole)
    usable = auctions.usable(whole, auction, position.viewer)
    sums = [
        (knights, auctions.cards_due(auction.bid, knights))
        for knights in range(knights_payable(whole, auction) + 1)
    ]
    if is_asked:
        mixes = ((mix, knights) for knights, number in sums for mix in _mixes(usable, number))
        ways = list(islice(mixes, MOST_PAYMENTS + 1))
        if len(ways) <= MOST_PAYMENTS:
            return [Pay(EDITION.named(mix), knights) for mix, knights in ways]
    golden = [
        Pay(EDITION.named(_in_gold(usable, number)), knights)
        for knights, number in sums
        if number <= sum(usable)
    ]
    return [*listed, *(each for each in golden if each not in listed)]


def _in_gold(usable: Counts, number: int) -> Counts:
    gold = min(number, usable[GOLD])
    return plus(most_held(usable, number - gold), EDITION.times(gold, GOLD))


def _mixes(usable: Counts, number: int) -> Iterator[Counts]:
    """Yield the ways to take a number of goods."""
    if not usable:
        if not number:
            yield ()
        return
    first, *others = usable
    rest = tuple(others)
    for taken in range(max(0, number - sum(rest)), min(first, number) + 1):
        for mix in _mixes(rest, number - taken):
            yield (taken, *mix)
