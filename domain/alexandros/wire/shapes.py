"""The JSON of Alexandros as types: board, position, events and what is known of moves."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from domain.alexandros.board import Symbol
from domain.alexandros.state import Phase
from domain.kernel.outcome import Outcome
from domain.wire.contract import Shapes

Point: TypeAlias = Annotated[tuple[int, int], Meta(description="A point [x, y].")]
Space: TypeAlias = Annotated[tuple[int, int], Meta(description="A space [row, column].")]
Side: TypeAlias = Annotated[tuple[Point, Point], Meta(description="A side, lesser point first.")]
Seat: TypeAlias = Annotated[int, Meta(description="A seat, from 0.")]
Slot: TypeAlias = Literal[0, 1]


class SymbolCounts(Struct):
    """Cards by symbol, every one stated."""

    temple: int
    amphora: int
    horse: int
    lyre: int
    soldier: int


class SomeSymbols(Struct):
    """Cards by symbol, those there are any of."""

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
    """A board as `POST /games` takes it back; `id` is null where it was given inline."""

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
    """A side, and whether it is part of the coast."""

    side: Side
    coast: bool


class Topology(Struct):
    """The spaces, points and sides of a board."""

    spaces: tuple[TopologySpace, ...]
    points: tuple[TopologyPoint, ...]
    sides: tuple[TopologySide, ...]


# Position
class AlexandersPlace(Struct):
    """Where Alexander stands; `space` is null before the first march."""

    point: Point
    space: Space | None


class Wall(Struct):
    """A wall."""

    side: Side
    colour: Literal["black", "red"]


class WallsLeft(Struct):
    """Walls yet to be built, by colour."""

    black: int
    red: int


class Marching(Struct):
    """The symbol to march to, and whether a joker named it (A6)."""

    symbol: Symbol
    joker: bool


class Province(Struct):
    """A province (A12), its yield, and who holds it with which governors."""

    spaces: tuple[Space, ...]
    yield_: int = field(name="yield")
    holder: Seat | None
    governors: tuple[Space, ...]


class SeatState(Struct):
    """A seat's score, governors and cards; `hand` is null where the asker may not see it."""

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
    supply: Annotated[int, Meta(description="How many cards are left in the supply.")]
    discard: SymbolCounts
    marching: Marching | None
    actions_left: int
    levied: bool
    last_turn: bool
    quiet_turns: int
    quiet_limit: int
    seats: tuple[SeatState, ...]
    provinces: tuple[Province, ...]


# Events
Pile: TypeAlias = Annotated[tuple[Symbol, ...], Meta(description="Cards, the top one first.")]
Display: TypeAlias = tuple[Symbol | None, Symbol | None]


class DealtData(Struct):
    """The opening: one card a seat, two on display, the supply."""

    first_seat: Seat
    hands: tuple[Symbol, ...]
    display: Display
    supply: Pile
    march_skipped: bool


class CardChosenData(Struct):
    """A card was chosen to march by (A1); the display was refilled."""

    from_: Literal["display", "hand"] = field(name="from")
    slot: Slot | None
    card: Symbol
    joker: Symbol | None
    refill: Symbol | None
    reshuffled: bool
    supply: Pile | None


class MarchedData(Struct):
    """Alexander marched; the new walls in the order of the way (A5), red ones last (A7)."""

    space: Space
    path: tuple[Point, ...]
    black_walls: tuple[Side, ...]
    red_walls: tuple[Side, ...]


class CardTakenData(Struct):
    """A card was taken: `card` from the display, `drawn` from the supply (A10)."""

    from_: Literal["display", "supply"] = field(name="from")
    slot: Slot | None
    card: Symbol | None
    drawn: Symbol | None
    reshuffled: bool
    supply: Pile | None


class ProvinceOccupiedData(Struct):
    """A free province was occupied (A13)."""

    province: Space
    governors: tuple[Space, ...]
    paid: SymbolCounts
    yield_: int = field(name="yield")


class ProvinceTakenOverData(ProvinceOccupiedData):
    """A seat lost a province (A14); `paid` are all the cards played, compensation included."""

    loser: Seat
    removed: tuple[Space, ...]
    compensation: SymbolCounts | None


class TaxesLeviedData(Struct):
    """Every seat scored its provinces of one governor (A16)."""

    card: Symbol
    gains: tuple[int, ...]
    scores: tuple[int, ...]
    result: Outcome | None


class GovernorRecalledData(Struct):
    """A governor was taken back (A17)."""

    space: Space


class TurnEndedData(Struct):
    """A turn passed (A19), or the game ended with it (A21); `next_seat` is null where none began.

    `march_skipped` and `last_turn` speak of the turn that begins (A8, A9).
    """

    refilled: Display
    reshuffled: bool
    supply: Pile | None
    next_seat: Seat | None
    march_skipped: bool
    last_turn: bool
    result: Outcome | None


class ResignedData(TurnEndedData):
    """A seat left with its governors and cards (A23); its own turn passed."""

    seat: Seat
    governors: tuple[Space, ...]
    cards: SymbolCounts


# Moves
class NotationFacts(Struct):
    """What is known of any move: its notation."""

    notation: str


class MarchFacts(NotationFacts):
    """The new walls of a `march`, of these the black and the red (A5, A7)."""

    walls: int
    black: int
    red: int


class ConquestFacts(NotationFacts):
    """What `occupy` and `take_over` take and bring: governors placed, cards paid, the yield.

    A takeover has the holder and how many cards of compensation are due (A15).
    """

    governors: int
    cards: SomeSymbols
    yield_: int = field(name="yield")
    holder: Seat | UnsetType = UNSET
    compensation: int | UnsetType = UNSET


class LevyFacts(NotationFacts):
    """The points that `levy_taxes` brings, by seat (A16)."""

    gains: tuple[int, ...]


SHAPES = Shapes(
    phase=Phase,
    state=State,
    board=Board,
    topology=Topology,
    facts=(MarchFacts, ConquestFacts, LevyFacts, NotationFacts),
    events={
        "dealt": DealtData,
        "card_chosen": CardChosenData,
        "marched": MarchedData,
        "card_taken": CardTakenData,
        "province_occupied": ProvinceOccupiedData,
        "province_taken_over": ProvinceTakenOverData,
        "taxes_levied": TaxesLeviedData,
        "governor_recalled": GovernorRecalledData,
        "turn_ended": TurnEndedData,
        "resigned": ResignedData,
    },
)
