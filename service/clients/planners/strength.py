"""The strength of the levels by the arena's figures, which lie beside their weights."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from domain.kernel.rulesets import ruleset_named
from service.clients.planners.levels import level_names
from service.texts import text

AGAINST = "greedy"
"""The bot in all other seats."""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """The games that a level won against greedy bots, of those that it played by its weights."""

    seats: int
    games: int
    won: float


class Figures(msgspec.Struct, frozen=True):
    """The figures of a ruleset's weights; those for other rules do not count."""

    rules_version: int
    levels: dict[str, Figure] = {}


def figures_file(ruleset: str) -> Path:
    """Return the file of a ruleset's figures."""
    return Path(str(files("domain.planning"))) / ruleset / "strength.json"


def read_figures(path: Path, rules_version: int) -> Figures:
    """Return the figures of a file; none if it is missing or made for other rules."""
    empty = Figures(rules_version)
    if not path.is_file():
        return empty
    figures = msgspec.json.decode(path.read_bytes(), type=Figures)
    return figures if figures.rules_version == rules_version else empty


def keep_figure(path: Path, rules_version: int, level: str, figure: Figure) -> None:
    """Write a level's figure into a file, beside those of the others."""
    known = read_figures(path, rules_version)
    figures = Figures(rules_version, {**known.levels, level: figure})
    path.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")


@cache
def strength_note(ruleset: str, language: str) -> str | None:
    """Return how strong the levels are, in a language; None without levels or figures."""
    figures = read_figures(figures_file(ruleset), ruleset_named(ruleset).rules_version)
    known = {name: figures.levels[name] for name in level_names(ruleset) if name in figures.levels}
    return _worded(known, language) if known else None


def _worded(known: Mapping[str, Figure], language: str) -> str:
    """Return the figures in words; all of them are of tables with as many seats."""
    seats = next(iter(known.values())).seats
    levels = ", ".join(
        text(
            language,
            "strength.level",
            level=text(language, f"strength.{name}"),
            share=round(100 * each.won / each.games),
            games=each.games,
        )
        for name, each in known.items()
    )
    return text(language, "strength.note", n=seats - 1, levels=levels, par=round(100 / seats))
