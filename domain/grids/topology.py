"""A board's cells, the corners around them and the edges between corners, all known by index."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final, Self

from domain.grids.interning import Shared, memoized

Coordinates = tuple[int, int]
Pairs = tuple[tuple[tuple[int, int], ...], ...]
Lists = tuple[tuple[int, ...], ...]


class Topology:
    """Cells with their corners and edges in reading order; an edge is a pair of corners.

    ``cell_corners`` go round the cell as ``corners_of`` does; all other lists ascend.
    ``neighbours`` has each cell's neighbours, as pairs of a cell and the edge between.
    A set of edges or of corners is a bit set: bit n stands for index n.
    """

    bytes_a_cell: ClassVar[int]
    """The bytes of memory that a cell takes, with its share of the values derived from a board."""

    def __init__(self, cells: tuple[Coordinates, ...]) -> None:
        rings = [self.corners_of(cell) for cell in cells]
        # All are computed at once, as plain attributes: CPython 3.11 reads those a tenth faster
        # than cached properties.
        self.cells: Final = cells
        self.cell_index: Final = index(cells)
        # Sorted: indices are public numbers, and must follow from the cells alone.
        self.corners: Final = tuple(sorted({c for ring in rings for c in ring}, key=self.order))
        corner_at = index(self.corners)
        self.cell_corners: Final[Lists] = tuple(
            tuple(corner_at[corner] for corner in ring) for ring in rings
        )
        sides = [_sides(ring) for ring in self.cell_corners]
        self.edges: Final = tuple(sorted({edge for ring in sides for edge in ring}))
        edge_at = index(self.edges)
        self.cell_edges: Final[Lists] = tuple(
            tuple(sorted(edge_at[edge] for edge in ring)) for ring in sides
        )
        self.edge_cells: Final = inverted(self.cell_edges, len(self.edges))
        self.corner_edges: Final = inverted(self.edges, len(self.corners))
        self.neighbours: Final = beyond(self.cell_edges, self.edge_cells)
        self.coast: Final = tuple(n for n, each in enumerate(self.edge_cells) if len(each) == 1)

    @classmethod
    def of(cls, cells: Iterable[Coordinates]) -> Self:
        """Return the topology of a set of cells; equal sets share one."""
        ordered = tuple(sorted(set(cells), key=cls.order))
        same: Self = _TOPOLOGIES.get((cls, ordered), lambda: cls(ordered))
        return same

    @staticmethod
    def corners_of(cell: Coordinates) -> tuple[Coordinates, ...]:
        """Return the corners of a cell, going round it."""
        raise NotImplementedError

    @staticmethod
    def order(place: Coordinates) -> Coordinates:
        """Return the key that puts cells and corners in reading order."""
        raise NotImplementedError

    @property
    def weight(self) -> int:
        """About how many bytes it takes in memory, with all values derived from it."""
        return self.bytes_a_cell * len(self.cells)

    # Remembered, as a replay asks again for walls that it has shown.
    @memoized(64)
    def components(self, walls: int) -> tuple[int, ...]:
        """Return for each cell the least cell reached from it without crossing a walled edge."""
        neighbours, label = self.neighbours, [-1] * len(self.cells)
        for first in range(len(label)):
            if label[first] >= 0:
                continue
            label[first] = first
            stack = [first]
            while stack:
                for neighbour, edge in neighbours[stack.pop()]:
                    if label[neighbour] < 0 and not walls >> edge & 1:
                        label[neighbour] = first
                        stack.append(neighbour)
        return tuple(label)


_TOPOLOGIES: Shared[Any] = Shared()


def index(places: tuple[Coordinates, ...]) -> dict[Coordinates, int]:
    """Return the index of each place."""
    return {place: n for n, place in enumerate(places)}


def _sides(ring: tuple[int, ...]) -> list[tuple[int, int]]:
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    # The lesser corner first, so that both cells beside an edge name the same pair.
    return [(one, other) if one < other else (other, one) for one, other in pairs]


def inverted(lists: Lists | tuple[tuple[int, int], ...], number: int) -> Lists:
    """Return, for each number below ``number``, the indices of the lists that have it."""
    holders: list[list[int]] = [[] for _ in range(number)]
    for n, numbers in enumerate(lists):
        for each in numbers:
            holders[each].append(n)
    return tuple(map(tuple, holders))


def beyond(borders: Lists, sharers: Lists | tuple[tuple[int, int], ...]) -> Pairs:
    """Return, for each place, the others that share a border with it, each with that border."""
    return tuple(
        tuple(sorted((other, each) for each in own for other in sharers[each] if other != place))
        for place, own in enumerate(borders)
    )
