"""The hexagonal grid: axial hexes, the corners where they meet and the edges between corners.

A hex is ``(q, r)``, pointing up. Its centre lies at ``(2q + r, 3r)`` in steps of half a hex's width
and a quarter of its height; corners are named so too, which makes every place a pair of integers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from domain.grids.sharing import Shared

Hex = tuple[int, int]
Place = tuple[int, int]

BYTES_A_HEX = 1_300
"""The memory a hex takes, land and all: 650 at first, 2,000 when all has been asked for."""

_AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def centre(hex_: Hex) -> Place:
    """Where a hex is drawn."""
    q, r = hex_
    return (2 * q + r, 3 * r)


def corners_of(hex_: Hex) -> tuple[Place, ...]:
    """The six corners of a hex, from its top clockwise."""
    x, y = centre(hex_)
    return tuple((x + dx, y + dy) for dx, dy in _AROUND)


def neighbours_of(hex_: Hex) -> tuple[Hex, ...]:
    """The six hexes beside a hex."""
    q, r = hex_
    return tuple((q + dq, r + dr) for dq, dr in _NEIGHBOURS)


@dataclass(frozen=True)
class HexTopology:
    """Some hexes with their corners and edges, each known by its index in reading order.

    Sets of corners and of edges are bit sets: bit n is the place of index n.
    """

    hexes: tuple[Hex, ...]

    @classmethod
    def of(cls, hexes: Iterable[Hex]) -> "HexTopology":
        """The topology of hexes, put in reading order; equal ones share it."""
        ordered = tuple(sorted(hexes, key=lambda hex_: (hex_[1], hex_[0])))
        return _TOPOLOGIES.get(ordered, lambda: cls(ordered))

    @property
    def weight(self) -> int:
        """About how many bytes it takes in memory."""
        return BYTES_A_HEX * len(self.hexes)

    @cached_property
    def hex_index(self) -> dict[Hex, int]:
        """The index of each hex."""
        return {hex_: n for n, hex_ in enumerate(self.hexes)}

    @cached_property
    def corners(self) -> tuple[Place, ...]:
        """All corners."""
        found = {corner for hex_ in self.hexes for corner in corners_of(hex_)}
        return tuple(sorted(found, key=lambda place: (place[1], place[0])))

    @cached_property
    def hex_corners(self) -> tuple[tuple[int, ...], ...]:
        """For each hex its six corners, from its top clockwise."""
        index = {corner: n for n, corner in enumerate(self.corners)}
        return tuple(tuple(index[place] for place in corners_of(hex_)) for hex_ in self.hexes)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """All edges as pairs of corners, the lesser first."""
        found = {
            (min(pair), max(pair))
            for around in self.hex_corners
            for pair in zip(around, around[1:] + around[:1], strict=True)
        }
        return tuple(sorted(found))

    @cached_property
    def edge_index(self) -> dict[tuple[int, int], int]:
        """The index of each edge."""
        return {edge: n for n, edge in enumerate(self.edges)}

    @cached_property
    def corner_edges(self) -> tuple[tuple[int, ...], ...]:
        """For each corner its two or three edges."""
        found: list[list[int]] = [[] for _ in self.corners]
        for n, (one, other) in enumerate(self.edges):
            found[one].append(n)
            found[other].append(n)
        return tuple(map(tuple, found))

    @cached_property
    def corner_edge_bits(self) -> tuple[int, ...]:
        """For each corner its edges as bits."""
        return tuple(sum(1 << edge for edge in edges) for edges in self.corner_edges)

    @cached_property
    def corner_hexes(self) -> tuple[tuple[int, ...], ...]:
        """For each corner the hexes around it."""
        found: list[list[int]] = [[] for _ in self.corners]
        for hex_, around in enumerate(self.hex_corners):
            for corner in around:
                found[corner].append(hex_)
        return tuple(map(tuple, found))

    @cached_property
    def near_bits(self) -> tuple[int, ...]:
        """For each corner itself and its neighbours as bits."""
        return tuple(
            1 << n | sum(1 << self.across(edge, n) for edge in edges)
            for n, edges in enumerate(self.corner_edges)
        )

    @cached_property
    def edge_corner_bits(self) -> tuple[int, ...]:
        """For each edge its two corners as bits."""
        return tuple(1 << one | 1 << other for one, other in self.edges)

    @cached_property
    def coast(self) -> tuple[int, ...]:
        """The edges that only one hex has."""
        sides = [
            self.edge_index[min(pair), max(pair)]
            for around in self.hex_corners
            for pair in zip(around, around[1:] + around[:1], strict=True)
        ]
        return tuple(edge for edge in range(len(self.edges)) if sides.count(edge) == 1)

    def across(self, edge: int, corner: int) -> int:
        """The other corner of an edge."""
        one, other = self.edges[edge]
        return other if corner == one else one


_TOPOLOGIES: Shared[HexTopology] = Shared()


def bits(of: int) -> tuple[int, ...]:
    """The indices in a bit set, ascending."""
    found = []
    while of:
        low = of & -of
        found.append(low.bit_length() - 1)
        of ^= low
    return tuple(found)
