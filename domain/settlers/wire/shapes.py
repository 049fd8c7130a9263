"""The JSON of settlers as types: boards, positions, events and facts."""

from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.settlers.board import Terrain
from domain.settlers.cards import Resource

HexPair: TypeAlias = Annotated[tuple[int, int], Meta(description="A hex [q, r].")]
Corner: TypeAlias = Annotated[int, Meta(description="A corner by its number.")]
Edge: TypeAlias = Annotated[int, Meta(description="An edge by its number.")]
Seat: TypeAlias = Annotated[int, Meta(description="A seat, from 0.")]


# Cards
class ResourceCounts(Struct):
    """Cards by resource, zeros included."""

    brick: int
    lumber: int
    wool: int
    grain: int
    ore: int


class Goods(Struct):
    """Cards by resource, without zeros."""

    brick: int | UnsetType = UNSET
    lumber: int | UnsetType = UNSET
    wool: int | UnsetType = UNSET
    grain: int | UnsetType = UNSET
    ore: int | UnsetType = UNSET


G = TypeVar("G")
"""The goods of an edition."""


class DevelopmentCounts(Struct):
    """Development cards by kind, zeros included."""

    knight: int
    victory_point: int
    road_building: int
    year_of_plenty: int
    monopoly: int


# Board
class BoardHex(Struct):
    """A hex of a board; terrain and token are null if each game shuffles them."""

    hex: HexPair
    terrain: Terrain | None
    token: int | None


class BoardHarbour(Struct):
    """A harbour on an edge; the resource is null if it takes any."""

    edge: Edge
    resource: Resource | None


class Board(Struct):
    """A board as `POST /games` accepts it; `id` is null for a board of one's own."""

    id: str | None
    title: str
    hexes: tuple[BoardHex, ...]
    harbours: tuple[BoardHarbour, ...]


class TopologyHex(Struct):
    """A hex, its centre (x in half widths, y in quarters of heights) and its six corners."""

    hex: HexPair
    centre: tuple[int, int]
    corners: tuple[Corner, ...]


class Topology(Struct):
    """Places of hexes and corners, edges by their two corners, and the edges of the coast."""

    hexes: tuple[TopologyHex, ...]
    corners: tuple[tuple[int, int], ...]
    edges: tuple[tuple[Corner, Corner], ...]
    coast: tuple[Edge, ...]


class Layout(Struct):
    """The layout of a board: terrains and tokens in the order of its hexes, and harbours."""

    terrains: tuple[Terrain, ...]
    tokens: tuple[int | None, ...]
    harbours: tuple[BoardHarbour, ...]


# Position
class LaidHex(Struct):
    """A hex with its terrain and token."""

    hex: HexPair
    terrain: Terrain
    token: int | None


class Prices(Struct, Generic[G]):
    """The prices of moves, by type (S8)."""

    build_road: G
    build_settlement: G
    build_city: G
    buy_development_card: G


class Terms(Struct, Generic[G]):
    """The goods the offering seat would give and get."""

    give: G
    get: G


class Offer(Terms[G], Generic[G]):
    """The active seat's offer; each seat's answer: null until it comes, `refused`, or the
    terms accepted."""

    answers: tuple[Literal["refused"] | Terms[G] | None, ...]


class Declined(Terms[G], Generic[G]):
    """The terms of an offer, and the seats that have refused them and whose hands have not changed
    since."""

    seats: tuple[Seat, ...]


class SeatPieces(Struct):
    """A seat's points, pieces and cards; null if hidden from the viewer."""

    points: int
    hidden_points: int | None
    settlements: tuple[Corner, ...]
    cities: tuple[Corner, ...]
    roads: tuple[Edge, ...]
    settlements_left: int
    cities_left: int
    roads_left: int
    cards: int
    hand: ResourceCounts | None
    development_cards: int
    developments: DevelopmentCounts | None
    bought: DevelopmentCounts | None
    knights: int
    road_length: int
    owed: int
    resigned: bool


class SeatState(SeatPieces):
    """A seat's points, pieces, cards and rates of trade; null if hidden from the viewer."""

    rates: ResourceCounts


class Table(Struct, Generic[G]):
    """The open cards and pieces of the table."""

    harbours: tuple[BoardHarbour, ...]
    robber: HexPair
    bank: ResourceCounts
    deck: int
    dice: tuple[int, int] | None
    founded_corner: Corner | None
    free_roads: int
    prices: Prices[G]
    card_played: bool
    offer: Offer[G] | None
    declined: tuple[Declined[G], ...]
    longest_road: Seat | None
    largest_army: Seat | None


class State(Table[Goods]):
    """A position of settlers."""

    hexes: tuple[LaidHex, ...]
    seats: tuple[SeatState, ...]


# Moves
class NotationFacts(Struct):
    """The facts of any move: its notation."""

    notation: str


class TradeFacts(NotationFacts):
    """The cost of a move, and its gains as far as they are known."""

    cost: Goods
    gains: Goods | UnsetType = UNSET


FACTS = (TradeFacts, NotationFacts)
