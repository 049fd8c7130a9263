"""The JSON of Alexander the Great as types, on top of those of settlers."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from domain.alexander_the_great.board import Kind, Terrain
from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.state import Advisor, Occasion
from domain.settlers.wire import shapes as base_shapes
from domain.settlers.wire.shapes import Corner, HexPair, Seat


class BoardHex(Struct):
    """A hex of a board."""

    hex: HexPair
    terrain: Terrain
    token: int | None


class BoardName(Struct):
    """A name on the map, of a hex or of a corner."""

    name: str
    hex: HexPair | UnsetType = UNSET
    corner: Corner | UnsetType = UNSET


class BoardCrossing(Struct):
    """A crossing of the route."""

    corner: Corner
    kind: Kind
    name: str


class Board(Struct):
    """A board as `POST /games` accepts it; `id` is null for a board of one's own."""

    id: str | None
    title: str
    hexes: tuple[BoardHex, ...]
    harbours: tuple[base_shapes.BoardHarbour, ...]
    names: tuple[BoardName, ...]
    start: Corner
    route: tuple[BoardCrossing, ...]


# Position
class Goods(base_shapes.Goods):
    """Cards by resource, and gold, without zeros."""

    gold: int | UnsetType = UNSET


class GoodCounts(base_shapes.ResourceCounts):
    """Cards by resource, and gold, zeros included."""

    gold: int


class ChipCounts(Struct):
    """Chips by kind, zeros included."""

    hunger: int
    bridge: int
    battle: int
    statue: int


class AlexandersPlace(Struct):
    """Alexander's place: the last crossing he passed, -1 at the start."""

    crossing: int
    corner: Corner
    barred: Annotated[bool, Meta(description="True if he cannot march now.")]


class Crossing(Struct):
    """A crossing of the route; its chip is null until Alexander has passed it."""

    corner: Corner
    kind: Kind
    name: str
    passed: bool
    chip: Occasion | None


class SeatBid(Struct):
    """A seat's bid; null for a pass."""

    seat: Seat
    bid: int | None


class HighBid(Struct):
    """The highest bid."""

    seat: Seat
    bid: int


class Auction(Struct):
    """The auction under way, the goods it takes, and the seats still in it."""

    event: Occasion
    takes: tuple[Good, ...]
    crossing: int
    seat: Annotated[Seat, Meta(description="The seat that bids or pays next.")]
    bids: tuple[SeatBid, ...]
    high: HighBid | None
    in_: tuple[Seat, ...] = field(name="in")
    knights: Annotated[tuple[int, ...], Meta(description="The knights each seat may add.")]


class SeatState(base_shapes.SeatPieces):
    """A seat's points, pieces, cards, gold, chips, advisor and rates of trade; null if hidden
    from the viewer."""

    gold: int
    chips: ChipCounts
    advisor: Advisor | None
    rates: GoodCounts


class State(base_shapes.Table[Goods]):
    """A position of Alexander the Great."""

    hexes: tuple[BoardHex, ...]
    gold_bank: int
    reserve: int
    reserve_closed: bool
    alexander: AlexandersPlace
    route: tuple[Crossing, ...]
    chips_removed: int
    auction: Auction | None
    seats: tuple[SeatState, ...]


# Moves
class MarchFacts(base_shapes.NotationFacts):
    """The crossing that `march` leads to."""

    crossing: int


class BidFacts(base_shapes.NotationFacts):
    """The means for a `bid`; one with `may_be` stands for all bids up to that (G16)."""

    affordable: bool
    may_be: int | UnsetType = UNSET


class PaymentFacts(base_shapes.NotationFacts):
    """The cost of `pay`; true if it is the forfeit of a seat that cannot pay (G16)."""

    cost: Goods
    knights: int
    forfeit: bool


class AdvisorFacts(base_shapes.NotationFacts):
    """The advisor that `choose_advisor` takes."""

    advisor: Advisor | None


class TradeFacts(base_shapes.NotationFacts):
    """The cost of a move, and its gains as far as they are known."""

    cost: Goods
    gains: Goods | UnsetType = UNSET


FACTS = (
    PaymentFacts,
    MarchFacts,
    BidFacts,
    AdvisorFacts,
    TradeFacts,
    base_shapes.NotationFacts,
)
