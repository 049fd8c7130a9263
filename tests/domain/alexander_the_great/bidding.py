"""Auctions to test bids and payments on."""

from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.moves import Bid, Pass, Pay
from domain.alexander_the_great.state import Occasion
from domain.settlers.cards import Counts
from tests.domain.alexander_the_great.conftest import at_auction, begun, play, with_hands

FOUNDING, HUNGER, BRIDGE, BATTLE, STATUE = (
    Occasion.FOUNDING,
    Occasion.HUNGER,
    Occasion.BRIDGE,
    Occasion.BATTLE,
    Occasion.STATUE,
)
RICH: Counts = (4, 4, 4, 4, 4, 8)
POOR: Counts = (0, 0, 0, 0, 0, 0)


def rich(occasion: Occasion, seat: int = 0, seats: int = 4, **options):
    """An auction at its opening in which every seat has enough of everything."""
    return at_auction(with_hands(begun(seats, **options), *[RICH] * seats), occasion, seat)


def bids(state, *bids: int | None):
    """The position after bids in turn, None a pass, each by the seat whose it is."""
    for bid in bids:
        move = Pass() if bid is None else Bid(bid)
        state = play(state, (state.journey.auction.seat, move))
    return state


def paid(cards: dict[str, int], knights: int = 0) -> Pay:
    return Pay({Good(name): n for name, n in cards.items()}, knights)
