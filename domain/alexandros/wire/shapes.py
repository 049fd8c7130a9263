"""The JSON of Alexandros as types: boards, positions and facts."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from domain.alexandros.board import Symbol
from domain.alexandros.events import Seat, Side
from domain.alexandros.moves import Point, Space


class SymbolCounts(Struct):
    """Cards by symbol, zeros included."""

    temple: int
    amphora: int
    horse: int
    lyre: int
    soldier: int


class SomeSymbols(Struct):
    """Cards by symbol, without zeros."""

    temple: int | UnsetType = UNSET
    amphora: int | UnsetType = UNSET
    horse: int | UnsetType = UNSET
    lyre: int | UnsetType = UNSET
    soldier: int | UnsetType = UNSET


# Board
class Place(Struct):
    """A name on the map."""

    point: Point
    name: str


class Board(Struct):
    """A board as `POST /games` accepts it; `id` is null for a board of one's own."""

    id: str | None
    title: str
    rows: tuple[str, ...]
    start: Point
    places: tuple[Place, ...]


class TopologySpace(Struct):
    """A space, its symbol and its three points."""

    space: Space
    up: bool
    symbol: Symbol | None
    points: tuple[Point, ...]


class TopologyPoint(Struct):
    """A point, and where it is drawn, in lengths of a side."""

    point: Point
    at: tuple[float, float]


class TopologySide(Struct):
    """A side; `coast` if it is part of the coast."""

    side: Side
    coast: bool


class Topology(Struct):
    """The spaces, points and sides of a board."""

    spaces: tuple[TopologySpace, ...]
    points: tuple[TopologyPoint, ...]
    sides: tuple[TopologySide, ...]


# Position
class AlexandersPlace(Struct):
    """Alexander's point and space; `space` is null before the first march."""

    point: Point
    space: Space | None


class Wall(Struct):
    """A wall."""

    side: Side
    colour: Literal["black", "red"]


class WallsLeft(Struct):
    """Walls left to build, by colour."""

    black: int
    red: int


class Marching(Struct):
    """The symbol to march to; `joker` if a joker named it (A6)."""

    symbol: Symbol
    joker: bool


class Province(Struct):
    """A province (A12), its yield, its holder and the governors in it."""

    spaces: tuple[Space, ...]
    yield_: int = field(name="yield")
    holder: Seat | None
    governors: tuple[Space, ...]


class SeatState(Struct):
    """A seat's score, governors and cards; `hand` is null if hidden from the viewer."""

    score: int
    governors: tuple[Space, ...]
    governors_left: int
    cards: int
    hand: SymbolCounts | None
    resigned: bool


class State(Struct):
    """A position of Alexandros; all lists of spaces, walls and provinces are sorted."""

    alexander: AlexandersPlace
    walls: tuple[Wall, ...]
    walls_left: WallsLeft
    display: tuple[Symbol | None, Symbol | None]
    supply: Annotated[int, Meta(description="The number of cards left in the supply.")]
    discard: SymbolCounts
    marching: Marching | None
    actions_left: int
    levied: bool
    last_turn: bool
    quiet_turns: int
    quiet_limit: int
    seats: tuple[SeatState, ...]
    provinces: tuple[Province, ...]


# Moves
class NotationFacts(Struct):
    """The facts of any move: its notation."""

    notation: str


class CardFacts(NotationFacts):
    """Whether `choose_card` or `take_card` turns up a card, which only some undo policies undo."""

    reveals: bool


class ChosenCardFacts(CardFacts):
    """Whether `choose_card` turns up a card, and the spaces that Alexander may then march to.

    They are the closest free ones that the walls can pay for (A4, A8). A joker has a move for each
    symbol that it may name, with the spaces of that symbol (A6).
    """

    spaces: Annotated[
        tuple[Space, ...],
        Meta(
            max_length=100,
            description="The spaces `[row, column]`, sorted. Only the first 100 are listed.",
        ),
    ]


class MarchFacts(NotationFacts):
    """The new walls of a `march`: all, black and red ones (A5, A7)."""

    walls: int
    black: int
    red: int


class ConquestFacts(NotationFacts):
    """The cost and gain of `occupy` and `take_over`: governors placed, cards paid, the yield.

    A takeover has the holder and the number of cards due as compensation (A15).
    """

    governors: int
    cards: SomeSymbols
    yield_: int = field(name="yield")
    holder: Seat | UnsetType = UNSET
    compensation: int | UnsetType = UNSET


class LevyFacts(NotationFacts):
    """The points that `levy_taxes` brings, by seat (A16)."""

    gains: tuple[int, ...]


FACTS = (ChosenCardFacts, CardFacts, MarchFacts, ConquestFacts, LevyFacts, NotationFacts)
