"""What a seat may ask for: the moves of settlers, in which gold trades (G23), and four kinds more.

Of these the third and fourth settle an auction, and one is for a choice among advisors.
"""

from enum import StrEnum
from typing import Annotated, Generic, TypeAlias

from msgspec import Meta, field

from domain.settlers import moves as settlers
from domain.settlers.moves import G_co
from domain.wire.moves import Move

MOST_BID = 120
"""More than all that one seat could ever pay with."""

MOST_KNIGHTS = 14


class March(Move, frozen=True, tag="march"):
    """Move Alexander over the next crossing (G11)."""


class Bid(Move, frozen=True, tag="bid"):
    """Bid more than the highest bid (G14)."""

    bid: Annotated[int, Meta(ge=1, le=MOST_BID, description="The bid, higher than the last.")]


class Pass(Move, frozen=True, tag="pass"):
    """Bid no more in this auction (G14)."""


class Pay(Move, Generic[G_co], frozen=True, tag="pay"):
    """Pay one's bid (G15); or name the half of one's resource cards lost for want of it (G16)."""

    cards: Annotated[
        dict[G_co, settlers.Traded], Meta(description="What the event takes, and gold.")
    ]
    knights: Annotated[
        int, Meta(ge=0, le=MOST_KNIGHTS, description="Knights lying face up, in a battle; worth 3.")
    ] = 0


class ChooseAdvisor(Move, frozen=True, tag="choose_advisor"):
    """Choose from which of several seats with equally many chips to take the advisor (G21)."""

    from_: settlers.Seat = field(name="from")


OwnMove: TypeAlias = March | Bid | Pass | Pay[StrEnum] | ChooseAdvisor
AnyMove: TypeAlias = settlers.AnyMove | OwnMove
