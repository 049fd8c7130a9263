"""The moves that events answer, to decide them again."""

from enum import StrEnum

from domain.alexander_the_great.cards import EDITION
from domain.alexander_the_great.events import (
    AdvisorChosen,
    AnyEvent,
    AuctionPaid,
    BidForfeited,
    BidMade,
    Dealt,
    Marched,
    Passed,
)
from domain.alexander_the_great.moves import AnyMove, Bid, ChooseAdvisor, March, Pass, Pay
from domain.errors import UnknownName
from domain.settlers.cards import Counts
from domain.settlers.wire.answers import move_of as settlers_move_of


def move_of(event: AnyEvent) -> AnyMove:  # noqa: PLR0911 - one case a kind
    """The move an event answers. Raises UnknownName for the deal, which no move asks for."""
    match event:
        case Marched():
            return March()
        case BidMade():
            return Bid(event.bid)
        case Passed():
            return Pass()
        case AuctionPaid():
            return _payment(event.cards, event.knights)
        case BidForfeited():
            return _payment(event.cards, 0)
        case AdvisorChosen():
            return ChooseAdvisor(event.from_)
        case Dealt():
            raise UnknownName("move", "dealt", ["none: the deal answers no move"])
        case _:
            return settlers_move_of(event, EDITION)


def _payment(cards: Counts, knights: int) -> Pay[StrEnum]:
    return Pay(EDITION.named(cards), knights)
