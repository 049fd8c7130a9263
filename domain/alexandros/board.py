"""The board of Alexandros: land, symbols and named places."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from domain.grids.triangular import Point, TriangleTopology

# Caches are bounded by weight: when they were bounded by number, a thousand games on large inline
# boards took a process from 61 to 570 MB (commit 258a65db).
BYTES_A_PLACE = 300


class Symbol(enum.StrEnum):
    """The symbol on a space, and on the cards that match it."""

    TEMPLE = "temple"
    AMPHORA = "amphora"
    HORSE = "horse"
    LYRE = "lyre"
    SOLDIER = "soldier"

    @property
    def letter(self) -> str:
        """The symbol's letter in the rows of a board."""
        return self.value[0].upper()


# The order of the deck before a shuffle and of all counts: a record's draws depend on it, so it
# never changes.
SYMBOLS = tuple(Symbol)


@dataclass(frozen=True, slots=True)
class Place:
    """A name on the map, at a point."""

    point: Point
    name: str


# Boards are interned: equal ones are the same object, so they are compared by identity. Weak
# references free a board with its last game.
@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Board:
    """A valid board; ``symbols`` is by space index, None for an open space.

    ``id`` is None for an inline board; ``symbol_spaces`` lists the spaces of each symbol.
    """

    id: str | None
    title: str
    rows: tuple[str, ...]
    start: Point
    places: tuple[Place, ...]
    topology: TriangleTopology
    symbols: tuple[Symbol | None, ...]
    start_point: int
    symbol_spaces: Mapping[Symbol, tuple[int, ...]]

    @property
    def weight(self) -> int:
        """The approximate size in memory, in bytes."""
        return self.topology.weight + sum(map(len, self.rows)) + BYTES_A_PLACE * len(self.places)
