"""What happened, in the past tense: facts with the outcome of chance, and what followed of them."""

from typing import TypeAlias

from msgspec import Struct

from domain.grids.hexagonal import Hex
from domain.kernel.outcome import Outcome
from domain.settlers.board import Layout
from domain.settlers.cards import Counts, Development, GoodAt


class Honours(Struct, frozen=True, gc=False):
    """Each seat's longest road, and who holds the longest road and the largest army (S11)."""

    roads: tuple[int, ...]
    longest_road: int | None
    largest_army: int | None


class Happening(Struct, frozen=True, gc=False, kw_only=True):
    """An event; ``result`` stands in the one that ended the game."""

    result: Outcome | None = None


class Dealt(Happening, frozen=True, gc=False):
    """The opening: the board laid out, the deck of development cards (top first), who begins."""

    first_seat: int
    layout: Layout
    deck: tuple[Development, ...]


class SettlementBuilt(Happening, frozen=True, gc=False):
    """A settlement was built; ``gains`` is what the second of the set-up brought (S4)."""

    corner: int
    paid: Counts
    gains: Counts
    honours: Honours


class RoadBuilt(Happening, frozen=True, gc=False):
    """A road was built; in the set-up the next seat founds then (S4)."""

    edge: int
    paid: Counts
    honours: Honours


class CityBuilt(Happening, frozen=True, gc=False):
    """A settlement became a city."""

    corner: int


class DiceRolled(Happening, frozen=True, gc=False):
    """The dice were rolled: each seat's gains (S6), or the cards each has to discard (S7)."""

    dice: tuple[int, int]
    gains: tuple[Counts, ...]
    owed: tuple[int, ...]


class CardsDiscarded(Happening, frozen=True, gc=False):
    """A seat discarded (S7)."""

    seat: int
    cards: Counts


class RobberMoved(Happening, frozen=True, gc=False):
    """The robber was moved, by a seven or a knight (S7); ``stolen`` holds the place of the
    resource taken for the thief and the victim, None for every other seat."""

    hex: Hex
    victim: int | None
    stolen: tuple[GoodAt | None, ...]
    by_knight: bool
    honours: Honours


class DevelopmentCardBought(Happening, frozen=True, gc=False):
    """The deck's top card was bought (S8)."""

    card: Development


class RoadBuildingPlayed(Happening, frozen=True, gc=False):
    """Two roads are to be built for nothing, or as many as can be laid (S5)."""

    roads: int


class YearOfPlentyPlayed(Happening, frozen=True, gc=False):
    """Two cards were taken from the bank (S2)."""

    cards: Counts


class MonopolyPlayed(Happening, frozen=True, gc=False):
    """All cards of a resource were taken: ``taken`` from each seat (S2)."""

    resource: GoodAt
    taken: tuple[int, ...]


class TradedWithBank(Happening, frozen=True, gc=False):
    """Cards were changed with the bank (S10)."""

    give: Counts
    get: Counts


class TradeOffered(Happening, frozen=True, gc=False):
    """Cards were offered for cards (S10)."""

    give: Counts
    get: Counts


class TradeAnswered(Happening, frozen=True, gc=False):
    """A seat accepted, refused or countered; ``give`` and ``get`` are the offering seat's side."""

    seat: int
    accepted: bool
    give: Counts
    get: Counts


class TradeClosed(Happening, frozen=True, gc=False):
    """The active seat traded with another; ``give`` and ``get`` are the active seat's (S10)."""

    seat: int
    give: Counts
    get: Counts


class TradeWithdrawn(Happening, frozen=True, gc=False):
    """The offer was withdrawn."""


class TurnEnded(Happening, frozen=True, gc=False):
    """The turn passed to the next seat clockwise that has not left."""


class Resigned(Happening, frozen=True, gc=False):
    """A seat left; its cards go to the bank, its pieces stay. Its own turn passes on."""

    seat: int
    honours: Honours


CardEvent: TypeAlias = (
    DevelopmentCardBought | RoadBuildingPlayed | YearOfPlentyPlayed | MonopolyPlayed
)
TradeEvent: TypeAlias = TradedWithBank | TradeOffered | TradeAnswered | TradeClosed | TradeWithdrawn
AnyEvent: TypeAlias = (
    Dealt
    | SettlementBuilt
    | RoadBuilt
    | CityBuilt
    | DiceRolled
    | CardsDiscarded
    | RobberMoved
    | CardEvent
    | TradeEvent
    | TurnEnded
    | Resigned
)

EVENT_TYPES: dict[type[Happening], str] = {
    Dealt: "dealt",
    SettlementBuilt: "settlement_built",
    RoadBuilt: "road_built",
    CityBuilt: "city_built",
    DiceRolled: "dice_rolled",
    CardsDiscarded: "cards_discarded",
    RobberMoved: "robber_moved",
    DevelopmentCardBought: "development_card_bought",
    RoadBuildingPlayed: "road_building_played",
    YearOfPlentyPlayed: "year_of_plenty_played",
    MonopolyPlayed: "monopoly_played",
    TradedWithBank: "traded_with_bank",
    TradeOffered: "trade_offered",
    TradeAnswered: "trade_answered",
    TradeClosed: "trade_closed",
    TradeWithdrawn: "trade_withdrawn",
    TurnEnded: "turn_ended",
    Resigned: "resigned",
}
"""The stored type of each event."""


def reveals(event: AnyEvent) -> bool:
    """Whether an event showed its own seat hidden information or the outcome of chance."""
    return isinstance(event, Dealt | DiceRolled | DevelopmentCardBought | MonopolyPlayed) or (
        isinstance(event, RobberMoved) and event.victim is not None
    )
