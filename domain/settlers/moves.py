"""The moves of a seat, in the imperative; hexes are [q, r], corners and edges numbers.

The classes are the API's shapes: msgspec decodes them strictly and describes them as JSON Schema.
Moves of trade are generic in the goods of an edition: here ``Resource``.
"""

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Generic, TypeAlias, TypeVar

from msgspec import Meta

from domain.settlers.cards import EACH_RESOURCE, Counts, Edition, Resource
from domain.wire.moves import Move

# Zeros are refused, so that each set of cards has one form only and equal moves compare equal.
Number = Annotated[int, Meta(ge=1, le=EACH_RESOURCE)]
Traded = Annotated[int, Meta(ge=1, le=40)]
"""Bounded well above any hand; ``decide`` checks that the seat has the cards."""
Cards: TypeAlias = Annotated[
    dict[Resource, Number], Meta(description="Numbers of cards by resource, without zeros.")
]
Corner: TypeAlias = Annotated[int, Meta(ge=0, description="A corner by its number.")]
Edge: TypeAlias = Annotated[int, Meta(ge=0, description="An edge by its number.")]
HexPair: TypeAlias = Annotated[
    tuple[int, int], Meta(description="A hex [q, r].", extra={"words": "a hex [q, r]"})
]
Victim: TypeAlias = Annotated[
    int | None,
    Meta(description="A seat with cards and a building beside the hex; null if none."),
]
Seat: TypeAlias = Annotated[int, Meta(ge=0, description="A seat by its number.")]
G_co = TypeVar("G_co", bound=StrEnum, covariant=True)


class BuildSettlement(Move, frozen=True, tag="build_settlement"):
    """Build a settlement on a corner; free in the set-up (S4, S9)."""

    corner: Corner


class BuildRoad(Move, frozen=True, tag="build_road"):
    """Build a road on an edge; free in the set-up and by a card (S4, S9)."""

    edge: Edge


class BuildCity(Move, frozen=True, tag="build_city"):
    """Replace a settlement with a city (S2, S8)."""

    corner: Corner


class Roll(Move, frozen=True, tag="roll"):
    """Roll the dice (S5)."""


class Discard(Move, frozen=True, tag="discard"):
    """Discard half of the hand after a seven (S7)."""

    cards: Cards

    @property
    def is_independent(self) -> bool:
        """Always true: no other seat changes what this one owes."""
        return True


class MoveRobber(Move, frozen=True, tag="move_robber"):
    """Move the robber after a seven, and rob a seat beside it (S7)."""

    hex: HexPair
    # A default, so that JSON may leave it out where nobody can be robbed.
    victim: Victim = None


class BuyDevelopmentCard(Move, frozen=True, tag="buy_development_card"):
    """Buy the deck's top card (S8)."""


class PlayKnight(Move, frozen=True, tag="play_knight"):
    """Play a knight: move the robber and rob a seat beside it (S5, S7)."""

    hex: HexPair
    victim: Victim = None


class PlayRoadBuilding(Move, frozen=True, tag="play_road_building"):
    """Play the card for two free roads, to be built at once (S5)."""


class PlayYearOfPlenty(Move, frozen=True, tag="play_year_of_plenty"):
    """Take two cards from the bank (S2)."""

    cards: Cards


class PlayMonopoly(Move, frozen=True, tag="play_monopoly"):
    """Take all cards of a resource from the other seats (S2)."""

    resource: Annotated[Resource, Meta(description="The resource to take.")]


class TradeWithBank(Move, Generic[G_co], frozen=True, tag="trade_with_bank"):
    """Give the bank equal goods for one of another kind (S10)."""

    give: Annotated[G_co, Meta(description="The good to give, as many as the rate requires.")]
    get: Annotated[G_co, Meta(description="The good to get, one of it.")]


class OfferTrade(Move, Generic[G_co], frozen=True, tag="offer_trade"):
    """Offer goods to all other seats, for other goods (S10)."""

    give: Annotated[dict[G_co, Traded], Meta(description="The goods to give.")]
    get: Annotated[dict[G_co, Traded], Meta(description="The goods to get.")]


class AnswerTrade(Move, Generic[G_co], frozen=True, tag="answer_trade"):
    """Accept, refuse or counter the offer, in goods this seat would get and give (S10)."""

    accept: Annotated[bool, Meta(description="True to trade.")]
    get: Annotated[
        dict[G_co, Traded] | None, Meta(description="The goods to get; as offered if left out.")
    ] = None
    give: Annotated[
        dict[G_co, Traded] | None, Meta(description="The goods to give; as asked if left out.")
    ] = None

    @property
    def is_independent(self) -> bool:
        """True for a refusal, and for full terms, which cannot accept a newer offer by mistake."""
        return not self.accept or (self.get is not None and self.give is not None)


class CloseTrade(Move, frozen=True, tag="close_trade"):
    """Trade with a seat on the terms of its answer (S10)."""

    seat: Seat


class WithdrawTrade(Move, frozen=True, tag="withdraw_trade"):
    """Withdraw the offer (S10)."""


class EndTurn(Move, frozen=True, tag="end_turn"):
    """End the turn (S5)."""


class Resign(Move, frozen=True, tag="resign"):
    """Leave the game."""


PlayCard: TypeAlias = PlayKnight | PlayRoadBuilding | PlayYearOfPlenty | PlayMonopoly
CardMove: TypeAlias = BuyDevelopmentCard | PlayCard
TradeMove: TypeAlias = (
    TradeWithBank[StrEnum] | OfferTrade[StrEnum] | AnswerTrade[StrEnum] | CloseTrade | WithdrawTrade
)
PhasedMove: TypeAlias = (
    BuildSettlement
    | BuildRoad
    | BuildCity
    | Roll
    | Discard
    | MoveRobber
    | CardMove
    | TradeMove
    | EndTurn
)
AnyMove: TypeAlias = PhasedMove | Resign


# Cached: it took 1.9 µs to list an acceptance and a refusal, and takes 0.4 with the cache
# (commit 01220c95). The terms are stated, so that it cannot accept a later offer by mistake.
@lru_cache(maxsize=1024)
def acceptance(edition: Edition, give: Counts, get: Counts) -> AnswerTrade[StrEnum]:
    """Return the acceptance, stated in full, of the offering seat's terms."""
    return AnswerTrade(True, edition.named(give), edition.named(get))
