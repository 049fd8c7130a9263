"""The triangular board as a bot needs it: spaces as bits, points, sides and shortest paths.

Coordinates are those of the API: a space is ``(row, column)``, pointing up when their sum is
even; a point is ``(x, y)``; a side is two points, the lesser first. A set of spaces is an integer
with the bit ``row * width + column`` for each.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Space = tuple[int, int]
Point = tuple[int, int]
Side = tuple[Point, Point]

SYMBOLS: Final = ("temple", "amphora", "horse", "lyre", "soldier")
_LETTERS: Final = "TAHLS"
_LAND: Final = frozenset("." + _LETTERS)


@dataclass(frozen=True, slots=True)
class Passages:
    """The open sides: from a space to its right (``east``), from an up space down (``south``).

    Laying a wall on an inner side takes away one bit of one of the two.
    """

    east: int
    south: int


@dataclass(frozen=True, slots=True, eq=False)
class BoardTopology:
    """A board's topology.

    ``symbol_spaces`` has one set of spaces for each of SYMBOLS; ``inner`` leads from a side
    between two spaces to the passage a wall there closes; ``coast`` are the sides with land on
    one side only; ``neighbours`` are the points one side away.
    """

    width: int
    spaces: tuple[Space, ...]
    open_spaces: int
    symbol_spaces: tuple[int, ...]
    symbol_of: dict[Space, int]
    inner: dict[Side, Passages]
    coast: frozenset[Side]
    neighbours: dict[Point, tuple[Point, ...]]
    unwalled: Passages

    def bit(self, space: Space) -> int:
        """Return the set of one space."""
        return 1 << (space[0] * self.width + space[1])

    def passages(self, walls: Iterable[Side]) -> Passages:
        """Return the passages that these walls leave."""
        return self.with_walls(self.unwalled, walls)

    def with_walls(self, passages: Passages, walls: Iterable[Side]) -> Passages:
        """Return ``passages`` with more walls."""
        east, south = passages.east, passages.south
        for side in walls:
            shut = self.inner.get(side)
            if shut is not None:
                east &= ~shut.east
                south &= ~shut.south
        return Passages(east, south)

    def split(self, spaces: int, passages: Passages) -> Iterator[int]:
        """Yield the provinces of a set of spaces, which must be whole provinces or all the land."""
        while spaces:
            part = self._reached(spaces & -spaces, passages)
            spaces &= ~part
            yield part

    def _reached(self, spaces: int, passages: Passages) -> int:
        east, south, width = passages.east, passages.south, self.width
        before = 0
        while spaces != before:
            before = spaces
            # All spaces take a step at once: a set of spaces is one number.
            spaces |= ((spaces & east) << 1) | ((spaces >> 1) & east)
            spaces |= ((spaces & south) << width) | ((spaces >> width) & south)
        return spaces

    @property
    def land(self) -> int:
        """All spaces."""
        land = self.open_spaces
        for spaces in self.symbol_spaces:
            land |= spaces
        return land


def points_of(space: Space) -> tuple[Point, Point, Point]:
    """Return the three corners of a space."""
    row, column = space
    if (row + column) % 2 == 0:
        return (column, row), (column - 1, row + 1), (column + 1, row + 1)
    return (column - 1, row), (column + 1, row), (column, row + 1)


def side_between(one: Point, other: Point) -> Side:
    """Return the side between two points, the lesser first."""
    return (one, other) if one < other else (other, one)


def sides_of(space: Space) -> tuple[Side, Side, Side]:
    """Return the three sides of a space."""
    a, b, c = points_of(space)
    return side_between(a, b), side_between(a, c), side_between(b, c)


# 200 kB for a board, which has 400 spaces at most.
@lru_cache(maxsize=8)
def board_of(rows: tuple[str, ...]) -> BoardTopology:
    """Return the board drawn by ``rows`` (``.`` open, ``TAHLS`` symbols, anything else no land)."""
    land = {
        (r, c): letter
        for r, row in enumerate(rows)
        for c, letter in enumerate(row)
        if letter in _LAND
    }
    # One column more than the widest row: a step right from its end must not reach the next row.
    width = max(map(len, rows)) + 1
    bearers: dict[Side, list[Space]] = {}
    for space in land:
        for side in sides_of(space):
            bearers.setdefault(side, []).append(space)
    inner = {side: _shut(pair, width) for side, pair in bearers.items() if len(pair) == 2}
    return BoardTopology(
        width=width,
        spaces=tuple(land),
        open_spaces=_bits(land, ".", width),
        symbol_spaces=tuple(_bits(land, letter, width) for letter in _LETTERS),
        symbol_of={s: _LETTERS.index(letter) for s, letter in land.items() if letter != "."},
        inner=inner,
        coast=frozenset(bearers.keys() - inner.keys()),
        neighbours=_neighbours(bearers),
        unwalled=Passages(
            east=_union(shut.east for shut in inner.values()),
            south=_union(shut.south for shut in inner.values()),
        ),
    )


def _bits(land: dict[Space, str], letter: str, width: int) -> int:
    return _union(1 << (r * width + c) for (r, c), each in land.items() if each == letter)


def _union(sets: Iterable[int]) -> int:
    union = 0
    for spaces in sets:
        union |= spaces
    return union


def _shut(pair: list[Space], width: int) -> Passages:
    (row, column), (other_row, _) = sorted(pair)
    bit = 1 << (row * width + column)
    return Passages(bit, 0) if row == other_row else Passages(0, bit)


def _neighbours(sides: Iterable[Side]) -> dict[Point, tuple[Point, ...]]:
    neighbours: dict[Point, list[Point]] = {}
    for one, other in sides:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    return {point: tuple(sorted(near)) for point, near in neighbours.items()}
