"""Positions read from their drawings, so that tests can state positions as people see them."""

from collections.abc import Iterable

from domain.alexandros.board import SYMBOLS
from domain.alexandros.wire.notation import WIDTH, Position, is_flat, point_at, slope_at, space_at
from domain.errors import Malformed
from domain.grids.triangular import Point, Side, Space, sides_of

LETTERS = {".", *(symbol.letter for symbol in SYMBOLS)}
_FLAT = {"-": "black", "=": "red"}
_SLOPED = {"/": "black", "\\": "black", "%": "red"}


def parse(text: str) -> Position:
    """Return the position of a text drawn by ``draw``, lines after the board ignored."""
    heading, _, drawing = text.strip("\n").partition("\n")
    lines = drawing.split("\n")
    land = dict(_parse_land(lines))
    alexander = [(line, mark) for line, text in enumerate(lines) for mark in _columns(text, "@")]
    if not land or len(alexander) != 1:
        raise Malformed({"position": ["must show some land and one '@', Alexander's point."]})
    line, column = alexander[0]
    return Position(
        start=_parse_start(heading),
        land=land,
        point=(column // WIDTH - 1, line // 2),
        space=next((space for space in land if _beside(lines, space, -1) == "*"), None),
        walls=dict(_parse_walls(lines, land)),
        governors={
            space: int(digit) for space in land if (digit := _beside(lines, space, 1)).isdigit()
        },
    )


def _parse_start(heading: str) -> Point:
    key, _, numbers = heading.strip().partition(":")
    try:
        x, y = map(int, numbers.split())
    except ValueError:
        raise Malformed({"position": [f"must begin 'start: x y', not {heading!r}."]}) from None
    if key != "start":
        raise Malformed({"position": [f"must begin 'start: x y', not {heading!r}."]})
    return (x, y)


def _parse_land(lines: list[str]) -> Iterable[tuple[Space, str]]:
    for line in range(1, len(lines), 2):
        if ":" in lines[line] or ":" in lines[line - 1]:
            return
        for column in range(WIDTH, len(lines[line]), WIDTH):
            if lines[line][column] in LETTERS:
                yield (line // 2, column // WIDTH - 1), lines[line][column]


def _parse_walls(lines: list[str], land: Iterable[Space]) -> Iterable[tuple[Side, str]]:
    for side in {side for space in land for side in sides_of(space)}:
        if is_flat(side):
            line, column = point_at(side[0])
            colour = _FLAT.get(_at(lines, line, column + 1))
        else:
            upper, lower = sorted(side, key=lambda point: point[1])
            colour = _SLOPED.get(_at(lines, *slope_at(upper, lower)))
        if colour:
            yield side, colour


def _beside(lines: list[str], space: Space, offset: int) -> str:
    line, column = space_at(space)
    return _at(lines, line, column + offset)


def _at(lines: list[str], line: int, column: int) -> str:
    return lines[line][column : column + 1] if line < len(lines) else ""


def _columns(text: str, mark: str) -> list[int]:
    return [column for column, letter in enumerate(text) if letter == mark]
