"""The position of a game of Alexandros, as immutable values."""

import enum
from dataclasses import dataclass
from typing import Literal, Self

from msgspec import Struct

from domain.alexandros.board import Board, Symbol
from domain.alexandros.cards import Counts
from domain.alexandros.rules import Options
from domain.record.outcome import Outcome
from domain.record.setup import Setup

BLACK_WALLS = 65
RED_WALLS = 10
GOVERNORS = 4
ACTIONS = 2

QUIET_ROUNDS = 25
"""Rounds without a new wall or a point after which the game ends (A9).

Seats that lay no walls could march forever, and every game has to end.
"""

# Also the reasons of the outcome (A7, A9). Records store them, so values may be added but never
# respelt.
LastTurnReason = Literal["last_wall", "no_march"]
Display = tuple[Symbol | None, Symbol | None]


class Phase(enum.Enum):
    """The phase of the acting seat's turn."""

    CHOOSE_CARD = "choose_card"
    MARCH = "march"
    ACTIONS = "actions"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Table:
    """The values that stay the same for a whole game."""

    board: Board
    options: Options
    seats: int

    @classmethod
    def of(cls, setup: Setup) -> Self:
        """Return the table of a set-up."""
        return cls(setup.board, setup.options, setup.seats)


# `gc=False` throughout: positions are trees of immutable values and cannot form a cycle, so the
# collector need not visit the thousands that a long game's fold makes.
class Marching(Struct, frozen=True, gc=False):
    """The symbol Alexander marches to, and whether a joker named it (A6)."""

    symbol: Symbol
    joker: bool


class Turn(Struct, frozen=True, gc=False):
    """The turn under way: its number from 1, the acting seat and its actions so far.

    ``last`` is the reason why no turn follows, None if one does (A7, A9). ``skipped`` has, as bits,
    the seats that skipped their march in succession up to this turn (A9).
    """

    number: int
    seat: int
    phase: Phase
    marching: Marching | None = None
    actions_left: int = ACTIONS
    levied: bool = False
    last: LastTurnReason | None = None
    skipped: int = 0


class Pieces(Struct, frozen=True, gc=False):
    """The pieces on the board, by the indices of its topology.

    Alexander's point and space (None at the start), all walls and the red ones among them as bit
    sets of sides, and each seat's governors as ascending spaces.
    """

    point: int
    space: int | None
    walls: int
    red_walls: int
    governors: tuple[tuple[int, ...], ...]

    @property
    def black_left(self) -> int:
        """The black walls not yet laid."""
        # The red walls are a subset of all walls, so the exclusive or leaves the black ones.
        return BLACK_WALLS - (self.walls ^ self.red_walls).bit_count()

    @property
    def red_left(self) -> int:
        """The red walls not yet laid."""
        return RED_WALLS - self.red_walls.bit_count()

    @property
    def walls_left(self) -> int:
        """The walls of both colours not yet laid."""
        return BLACK_WALLS + RED_WALLS - self.walls.bit_count()

    def governor_at(self, space: int) -> int | None:
        """Return the seat whose governor stands on the space, None if none does."""
        # There are at most 16 governors, so a table by space is not worth its upkeep.
        for seat, spaces in enumerate(self.governors):
            if space in spaces:
                return seat
        return None


class Cards(Struct, frozen=True, gc=False):
    """The 55 cards; the supply has its top first and is hidden from everyone.

    ``shuffles`` is the number of reshuffles of the discard (A11) on the present line.
    """

    hands: tuple[Counts, ...]
    display: Display
    supply: tuple[Symbol, ...]
    discard: Counts
    # Part of the draw's label (`supply:k`). If an undo takes a reshuffle back, the next one has the
    # same number.
    shuffles: int


class Standing(Struct, frozen=True, gc=False):
    """The seats' scores, the seats that have left (A23) and the outcome, if the game is over.

    ``progress`` is the last turn that laid a wall or scored a point (A9), 0 for none.
    """

    scores: tuple[int, ...]
    resigned: frozenset[int]
    result: Outcome | None
    progress: int = 0


class State(Struct, frozen=True, gc=False):
    """The full position, hidden cards included."""

    table: Table
    turn: Turn
    pieces: Pieces
    cards: Cards
    standing: Standing

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        return self.standing.scores

    @property
    def resigned(self) -> frozenset[int]:
        """The seats that have left."""
        return self.standing.resigned

    @property
    def result(self) -> Outcome | None:
        """The outcome, None while the game goes on."""
        return self.standing.result

    def staying(self) -> tuple[int, ...]:
        """Return the seats that have not resigned (A23)."""
        # Computed, because a second field could contradict `resigned`.
        return tuple(seat for seat in range(self.table.seats) if seat not in self.resigned)

    def governors_left(self, seat: int) -> int:
        """Return the governors in a seat's supply."""
        return GOVERNORS - len(self.pieces.governors[seat])

    @property
    def quiet_turns(self) -> int:
        """The turns in succession, this one included, without a new wall or a point (A9)."""
        return self.turn.number - self.standing.progress

    @property
    def quiet_limit(self) -> int:
        """The quiet turns after which the game ends (A9)."""
        # By the seats at the start: if each resignation lowered the limit, it could be exceeded at
        # once.
        return QUIET_ROUNDS * self.table.seats
