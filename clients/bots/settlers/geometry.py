"""The hexagonal board as a bot needs it: corners and edges by the numbers that the API uses.

A hex ``[q, r]`` has its centre at ``(2q + r, 3r)``, its corners around it in the same steps;
corners are numbered in reading order, edges by their sorted pairs of corners.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Hex = tuple[int, int]
Coordinates = tuple[int, int]

_AROUND: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True, eq=False)
class BoardGeometry:
    """A board's topology: corners of hexes, edges, and the ``ways`` on from each corner.

    A way is an edge and the corner at its other end.
    """

    hexes: tuple[Hex, ...]
    hex_corners: dict[Hex, tuple[int, ...]]
    corner_hexes: tuple[tuple[Hex, ...], ...]
    edges: tuple[tuple[int, int], ...]
    ways: tuple[tuple[tuple[int, int], ...], ...]
    neighbours: tuple[tuple[int, ...], ...]


# A board has 127 hexes at most: 170 kB each.
@lru_cache(maxsize=8)
def ground_of(hexes: tuple[Hex, ...]) -> BoardGeometry:
    """Return the topology of some hexes."""
    corners = _all_corners(hexes)
    number = {corner: n for n, corner in enumerate(corners)}
    around = {hex_: tuple(number[corner] for corner in _corners_of(hex_)) for hex_ in hexes}
    edges = _edges(around.values())
    ways = _ways(edges, len(corners))
    return BoardGeometry(
        hexes=hexes,
        hex_corners=around,
        corner_hexes=tuple(
            tuple(hex_ for hex_ in hexes if n in around[hex_]) for n in range(len(corners))
        ),
        edges=edges,
        ways=ways,
        neighbours=tuple(tuple(far for _, far in leading) for leading in ways),
    )


def _corners_of(hex_: Hex) -> tuple[Coordinates, ...]:
    x, y = 2 * hex_[0] + hex_[1], 3 * hex_[1]
    return tuple((x + dx, y + dy) for dx, dy in _AROUND)


def _all_corners(hexes: Iterable[Hex]) -> list[Coordinates]:
    corners = {corner for hex_ in hexes for corner in _corners_of(hex_)}
    return sorted(corners, key=lambda corner: (corner[1], corner[0]))


def _edges(rings: Iterable[tuple[int, ...]]) -> tuple[tuple[int, int], ...]:
    edges = {
        (min(pair), max(pair))
        for ring in rings
        for pair in zip(ring, ring[1:] + ring[:1], strict=True)
    }
    return tuple(sorted(edges))


def _ways(
    edges: tuple[tuple[int, int], ...], corners: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    leading: list[list[tuple[int, int]]] = [[] for _ in range(corners)]
    for n, (one, other) in enumerate(edges):
        leading[one].append((n, other))
        leading[other].append((n, one))
    return tuple(map(tuple, leading))
