"""How strong each level is stands in one file beside its weights, and in words on the page."""

from pathlib import Path

import pytest

from service.clients.planners import strength
from service.clients.planners.strength import (
    Figure,
    Figures,
    keep_figure,
    read_figures,
    strength_note,
)
from service.texts import LANGUAGES

EASY, HARD = Figure(4, 20, 2.0), Figure(4, 48, 24.5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "strength.json"


def test_figures_are_kept_beside_those_of_other_levels(path: Path):
    assert read_figures(path, 3) == Figures(3)
    keep_figure(path, 3, "easy", EASY)
    keep_figure(path, 3, "hard", Figure(4, 1, 0))
    keep_figure(path, 3, "hard", HARD)
    assert read_figures(path, 3) == Figures(3, {"easy": EASY, "hard": HARD})


def test_figures_for_other_rules_do_not_count(path: Path):
    keep_figure(path, 2, "easy", EASY)
    assert read_figures(path, 3) == Figures(3)
    keep_figure(path, 3, "hard", HARD)
    assert read_figures(path, 3) == Figures(3, {"hard": HARD})


def test_the_note_names_levels_games_and_what_an_equal_would_win(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    keep_figure(path, 3, "hard", HARD)
    keep_figure(path, 3, "easy", EASY)
    monkeypatch.setattr(strength, "figures_file", lambda _: path)
    strength_note.cache_clear()
    assert strength_note("settlers", "en") == (
        "Against 3 greedy bots: easy won 10 % of 20 games, hard won 51 % of 48 games. "
        "An equal would win 25 %."
    )
    assert len({strength_note("settlers", language) for language in LANGUAGES}) == len(LANGUAGES)
    strength_note.cache_clear()


def test_without_figures_nothing_is_said(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(strength, "figures_file", lambda _: path)
    strength_note.cache_clear()
    assert strength_note("settlers", "en") is None
    strength_note.cache_clear()
