"""Grid references: names of spaces, corners and edges on boards without place names, like ``C4``.

A column is half a cell wide, on both grids: the middle of a cell lies below its letter, and letters
begin with the leftmost cell. Rows count from the topmost cell. A corner is the top of the cell
below it; if there is none, the bottom of the cell above it, or else a corner of the first cell
beside it. An edge lies between two cells or on a side of one. The page's ``game/words/grid.js``
does the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domain.grids.hexagonal import HexTopology, centre
from domain.grids.interning import memoized
from domain.grids.topology import Coordinates, Topology
from domain.grids.triangular import TriangleTopology

ALPHABET = 26
TOP, BOTTOM = "n", "s"


@dataclass(frozen=True, slots=True)
class Reference:
    """One cell, or the two beside an edge; ``part`` is a point of the compass, empty for none.

    With a part the reference is to the corner or edge there, north being the top.
    """

    cells: tuple[str, ...]
    part: str = ""


@dataclass(frozen=True, slots=True)
class References:
    """The references of a board, by the indices of its topology."""

    cells: tuple[Reference, ...]
    corners: tuple[Reference, ...]
    edges: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class _Grid:
    """How cells and corners lie: column and row of a cell, and spots in the same whole steps."""

    place: Callable[[Coordinates], Coordinates]
    middle: Callable[[Coordinates], Coordinates]
    spot: Callable[[Coordinates], Coordinates]


_TRIANGULAR = _Grid(
    place=lambda space: (space[1], space[0]),
    middle=lambda space: (space[1], 2 * space[0] + 1),
    spot=lambda point: (point[0], 2 * point[1]),
)
_HEXAGONAL = _Grid(
    place=lambda hex_: (centre(hex_)[0], hex_[1]), middle=centre, spot=lambda corner: corner
)


@memoized(16)
def triangular_references(topology: TriangleTopology) -> References:
    """Return the references of spaces, points and sides."""
    return _references(topology, _TRIANGULAR)


@memoized(16)
def hexagonal_references(topology: HexTopology) -> References:
    """Return the references of hexes, corners and edges."""
    return _references(topology, _HEXAGONAL)


def column_letters(n: int) -> str:
    """Return the letters of a column, from 0: A to Z, then AA, AB and so on."""
    more, last = divmod(n, ALPHABET)
    return (column_letters(more - 1) if more else "") + chr(ord("A") + last)


def _references(topology: Topology, grid: _Grid) -> References:
    names = _cell_names(list(map(grid.place, topology.cells)))
    middles = list(map(grid.middle, topology.cells))
    spots = list(map(grid.spot, topology.corners))
    around: list[list[Reference]] = [[] for _ in topology.corners]
    beside: list[list[tuple[str, Coordinates]]] = [[] for _ in topology.edges]
    # A topology's cells are in reading order.
    for cell, name in enumerate(names):
        for corner in topology.cell_corners[cell]:
            around[corner].append(Reference((name,), _part(middles[cell], [spots[corner]])))
        for edge in topology.cell_edges[cell]:
            beside[edge].append((name, middles[cell]))
    return References(
        tuple(Reference((name,)) for name in names),
        tuple(min(each, key=_rank) for each in around),
        tuple(
            _edge(cells, [spots[corner] for corner in pair])
            for cells, pair in zip(beside, topology.edges, strict=True)
        ),
    )


def _cell_names(places: list[Coordinates]) -> list[str]:
    first_column, first_row = (min(each) for each in zip(*places, strict=True))
    return [f"{column_letters(x - first_column)}{y - first_row + 1}" for x, y in places]


def _rank(corner: Reference) -> int:
    return (TOP, BOTTOM).index(corner.part) if corner.part in (TOP, BOTTOM) else 2


def _edge(cells: list[tuple[str, Coordinates]], ends: list[Coordinates]) -> Reference:
    names = tuple(name for name, _ in cells)
    return Reference(names, _part(cells[0][1], ends) if len(cells) == 1 else "")


def _part(middle: Coordinates, spots: Sequence[Coordinates]) -> str:
    """Return where spots lie from the middle of a cell, on the whole."""
    x = sum(across - middle[0] for across, _ in spots)
    y = sum(down - middle[1] for _, down in spots)
    return ("n" if y < 0 else "s" if y > 0 else "") + ("w" if x < 0 else "e" if x > 0 else "")
