"""The moves of a seat, in the imperative: those of settlers, with gold in trade (G23), and more."""

from enum import StrEnum
from typing import Annotated, Generic, TypeAlias

from msgspec import Meta, field

from domain.settlers import moves as base_moves
from domain.settlers.moves import G_co
from domain.wire.moves import Move

MOST_BID = 120
"""More than one seat could ever pay."""

# All of the deck (S2).
MOST_KNIGHTS = 14


class March(Move, frozen=True, tag="march"):
    """Move Alexander over the next crossing (G11)."""


class Bid(Move, frozen=True, tag="bid"):
    """Bid more than the highest bid (G14)."""

    bid: Annotated[int, Meta(ge=1, le=MOST_BID, description="The bid, higher than the last.")]


class Pass(Move, frozen=True, tag="pass"):
    """Bid no more in this auction (G14)."""


class Pay(Move, Generic[G_co], frozen=True, tag="pay"):
    """Pay the bid (G15), or half of the resource cards if the bid cannot be paid (G16)."""

    cards: Annotated[
        dict[G_co, base_moves.Traded], Meta(description="The goods paid, of those the event takes.")
    ]
    knights: Annotated[
        int, Meta(ge=0, le=MOST_KNIGHTS, description="Knights face up, in a battle; worth 3 each.")
    ] = 0


class ChooseAdvisor(Move, frozen=True, tag="choose_advisor"):
    """Choose the seat to take an advisor from, of several with equally many chips (G21)."""

    from_: base_moves.Seat = field(name="from")


OwnMove: TypeAlias = March | Bid | Pass | Pay[StrEnum] | ChooseAdvisor
AnyMove: TypeAlias = base_moves.AnyMove | OwnMove
