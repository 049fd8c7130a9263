"""How strong each level is stands in one file beside its weights, and in words on the page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from domain.planning.levels import LEVELS, Level
from service.clients.planners import strength
from service.clients.planners.levels import PLANNED
from service.clients.planners.strength import (
    Figure,
    Figures,
    keep_figures,
    read_figures,
    strength_note,
    weights_mark,
)
from service.texts import LANGUAGES

EASY, HARD = Figure(20, 2.0, LEVELS["easy"]), Figure(48, 24.5, LEVELS["hard"])


def figures(level: str, figure: Figure, weights: str = "settlers", seats: int = 4) -> Figures:
    mark = weights_mark(weights)
    return Figures(mark, "standard", seats, {level: figure})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "strength.json"


@pytest.fixture
def page(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of figures, in which the page finds those of settlers."""
    monkeypatch.setattr(strength, "figures_file", lambda _: path)
    strength_note.cache_clear()
    yield path
    strength_note.cache_clear()


def test_figures_are_kept_beside_those_of_other_levels(path: Path):
    assert read_figures(path) is None
    keep_figures(path, figures("easy", EASY))
    keep_figures(path, figures("hard", Figure(1, 0)))
    keep_figures(path, figures("hard", HARD))
    known = read_figures(path)
    assert known is not None
    assert known.levels == {"easy": EASY, "hard": HARD}


@pytest.mark.parametrize("other", [{"weights": "alexandros"}, {"seats": 2}])
def test_figures_by_other_weights_or_at_other_tables_are_not_kept_beside(
    path: Path, other: dict[str, Any]
):
    keep_figures(path, figures("easy", EASY, **other))
    keep_figures(path, figures("hard", HARD))
    assert read_figures(path) == figures("hard", HARD)


def test_the_note_names_levels_games_and_what_an_equal_would_win(page: Path):
    keep_figures(page, figures("hard", HARD))
    keep_figures(page, figures("easy", EASY))
    assert strength_note("settlers", "en") == (
        "Against 3 greedy bots: easy won 10 % of 20 games, hard won 51 % of 48 games. "
        "An equal would win 25 %."
    )
    assert len({strength_note("settlers", language) for language in LANGUAGES}) == len(LANGUAGES)


def test_without_figures_nothing_is_said(page: Path):
    assert not page.exists()
    assert strength_note("settlers", "en") is None


def test_of_other_weights_nothing_is_said(page: Path):
    keep_figures(page, figures("hard", HARD, weights="alexandros"))
    assert strength_note("settlers", "en") is None


@pytest.mark.parametrize("terms", [None, LEVELS["hard"]._replace(margin=0.5)])
def test_of_a_level_that_plays_otherwise_now_nothing_is_said(page: Path, terms: Level | None):
    keep_figures(page, figures("hard", msgspec.structs.replace(HARD, level=terms)))
    assert strength_note("settlers", "en") is None


def test_a_file_of_figures_is_replaced_whole(path: Path, monkeypatch: pytest.MonkeyPatch):
    keep_figures(path, figures("hard", HARD))
    monkeypatch.setattr(Path, "replace", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space left"):
        keep_figures(path, figures("easy", EASY))
    assert read_figures(path) == figures("hard", HARD)


@pytest.mark.parametrize("ruleset", PLANNED)
def test_the_figures_that_come_with_the_weights_are_theirs(ruleset: str):
    known = read_figures(strength.figures_file(ruleset))
    assert known is not None
    assert known.weights == weights_mark(ruleset)
    assert {name: each.level for name, each in known.levels.items()} == LEVELS
