"""What a seat may ask for, in the imperative; spaces are (row, column), points (x, y)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from domain.alexandros.board import Symbol
from domain.alexandros.cards import Counts
from domain.grids.triangular import Point, Space


@dataclass(frozen=True, slots=True)
class ChooseDisplayCard:
    """March by a display card (A1); ``joker`` names the symbol where it is a joker (A6)."""

    slot: Literal[0, 1]
    joker: Symbol | None = None


@dataclass(frozen=True, slots=True)
class ChooseHandCard:
    """The special march: a hand card is discarded (A1)."""

    card: Symbol


@dataclass(frozen=True, slots=True)
class March:
    """March to a space along a path of points, Alexander's first (A4)."""

    space: Space
    path: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TakeSupplyCard:
    """Take the supply's top card (A10)."""


@dataclass(frozen=True, slots=True)
class TakeDisplayCard:
    """Take a display card (A10)."""

    slot: Literal[0, 1]


@dataclass(frozen=True, slots=True)
class Occupy:
    """Occupy the free province around a space; its other symbol spaces cost cards (A13)."""

    province: Space
    governors: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Take over another seat's province (A14); ``compensation`` goes to the loser (A15)."""

    province: Space
    governors: tuple[Space, ...]
    compensation: Counts | None = None


@dataclass(frozen=True, slots=True)
class LevyTaxes:
    """Levy taxes with a card that matches one of one's governors' spaces (A16)."""

    card: Symbol


@dataclass(frozen=True, slots=True)
class Recall:
    """Take one's governor back from a space (A17)."""

    space: Space


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn (A19)."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game (A23)."""


Move: TypeAlias = (
    ChooseDisplayCard
    | ChooseHandCard
    | March
    | TakeSupplyCard
    | TakeDisplayCard
    | Occupy
    | TakeOver
    | LevyTaxes
    | Recall
    | EndTurn
    | Resign
)

MOVE_TYPES: dict[type[Move], str] = {
    ChooseDisplayCard: "choose_card",
    ChooseHandCard: "choose_card",
    March: "march",
    TakeSupplyCard: "take_card",
    TakeDisplayCard: "take_card",
    Occupy: "occupy",
    TakeOver: "take_over",
    LevyTaxes: "levy_taxes",
    Recall: "recall",
    EndTurn: "end_turn",
    Resign: "resign",
}
"""The public name of each kind of move."""
