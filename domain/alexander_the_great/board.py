"""Boards of the scenario: land with gold rivers, and Alexander's route over corners (G6, G7)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from domain.alexander_the_great.cards import GOLD
from domain.grids.hexagonal import Hex
from domain.settlers import board as settlers
from domain.settlers.cards import GoodAt

CHIPS_LAID = 25
LEAST_TEMPLES, MOST_TEMPLES = 11, 13
GATES = 3


class Terrain(enum.StrEnum):
    """What a hex is."""

    HILLS = "hills"
    FOREST = "forest"
    PASTURE = "pasture"
    FIELDS = "fields"
    MOUNTAINS = "mountains"
    DESERT = "desert"
    GOLD_RIVER = "gold_river"


class Kind(enum.StrEnum):
    """What a place of the route bears (G6)."""

    TEMPLE = "temple"
    CHIP = "chip"
    EMPTY = "empty"
    GATE = "gate"
    PERSEPOLIS = "persepolis"


@dataclass(frozen=True, slots=True)
class Crossing:
    """A place of the route."""

    corner: int
    kind: Kind
    name: str


@dataclass(frozen=True, slots=True)
class Name:
    """A name on the map, of a hex or of a corner."""

    at: Hex | int
    name: str


class Land(settlers.Land):
    """A board laid out, on which rivers yield gold (G9)."""

    yields: ClassVar[Mapping[str, GoodAt]] = {**settlers.YIELDS, Terrain.GOLD_RIVER: GOLD}


@dataclass(frozen=True)
class Board(settlers.Board):
    """A board with Alexander's way: the corner he starts from, and the route, Persepolis last."""

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
        """For each place of the route the number of its chip, None where there is none."""
        found, n = [], 0
        for crossing in self.route:
            is_chip = crossing.kind is Kind.CHIP
            found.append(n if is_chip else None)
            n += is_chip
        return tuple(found)

    @cached_property
    def deserts(self) -> tuple[int, ...]:
        """The deserts in reading order."""
        assert self.layout is not None
        terrains = enumerate(self.layout.terrains)
        return tuple(hex_ for hex_, terrain in terrains if terrain == Terrain.DESERT)

    @cached_property
    def closed_ahead(self) -> tuple[int, ...]:
        """By the places passed: the corners on and beside those not yet passed (G22), as bits."""
        found = [0]
        for crossing in reversed(self.route):
            found.append(found[-1] | self.topology.near_bits[crossing.corner])
        return tuple(reversed(found))

    def corner_of(self, place: int) -> int:
        """The corner of a place of the route, of the start for -1."""
        return self.start if place < 0 else self.route[place].corner
