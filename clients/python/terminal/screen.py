"""The terminal's size and colours, and a whole position on it."""

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..client import Anabasis
from ..shapes import JsonObject
from .canvas import Drawing
from .panel import panel
from .plain import plain

_LEAST_BOARD: Final = 5
"""Lines of the board that are shown even where the panel is long."""

_LEAST_COLUMNS: Final = 20
"""A narrower terminal wraps lines itself."""

_FIELDS: Final = {
    "build_settlement": ("corner", "corners"),
    "build_city": ("corner", "corners"),
    "build_road": ("edge", "edges"),
    "move_robber": ("hex", "hexes"),
    "play_knight": ("hex", "hexes"),
}


@dataclass(frozen=True, slots=True)
class Screen:
    """How much a terminal shows; ``colours`` only if it is one and ``NO_COLOR`` is not set.

    ``folds`` is True where long lines are broken between words; in a pipe they stay whole.
    """

    columns: int = 80
    lines: int = 24
    colours: bool = False
    folds: bool = False


def screen_here(environ: Mapping[str, str] = os.environ) -> Screen:
    """Return the screen of this process; a pipe is 80 × 24 without colours."""
    size = shutil.get_terminal_size((80, 24))
    plain = environ.get("NO_COLOR") or environ.get("TERM", "dumb") == "dumb"
    # One column less: some terminals wrap after the last one.
    columns = max(_LEAST_COLUMNS, size.columns - 1)
    is_terminal = sys.stdout.isatty()
    return Screen(columns, size.lines, is_terminal and not plain, is_terminal)


@dataclass(slots=True)
class Boards:
    """Boards that were fetched, and the drawing of views on them."""

    client: Anabasis
    fetched: dict[tuple[str, str], JsonObject | None]

    def drawing(
        self, view: JsonObject, facts: list[tuple[JsonObject, JsonObject]]
    ) -> Drawing | None:
        """Return the drawing of a view, with what its legal moves aim at.

        None for a ruleset that this release does not draw, and before the start.
        """
        draw = _drawer(view["ruleset"])
        if draw is None or not view["state"] or not (board := self._board(view)):
            return None
        drawing: Drawing = draw(view, board, targets(facts))
        return drawing

    def _board(self, view: JsonObject) -> JsonObject | None:
        board = view["board"]
        key = (view["ruleset"], board["id"])
        if key not in self.fetched:
            self.fetched[key] = self._fetch(view["ruleset"], board)
        return self.fetched[key]

    def _fetch(self, ruleset: str, board: JsonObject) -> JsonObject:
        known = self.client.ruleset(ruleset)["boards"]
        if any(each["id"] == board["id"] for each in known):
            return plain(self.client.board(ruleset, board["id"]))
        # A board of a player's own is in its game alone, without a topology.
        return plain(self.client.check_board(ruleset, board))


def targets(facts: list[tuple[JsonObject, JsonObject]]) -> JsonObject:
    """Return the places that legal moves with their facts aim at, by kind."""
    found: dict[str, list[Any]] = {}
    for move, fact in facts:
        field, kind = _FIELDS.get(move["type"], ("", ""))
        places = fact.get("spaces", []) if move["type"] == "choose_card" else []
        for place in [*([move[field]] if field in move else []), *places]:
            listed = found.setdefault(kind or "spaces", [])
            if place not in listed:
                listed.append(place)
    return found


def position_lines(
    view: JsonObject, drawing: Drawing | None, screen: Screen, kept: int = 0
) -> list[str]:
    """Return the board's part that fits, then the panel; ``kept`` lines stay free below."""
    below = panel(view, screen.columns, screen.colours)
    if drawing is None:
        return below
    room = max(_LEAST_BOARD, screen.lines - len(below) - kept)
    window = drawing.canvas.window(drawing.focus, room, screen.columns)
    return [*drawing.canvas.rows(window, screen.colours), *below]


def board_lines(drawing: Drawing, screen: Screen) -> list[str]:
    """Return the whole board, however large the screen is."""
    return drawing.canvas.rows(drawing.canvas.extent, screen.colours)


def _drawer(ruleset: str) -> Any:
    # Imported late: one game needs one of them.
    if ruleset == "alexandros":
        from . import triangles

        return triangles.draw
    if ruleset in {"settlers", "alexander_the_great"}:
        from . import hexes

        return hexes.draw
    return None
