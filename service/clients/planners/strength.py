"""The strength of the levels by the arena's figures, which lie beside their weights."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import floor
from pathlib import Path

import msgspec

from domain.planning.levels import LEVELS, Level
from service.clients.planners.levels import level_names
from service.texts import text

AGAINST = "greedy"
"""The bot in all other seats."""


class Figure(msgspec.Struct, frozen=True):
    """The games of a level against greedy bots, how many of them it won, and its terms then."""

    games: int
    won: float
    level: Level | None = None


class Figures(msgspec.Struct, frozen=True):
    """The figures of levels that played by the same weights, on one board with as many seats."""

    weights: str
    board: str
    seats: int
    levels: dict[str, Figure]


def figures_file(ruleset: str) -> Path:
    """Return the file of a ruleset's figures."""
    return _folder(ruleset) / "strength.json"


def weights_mark(ruleset: str) -> str:
    """Return a mark of a ruleset's weights: figures of others say nothing about these."""
    # Without numpy, which web processes do not import.
    return hashlib.sha256((_folder(ruleset) / "weights.npz").read_bytes()).hexdigest()[:16]


def _folder(ruleset: str) -> Path:
    return Path(str(files("domain.planning"))) / ruleset


def read_figures(path: Path) -> Figures | None:
    """Return the figures of a file; None if it is missing."""
    return msgspec.json.decode(path.read_bytes(), type=Figures) if path.is_file() else None


def keep_figures(path: Path, new: Figures) -> None:
    """Write figures into a file, beside those of other levels that can be compared with them."""
    known = read_figures(path)
    if known is not None and msgspec.structs.replace(known, levels=new.levels) == new:
        new = msgspec.structs.replace(new, levels={**known.levels, **new.levels})
    whole = path.with_name(f"{path.name}.new")
    whole.write_bytes(msgspec.json.format(msgspec.json.encode(new), indent=1) + b"\n")
    whole.replace(path)


@cache
def strength_note(ruleset: str, language: str) -> str | None:
    """Return how strong the levels are, in a language; None without levels or figures."""
    figures, names = read_figures(figures_file(ruleset)), level_names(ruleset)
    if figures is None or not names or figures.weights != weights_mark(ruleset):
        return None
    # Of other terms of a level, too, figures say nothing about this one.
    known = {
        name: figure
        for name in names
        if (figure := figures.levels.get(name)) and figure.level == LEVELS[name]
    }
    return _worded(known, figures.seats, language) if known else None


def _worded(known: Mapping[str, Figure], seats: int, language: str) -> str:
    levels = ", ".join(
        text(
            language,
            "strength.level",
            level=text(language, f"strength.{name}"),
            share=floor(100 * each.won / each.games + 0.5),
            games=each.games,
        )
        for name, each in known.items()
    )
    return text(language, "strength.note", n=seats - 1, levels=levels, par=round(100 / seats))
