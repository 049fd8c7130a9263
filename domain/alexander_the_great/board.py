"""Boards of the scenario: hexes with gold rivers, and Alexander's route over corners (G6, G7)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from domain.alexander_the_great.cards import GOLD
from domain.grids.hexagonal import Hex
from domain.settlers import board as base_board
from domain.settlers.cards import GoodAt

CHIPS_LAID = 25
LEAST_TEMPLES, MOST_TEMPLES = 11, 13
GATES = 3


# Not derived from that of settlers: an enum with members has no subclasses. The shared names have
# the same values, by which tables look terrains up.
class Terrain(enum.StrEnum):
    """The terrain of a hex (S1, G9)."""

    HILLS = "hills"
    FOREST = "forest"
    PASTURE = "pasture"
    FIELDS = "fields"
    MOUNTAINS = "mountains"
    DESERT = "desert"
    GOLD_RIVER = "gold_river"


class Kind(enum.StrEnum):
    """The kind of a crossing (G6)."""

    TEMPLE = "temple"
    CHIP = "chip"
    EMPTY = "empty"
    GATE = "gate"
    PERSEPOLIS = "persepolis"


@dataclass(frozen=True, slots=True)
class Crossing:
    """A corner of the route (G6)."""

    corner: int
    kind: Kind
    name: str


@dataclass(frozen=True, slots=True)
class Name:
    """A name on the map, of a hex or of a corner."""

    at: Hex | int
    name: str


class Land(base_board.Land):
    """A board laid out whose rivers yield gold (G9)."""

    yields: ClassVar[Mapping[str, GoodAt]] = {**base_board.YIELDS, Terrain.GOLD_RIVER: GOLD}


@dataclass(frozen=True)
class Board(base_board.Board):
    """A board with the corner Alexander starts from, and his route, Persepolis last."""

    start: int
    route: tuple[Crossing, ...]
    names: tuple[Name, ...]

    @cached_property
    def land(self) -> Land:
        """The board laid out."""
        assert self.layout is not None
        return Land(self.topology, self.layout)

    @cached_property
    def chip_numbers(self) -> tuple[int | None, ...]:
        """The number of each crossing's chip, None without one."""
        # Chips lie on the route in its order, so a crossing's chip follows from the chips before
        # it.
        numbers, n = [], 0
        for crossing in self.route:
            is_chip = crossing.kind is Kind.CHIP
            numbers.append(n if is_chip else None)
            n += is_chip
        return tuple(numbers)

    @cached_property
    def deserts(self) -> tuple[int, ...]:
        """The deserts in reading order."""
        assert self.layout is not None
        terrains = enumerate(self.layout.terrains)
        return tuple(hex_ for hex_, terrain in terrains if terrain == Terrain.DESERT)

    @cached_property
    def closed_ahead(self) -> tuple[int, ...]:
        """By number of crossings passed, the corners on and beside those ahead (G22), as bits."""
        closed = [0]
        # From the end backwards, so that each step adds one crossing to those ahead.
        for crossing in reversed(self.route):
            closed.append(closed[-1] | self.topology.near_bits[crossing.corner])
        return tuple(reversed(closed))

    def corner_of(self, crossing: int) -> int:
        """Return the corner of a crossing; -1 stands for the start."""
        return self.start if crossing < 0 else self.route[crossing].corner
