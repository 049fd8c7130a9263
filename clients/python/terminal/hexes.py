"""The boards of settlers and of Alexander the Great: hexes with numbered corners and edges.

Each hex shows its terrain and number, in brackets where the robber stands. ``s0`` is a settlement
of seat 0, ``C0`` a city; ``/0``, ``\\0`` and ``|0`` are its roads. A number at a corner, an edge
or a hex is where a legal move may go, as the move names it. ``@`` is Alexander; ahead of him ``T``
is a temple, ``c`` a chip, ``g`` a gate, ``P`` Persepolis, ``x`` a crossing without any.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..shapes import JsonObject
from .canvas import Canvas, Drawing, middle, seat_style

_WIDTH: Final = 4
"""Columns from a hex's middle to its upright side."""

_LINES: Final = 4
"""Lines from one row of hexes to the next."""

_KINDS: Final = {"temple": "T", "chip": "c", "gate": "g", "goal": "P"}
_SHORT: Final = {"gold_river": "gold"}
_MOST_BOARD: Final = 100
"""Numbers of so many places would hide the board; fewer are drawn."""

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where corners, edges and hexes are on the canvas."""

    corners: list[list[int]]
    edges: list[list[int]]
    centres: dict[tuple[int, int], list[int]]

    def corner(self, number: int) -> Place:
        return _place(self.corners[number])

    def edge(self, number: int) -> Place:
        (one, left), (other, right) = map(self.corner, self.edges[number])
        return ((one + other) // 2, (left + right) // 2)

    def hex(self, place: list[int]) -> Place:
        return _place(self.centres[place[0], place[1]])


def draw(view: JsonObject, drawn: JsonObject, targets: JsonObject) -> Drawing:
    """Return the drawing of a view; ``targets`` has ``corners``, ``edges``, ``hexes`` of moves."""
    canvas, grid = Canvas(), _grid(drawn["topology"])
    _draw_land(canvas, grid, view["state"])
    _draw_harbours(canvas, grid, view["state"])
    for place, text, style in (*_route(grid, view["state"]), *_pieces(grid, view)):
        canvas.centre(*place, text, style)
    # Last, over all pieces: a number that a move is typed by must be in sight.
    aims = dict(_aims(grid, targets))
    for place, text in aims.items():
        canvas.centre(*place, text, "target")
    return Drawing(canvas, _focus(grid, view["state"], list(aims)))


def _grid(topology: JsonObject) -> _Grid:
    centres = {(each["hex"][0], each["hex"][1]): each["centre"] for each in topology["hexes"]}
    return _Grid(topology["corners"], topology["edges"], centres)


def _place(at: list[int]) -> Place:
    """Return the line and column of a point in the topology's units.

    A row of hexes is three units high. Of a row's corners the upper two units stand one line apart
    from the slanting edges between them.
    """
    x, y = at
    row, within = divmod(y + 2, 3)
    return (row * _LINES + (0, 2, 3)[within], x * _WIDTH)


def _draw_land(canvas: Canvas, grid: _Grid, state: JsonObject) -> None:
    for number in range(len(grid.edges)):
        canvas.centre(*grid.edge(number), _edge_mark(grid, number), "dim")
    for number in range(len(grid.corners)):
        canvas.centre(*grid.corner(number), ".", "dim")
    for each in state["hexes"]:
        words, terrain = _hex_words(each), each["terrain"] or ""
        robbed = each["hex"] == state["robber"]
        canvas.centre(*grid.hex(each["hex"]), f"[{words}]" if robbed else words, terrain)


def _hex_words(each: JsonObject) -> str:
    terrain = each["terrain"] or "?"
    return f"{_SHORT.get(terrain, terrain)[:3]}{each['token'] or ''}"


def _edge_mark(grid: _Grid, number: int) -> str:
    (_, left), (_, right) = sorted(map(grid.corner, grid.edges[number]))
    if left == right:
        return "|"
    return "\\" if right > left else "/"


def _draw_harbours(canvas: Canvas, grid: _Grid, state: JsonObject) -> None:
    middle_of_land = middle(map(_place, grid.centres.values()), (0, 0))
    for each in state["harbours"]:
        line, column = grid.edge(each["edge"])
        near = min(map(_place, grid.centres.values()), key=lambda at: _far(at, (line, column)))
        text = (each["resource"] or "3:1")[:3]
        # Off the land, as roads are drawn on the edge itself.
        outwards = (2 if column >= near[1] else -2) + (1 if column > middle_of_land[1] else -1)
        canvas.centre(line, column + outwards, text, "cyan")


def _far(one: Place, other: Place) -> int:
    return 4 * (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _route(grid: _Grid, state: JsonObject) -> Iterator[tuple[Place, str, str]]:
    for each in state.get("route", ()):
        if not each["passed"]:
            yield grid.corner(each["corner"]), _KINDS.get(each["kind"], "x"), "white"


def _pieces(grid: _Grid, view: JsonObject) -> Iterator[tuple[Place, str, str]]:
    for seat, each in enumerate(view["state"]["seats"]):
        style = seat_style(view, seat)
        for edge in each["roads"]:
            yield grid.edge(edge), f"{_edge_mark(grid, edge)}{seat}", style
        for corner in each["settlements"]:
            yield grid.corner(corner), f"s{seat}", style
        for corner in each["cities"]:
            yield grid.corner(corner), f"C{seat}", style
    if alexander := view["state"].get("alexander"):
        yield grid.corner(alexander["corner"]), "@", "target"


def _aims(grid: _Grid, targets: JsonObject) -> Iterator[tuple[Place, str]]:
    for corner in targets.get("corners", ())[:_MOST_BOARD]:
        yield grid.corner(corner), str(corner)
    for edge in targets.get("edges", ())[:_MOST_BOARD]:
        yield grid.edge(edge), str(edge)
    for q, r in targets.get("hexes", ()):
        line, column = grid.hex([q, r])
        # Below the terrain, which stays in sight.
        yield (line + 1, column), f"{q},{r}"


def _focus(grid: _Grid, state: JsonObject, aims: list[Place]) -> Place:
    land = middle(map(_place, grid.centres.values()), (0, 0))
    if aims:
        return middle(aims, land)
    if alexander := state.get("alexander"):
        return grid.corner(alexander["corner"])
    return land
