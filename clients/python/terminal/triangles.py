"""The board of Alexandros: triangles with walls, two columns for each.

A letter is the symbol of a free space, ``*`` Alexander's space, a digit the seat whose governor
stands there. ``@`` is Alexander's point; ``---``, ``/`` and ``\\`` are black walls, ``===`` and
``%`` red ones. The numbers around are rows and columns of spaces, and those of points.
"""

from collections.abc import Iterator
from typing import Final

from ..shapes import JsonObject
from .canvas import Canvas, Drawing, middle, seat_style

_WIDTH: Final = 2
_COUNTED: Final = 5
_STYLES: Final = {
    "temple": "purple",
    "amphora": "brown",
    "horse": "green",
    "lyre": "yellow",
    "soldier": "cyan",
}


def draw(view: JsonObject, drawn: JsonObject, targets: JsonObject) -> Drawing:
    """Return the drawing of a view on a board; ``targets`` has the ``spaces`` that moves name."""
    canvas, spaces, state = Canvas(), drawn["topology"]["spaces"], view["state"]
    for each in spaces:
        _draw_space(canvas, each)
    for wall in state["walls"]:
        _draw_wall(canvas, wall)
    for place, text, style in _pieces(view):
        canvas.put(*place, text, style)
    aims = [_space_at(space) for space in targets.get("spaces", ())]
    for line, column in aims:
        letter, _ = canvas.cells.get((line, column), (" ", ""))
        canvas.put(line, column, letter, "target")
    _draw_numbers(canvas, spaces)
    return Drawing(canvas, middle([*aims, _alexander(state)], (0, 0)))


def _draw_space(canvas: Canvas, each: JsonObject) -> None:
    for point in each["points"]:
        canvas.put(*_point_at(point), "+", "dim")
    symbol = each["symbol"]
    letter = symbol[0].upper() if symbol else "."
    canvas.put(*_space_at(each["space"]), letter, _STYLES.get(symbol or "", "dim"))


def _draw_wall(canvas: Canvas, wall: JsonObject) -> None:
    red = wall["colour"] == "red"
    style = "red" if red else "white"
    (left, upper), (right, lower) = sorted(wall["side"], key=lambda point: point[1])
    line, column = _point_at((left, upper))
    if upper == lower:
        canvas.put(line, min(left, right) * _WIDTH + 1, "===" if red else "---", style)
        return
    slope = "\\" if right > left else "/"
    canvas.put(line + 1, column + right - left, "%" if red else slope, style)


def _pieces(view: JsonObject) -> Iterator[tuple[tuple[int, int], str, str]]:
    state = view["state"]
    for seat, each in enumerate(state["seats"]):
        for space in each["governors"]:
            yield _space_at(space), str(seat), seat_style(view, seat)
    at = state["alexander"]
    yield _point_at(at["point"]), "@", "target"
    # The digit of a governor there says more, and Alexander's point shows where he is.
    if at["space"] and not _governed(state, at["space"]):
        yield _space_at(at["space"]), "*", "target"


def _governed(state: JsonObject, space: list[int]) -> bool:
    return any(space in each["governors"] for each in state["seats"])


def _alexander(state: JsonObject) -> tuple[int, int]:
    return _point_at(state["alexander"]["point"])


def _draw_numbers(canvas: Canvas, spaces: list[JsonObject]) -> None:
    """Draw the row's number before each row of spaces, every fifth column's above and below."""
    rows = {each["space"][0] for each in spaces}
    columns = {each["space"][1] for each in spaces}
    left = min(point[0] for each in spaces for point in each["points"]) * _WIDTH
    for row in rows:
        canvas.put(2 * row + 1, left - 2, f"{row:>2}", "dim")
    for column in columns:
        if column % _COUNTED == 0:
            for line in (2 * min(rows) - 1, 2 * max(rows) + 3):
                canvas.put(line, column * _WIDTH, str(column), "dim")


def _point_at(point: tuple[int, int] | list[int]) -> tuple[int, int]:
    return (2 * point[1], _WIDTH * point[0])


def _space_at(space: tuple[int, int] | list[int]) -> tuple[int, int]:
    return (2 * space[0] + 1, _WIDTH * space[1])
