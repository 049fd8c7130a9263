"""Events: those of settlers, two of them with draws, and six more; and the moves they answer."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import field

from domain.alexander_the_great import moves
from domain.alexander_the_great.cards import EDITION
from domain.alexander_the_great.state import Advisor, Occasion
from domain.errors import UnknownName
from domain.grids.hexagonal import Hex
from domain.settlers import events as base_events
from domain.settlers.cards import Counts, Development, GoodAt
from domain.settlers.events import Honours
from domain.wire.events import GameEvent, RevealingEvent

Draws = tuple[GoodAt | None, ...]
"""The resource each seat drew from the reserve, None if it drew none (G8)."""


class Dealt(RevealingEvent, frozen=True, gc=False, tag="dealt"):
    """The opening: first seat, robber, deck, chips, hands, the draws for the first turn, and the
    reserve after them."""

    first_seat: int
    robber: Hex
    deck: tuple[Development, ...]
    chips: tuple[Occasion, ...]
    hands: tuple[Counts, ...]
    draws: Draws
    reserve: tuple[GoodAt, ...]


class TurnEnded(base_events.TurnEnded, frozen=True, gc=False, tag="turn_ended"):
    """The turn passed on, and each seat drew from the reserve (G8)."""

    draws: Draws

    @property
    def reveals(self) -> bool:
        """Always true: the draws, or the rest of a reserve that closes, are shown (G8)."""
        return True


class Resigned(base_events.Resigned, frozen=True, gc=False, tag="resigned"):
    """A seat left; if its own turn passed on, the others drew from the reserve (G8)."""

    draws: Draws

    @property
    def reveals(self) -> bool:
        """Always true, as at the end of a turn (G8)."""
        return True


class Marched(GameEvent, frozen=True, gc=False, tag="marched"):
    """Alexander passed a crossing; its chip was turned up, its auction began (G12)."""

    crossing: int
    chip: Occasion | None
    auction: Occasion | None

    @property
    def reveals(self) -> bool:
        """True if a chip was turned up (G12)."""
        return self.chip is not None


class BidMade(GameEvent, frozen=True, gc=False, tag="bid_made"):
    """A seat bid; ``winner`` if no other seat is left to bid (G14)."""

    bid: int
    winner: int | None


class Passed(GameEvent, frozen=True, gc=False, tag="passed"):
    """A seat passed; ``winner`` now has to pay, ``nobody`` if no seat has bid (G17)."""

    winner: int | None
    nobody: bool


class AuctionPaid(GameEvent, frozen=True, gc=False, tag="auction_paid"):
    """The winner paid, and got a settlement on ``corner`` (G18) or the chip (G19).

    ``advisors`` are those held then, by seat; ``chooser`` has to choose a holder (G21).
    """

    cards: Counts
    knights: int
    corner: int | None
    chip: Occasion | None
    advisors: tuple[Advisor | None, ...]
    # The next choice is stated: a fold need not know the rule of takeovers.
    chooser: int | None
    honours: Honours


class BidForfeited(GameEvent, frozen=True, gc=False, tag="bid_forfeited"):
    """The winner could not pay and lost half of its resource cards; the others bid again (G16)."""

    cards: Counts


class AdvisorChosen(GameEvent, frozen=True, gc=False, tag="advisor_chosen"):
    """A seat took an advisor from another (G21)."""

    from_: int = field(name="from")
    advisors: tuple[Advisor | None, ...]
    chooser: int | None


OwnEvent: TypeAlias = Marched | BidMade | Passed | AuctionPaid | BidForfeited | AdvisorChosen
AnyEvent: TypeAlias = base_events.AnyEvent | Dealt | TurnEnded | Resigned | OwnEvent


def move_of(event: AnyEvent) -> moves.AnyMove:  # noqa: PLR0911 - one case a kind
    """Return the move an event answers. Raises UnknownName for the deal, which has none."""
    match event:
        case Marched():
            return moves.March()
        case BidMade():
            return moves.Bid(event.bid)
        case Passed():
            return moves.Pass()
        case AuctionPaid():
            return _payment(event.cards, event.knights)
        case BidForfeited():
            return _payment(event.cards, 0)
        case AdvisorChosen():
            return moves.ChooseAdvisor(event.from_)
        case Dealt():
            raise UnknownName("move", "dealt", ["none: the deal answers no move"])
        case _:
            return base_events.move_of(event, EDITION)


def _payment(cards: Counts, knights: int) -> moves.Pay[StrEnum]:
    # One move for both: whether a payment is a forfeit follows from the position (G16).
    return moves.Pay(EDITION.named(cards), knights)
