"""The worth of a seat's buildings and roads: production, rates and corners to settle, cached."""

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from domain.grids.hexagonal import bits
from domain.settlers.board import Land

GOODS = 5
RESTING_TOKEN = 7
MOST_WAYS = 6
"""The dice of a token n fall in ``MOST_WAYS - |7 - n|`` of 36 ways."""
NEAR = 2
"""Roads beyond its own that a seat looks for places to settle."""
LANDS_KEPT = 8


class Ground(NamedTuple):
    """Production of a seat by resource, in ways of 36, and its rates; ``blocked`` by the robber.

    ``beside`` is the production of goods that are no resources.
    """

    production: tuple[float, ...]
    blocked: float
    rates: tuple[int, ...]
    beside: float


class Spots(NamedTuple):
    """The best production of corners that a seat may settle after 0, 1 and 2 roads more."""

    best: tuple[float, ...]
    now: int


class Places:
    """The tables of a land; positions of a game ask for the same buildings and roads again."""

    def __init__(self, land: Land) -> None:
        self._land = land
        # Here and not at the functions: the hash of a land takes longer than the rest.
        self.ground = lru_cache(4096)(partial(_ground, land, self.corner_ways))
        self.spots = lru_cache(4096)(partial(_spots, land, self.best))

    @cached_property
    def corner_ways(self) -> tuple[tuple[float, ...], ...]:
        """For each corner its production by good, the robber away."""
        topology = self._land.topology
        return tuple(_ways(self._land, around) for around in topology.corner_hexes)

    @cached_property
    def _sums(self) -> tuple[float, ...]:
        return tuple(map(sum, self.corner_ways))

    def best(self, corners: int) -> float:
        """Return the highest production among corners (bits)."""
        return max((self._sums[corner] for corner in bits(corners)), default=0.0)


@lru_cache(LANDS_KEPT)
def places_of(land: Land) -> Places:
    """Return the tables of a land."""
    return Places(land)


def _ways(land: Land, hexes: tuple[int, ...]) -> tuple[float, ...]:
    ways = [0.0] * (1 + max(land.yields.values()))
    for hex_ in hexes:
        if (good := _good(land, hex_)) is not None:
            ways[good] += _number(land, hex_)
    return tuple(ways)


def _good(land: Land, hex_: int) -> int | None:
    token = land.layout.tokens[hex_]
    return None if token is None else land.yields.get(land.layout.terrains[hex_])


def _number(land: Land, hex_: int) -> float:
    """Return the ways in which a hex's token falls."""
    return float(MOST_WAYS - abs(RESTING_TOKEN - (land.layout.tokens[hex_] or 0)))


def _ground(  # noqa: PLR0913, PLR0917 - the buildings, and the ground under them
    land: Land,
    corner_ways: tuple[tuple[float, ...], ...],
    goods: int,
    settlements: int,
    cities: int,
    robber: int,
) -> Ground:
    """Return the production of a seat's buildings."""
    ways, blocked = [0.0] * goods, 0.0
    for built, times in ((settlements, 1), (cities, 2)):
        for corner in bits(built):
            for good, number in enumerate(corner_ways[corner]):
                ways[good] += times * number
    if (good_there := _good(land, robber)) is not None:
        around = land.topology.hex_corner_bits[robber]
        cards = (settlements & around).bit_count() + 2 * (cities & around).bit_count()
        blocked = cards * _number(land, robber)
        ways[good_there] -= blocked
    rates = land.rates(goods, (settlements | cities) & land.harbour_corners)
    return Ground(tuple(ways[:GOODS]), blocked, rates[:GOODS], sum(ways[GOODS:]))


def _spots(  # noqa: PLR0913, PLR0917 - the roads, and the corners at their ends
    land: Land,
    best: Callable[[int], float],
    reach: int,
    closed: int,
    paved: int,
    others: int,
) -> Spots:
    """Return the best corners within reach of a seat's roads."""
    topology, found, at = land.topology, [], reach
    now = (reach & ~closed).bit_count()
    for _ in range(NEAR + 1):
        found.append(best(at & ~closed))
        for edge in bits(topology.edges_beside(at & ~others) & ~paved):
            at |= topology.edge_corner_bits[edge]
    return Spots(tuple(found), now)
