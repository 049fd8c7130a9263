"""Positions as text, for people.

Each row of triangles is two lines. The first shows points and the sides that lie flat:
``+`` a point, ``@`` Alexander's, ``-----`` a black wall, ``=====`` a red one. The second shows the
spaces and the sides that slope: ``/`` and ``\\`` black walls, ``%`` a red one. An open space is
``.``, any other its symbol's letter. A ``*`` before it means that Alexander occupies it; a digit
after it is the seat whose governor stands there. Sides without walls are blank::

    start: 0 0
        +       +       +
        . \\ T   .   A1% .
    +       +-------@       +
        S0  .  *H   .   L
        +       +       +

A heading gives the start point.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.alexandros.board import Board
from domain.alexandros.state import State
from domain.grids.triangular import Point, Side, Space, points_of, sides_of

WIDTH = 4
"""Characters from one column of triangles to the next."""


# In coordinates, so that tests can parse a drawing without a board.
@dataclass(frozen=True, slots=True)
class Position:
    """The public facts of a board in play, in coordinates, without a topology."""

    start: Point
    land: Mapping[Space, str]
    point: Point
    space: Space | None
    walls: Mapping[Side, str] = field(default_factory=dict)
    governors: Mapping[Space, int] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the board, blank for water."""
        last = max(r for r, _ in self.land)
        width = 1 + max(c for _, c in self.land)
        lines = ("".join(self.land.get((r, c), " ") for c in range(width)) for r in range(last + 1))
        return tuple(line.rstrip() for line in lines)


def position_of(state: State) -> Position:
    """Return the public facts of a state's board."""
    board, pieces = state.table.board, state.pieces
    topology = board.topology
    return Position(
        start=board.start,
        land=_letters(board),
        point=topology.points[pieces.point],
        space=None if pieces.space is None else topology.spaces[pieces.space],
        walls={
            side: "red" if pieces.red_walls >> n & 1 else "black"
            for n, side in enumerate(topology.sides)
            if pieces.walls >> n & 1
        },
        governors={
            topology.spaces[space]: seat
            for seat, spaces in enumerate(pieces.governors)
            for space in spaces
        },
    )


def _letters(board: Board) -> dict[Space, str]:
    return {
        space: symbol.letter if symbol else "."
        for space, symbol in zip(board.topology.spaces, board.symbols, strict=True)
    }


def draw(position: Position) -> str:
    """Return the board of a position as text."""
    canvas = _Canvas()
    for space, letter in position.land.items():
        _draw_space(canvas, position, space, letter)
    # Last, over the plus of the point.
    canvas.put(*point_at(position.point), "@")
    x, y = position.start
    return "\n".join([f"start: {x} {y}", *canvas.lines()])


def _draw_space(canvas: "_Canvas", position: Position, space: Space, letter: str) -> None:
    line, column = space_at(space)
    holder = position.governors.get(space)
    before = "*" if space == position.space else " "
    canvas.put(line, column - 1, f"{before}{letter}{' ' if holder is None else holder}")
    # Neighbours draw shared points and sides again, with the same marks.
    for point in points_of(space):
        canvas.put(*point_at(point), "+")
    for side in sides_of(space):
        if colour := position.walls.get(side):
            _draw_wall(canvas, side, colour)


def _draw_wall(canvas: "_Canvas", side: Side, colour: str) -> None:
    line, column = point_at(side[0])
    if is_flat(side):
        mark = "-" if colour == "black" else "="
        canvas.put(line, column + 1, mark * (2 * WIDTH - 1))
        return
    upper, lower = sorted(side, key=lambda point: point[1])
    line, column = slope_at(upper, lower)
    # A red slope has one mark for both directions, as no second pair of slanting signs exists in
    # ASCII.
    mark = "\\" if lower[0] > upper[0] else "/"
    canvas.put(line, column, mark if colour == "black" else "%")


def is_flat(side: Side) -> bool:
    """Return True if a side lies between two points of one row."""
    return side[0][1] == side[1][1]


def point_at(point: Point) -> tuple[int, int]:
    """Return the line and column of a point."""
    x, y = point
    return (2 * y, WIDTH * (x + 1))


def space_at(space: Space) -> tuple[int, int]:
    """Return the line and column of a space."""
    r, c = space
    return (2 * r + 1, WIDTH * (c + 1))


def slope_at(upper: Point, lower: Point) -> tuple[int, int]:
    """Return the line and column of a side that slopes."""
    line, column = point_at(upper)
    return (line + 1, column + (lower[0] - upper[0]) * WIDTH // 2)


class _Canvas:
    """Lines of text that can be written to anywhere."""

    def __init__(self) -> None:
        self._marks: dict[tuple[int, int], str] = {}

    def put(self, line: int, column: int, text: str) -> None:
        for offset, mark in enumerate(text):
            self._marks[line, column + offset] = mark

    def lines(self) -> list[str]:
        last = max(line for line, _ in self._marks)
        return [self._line(line) for line in range(last + 1)]

    def _line(self, line: int) -> str:
        width = 1 + max((column for at, column in self._marks if at == line), default=-1)
        return "".join(self._marks.get((line, column), " ") for column in range(width)).rstrip()
