"""The hexagonal board as a bot needs it: corners and edges by the numbers that the API uses.

A hex ``[q, r]`` has its centre at ``(2q + r, 3r)``, its corners around it in the same steps;
corners are numbered in reading order, edges by their sorted pairs of corners.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Hex = tuple[int, int]
Place = tuple[int, int]

_AROUND: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A board's topology: corners of hexes, edges, and what meets at a corner."""

    hexes: tuple[Hex, ...]
    hex_corners: dict[Hex, tuple[int, ...]]
    corner_hexes: tuple[tuple[Hex, ...], ...]
    edges: tuple[tuple[int, int], ...]
    corner_edges: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]

    def across(self, edge: int, corner: int) -> int:
        """The other corner of an edge."""
        one, other = self.edges[edge]
        return other if corner == one else one


@lru_cache(maxsize=8)  # a board has 127 hexes at most: 170 kB
def ground_of(hexes: tuple[Hex, ...]) -> Ground:
    """The topology of some hexes."""
    places = _corner_places(hexes)
    number = {place: n for n, place in enumerate(places)}
    around = {hex_: tuple(number[place] for place in _places_of(hex_)) for hex_ in hexes}
    edges = _edges(around.values())
    met = _edges_at(edges, len(places))
    return Ground(
        hexes=hexes,
        hex_corners=around,
        corner_hexes=tuple(
            tuple(hex_ for hex_ in hexes if n in around[hex_]) for n in range(len(places))
        ),
        edges=edges,
        corner_edges=met,
        neighbours=tuple(
            tuple(sum(edges[edge]) - n for edge in at_corner) for n, at_corner in enumerate(met)
        ),
    )


def _places_of(hex_: Hex) -> tuple[Place, ...]:
    x, y = 2 * hex_[0] + hex_[1], 3 * hex_[1]
    return tuple((x + dx, y + dy) for dx, dy in _AROUND)


def _corner_places(hexes: Iterable[Hex]) -> list[Place]:
    found = {place for hex_ in hexes for place in _places_of(hex_)}
    return sorted(found, key=lambda place: (place[1], place[0]))


def _edges(rings: Iterable[tuple[int, ...]]) -> tuple[tuple[int, int], ...]:
    found = {
        (min(pair), max(pair))
        for ring in rings
        for pair in zip(ring, ring[1:] + ring[:1], strict=True)
    }
    return tuple(sorted(found))


def _edges_at(edges: tuple[tuple[int, int], ...], corners: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(corners)]
    for n, (one, other) in enumerate(edges):
        found[one].append(n)
        found[other].append(n)
    return tuple(map(tuple, found))
