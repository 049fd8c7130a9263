"""A board of characters, each with a style, of which a terminal shows a part."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

_SGR: Final = {
    "": "",
    "dim": "2",
    "bold": "1",
    "target": "1;7",
    "red": "1;31",
    "green": "1;32",
    "yellow": "1;33",
    "blue": "1;34",
    "purple": "1;35",
    "cyan": "1;36",
    "white": "1",
    "black": "1;90",
    "orange": "38;5;208",
    "brown": "38;5;130",
    "forest": "32",
    "fields": "33",
    "hills": "31",
    "pasture": "1;32",
    "mountains": "",
    "gold_river": "1;33",
}


def paint(text: str, style: str, colours: bool) -> str:
    """Return a text in a style, or bare without colours or for an unknown style."""
    code = _SGR.get(style, "")
    return f"\x1b[{code}m{text}\x1b[0m" if colours and code and text else text


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a canvas that is shown: its first line and column, and its size."""

    line: int
    column: int
    lines: int
    columns: int


@dataclass(slots=True)
class Canvas:
    """Characters by line and column; columns may be negative until it is rendered."""

    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        """Write a text from a column on, over what is there."""
        for offset, character in enumerate(text):
            self.cells[line, column + offset] = (character, style)

    def centre(self, line: int, column: int, text: str, style: str = "") -> None:
        """Write a text around a column."""
        self.put(line, column - (len(text) - 1) // 2, text, style)

    @property
    def extent(self) -> Window:
        """The smallest window that shows everything."""
        if not self.cells:
            return Window(0, 0, 0, 0)
        lines, columns = zip(*self.cells, strict=True)
        first, left = min(lines), min(columns)
        return Window(first, left, max(lines) - first + 1, max(columns) - left + 1)

    def window(self, focus: tuple[int, int], lines: int, columns: int) -> Window:
        """Return a window of at most this size, with the focus as near its middle as can be."""
        whole = self.extent
        return Window(
            _start(focus[0], lines, whole.line, whole.lines),
            _start(focus[1], columns, whole.column, whole.columns),
            min(lines, whole.lines),
            min(columns, whole.columns),
        )

    def rows(self, window: Window, colours: bool) -> list[str]:
        """Return the lines of a window, without blanks at their ends."""
        return [
            _row(self._cells(line, window), colours)
            for line in range(window.line, window.line + window.lines)
        ]

    def _cells(self, line: int, window: Window) -> list[tuple[str, str]]:
        columns = range(window.column, window.column + window.columns)
        row = [self.cells.get((line, column), (" ", "")) for column in columns]
        while row and row[-1][0] == " ":
            row.pop()
        return row


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn board, and the line and column of what matters most on it now."""

    canvas: Canvas
    focus: tuple[int, int]


def middle(places: Iterable[tuple[int, int]], other: tuple[int, int]) -> tuple[int, int]:
    """Return the middle of some places, or ``other`` if there are none."""
    listed = list(places)
    if not listed:
        return other
    lines, columns = zip(*listed, strict=True)
    return ((min(lines) + max(lines)) // 2, (min(columns) + max(columns)) // 2)


def seat_style(view: Mapping[str, object], seat: int) -> str:
    """Return the style of a seat's pieces."""
    seats = view["seats"]
    return str(seats[seat]["colour"]) if isinstance(seats, list) else ""


def _start(focus: int, size: int, first: int, whole: int) -> int:
    return max(first, min(focus - size // 2, first + whole - size))


def _row(row: list[tuple[str, str]], colours: bool) -> str:
    runs = groupby(row, key=lambda cell: cell[1])
    return "".join(
        paint("".join(character for character, _ in run), style, colours) for style, run in runs
    )
