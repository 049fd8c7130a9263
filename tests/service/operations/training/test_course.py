"""A course of training gives the same weights each time, and goes on where it was stopped."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.planning.weights import parse, weights_file
from service.operations.commands.train import train
from service.operations.training import self_play
from service.operations.training.kept_games import KeptGames, Move
from service.operations.training.self_play import Lesson, played

TERMS = ["settlers", "--games", "8", "--rounds", "1", "--processes", "1"]


def trained(path: Path, *more: str) -> bytes:
    result = CliRunner().invoke(train, [*TERMS, "--out", str(path), *more])
    assert result.exit_code == 0, result.output
    assert "loss by quarter" in result.output
    return path.read_bytes()


def test_training_again_and_from_kept_games_gives_the_same_weights(tmp_path: Path):
    kept = ["--kept", str(tmp_path / "games")]
    first = trained(tmp_path / "a.npz", *kept)
    assert trained(tmp_path / "b.npz", *kept) == first
    notes = parse(first).notes
    assert (notes["ruleset"], notes["rules_version"], notes["seed"]) == ("settlers", 3, "1")
    assert '"seconds"' in (tmp_path / "a.npz.json").read_text("utf-8")


def test_a_game_replayed_from_its_moves_gives_the_same_lessons():
    lesson = Lesson("settlers", "7", None)
    once = played(lesson)
    assert once is not None
    again = played(lesson._replace(moves=once.moves))
    assert again is not None
    assert (again.examples.features.seats == once.examples.features.seats).all()
    assert (again.parts == once.parts).all()


def test_half_a_line_of_kept_games_is_cut_off(tmp_path: Path):
    path = tmp_path / "games"
    KeptGames(path).add("settlers", "1", "", [Move({"type": "roll"}, 0.25)])
    path.write_bytes(path.read_bytes() + b'{"ruleset": "settl')
    kept = KeptGames(path)
    kept.add("settlers", "2", "", [])
    assert KeptGames(path).moves("settlers", "1", "") == [Move({"type": "roll"}, 0.25)]


@pytest.mark.parametrize("content", [b"My notes", b"My notes\n", b'{"a":1}\n', b"\xff\n"])
def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes):
    path = tmp_path / "notes"
    path.write_bytes(content)
    out = str(tmp_path / "a.npz")
    refused = CliRunner().invoke(train, [*TERMS, "--out", out, "--kept", str(path)])
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert f"Line 1 of {path}" in refused.stderr
    assert path.read_bytes() == content


def test_a_place_that_cannot_be_written_is_refused_before_any_game(tmp_path: Path):
    for option, more in (("--out", []), ("--kept", ["--out", str(tmp_path / "a.npz")])):
        words = [*TERMS, option, str(tmp_path / "no" / "file"), *more]
        refused = CliRunner().invoke(train, words)
        assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
        assert option in refused.stderr


def test_planners_play_in_later_rounds(monkeypatch: pytest.MonkeyPatch):
    asked = []
    original = self_play.plan
    monkeypatch.setattr(self_play, "plan", lambda *a, **b: asked.append(a) or original(*a, **b))
    assert played(Lesson("settlers", "1", weights_file("settlers").read_bytes()))
    assert asked


def test_searches_are_examples_of_what_they_expected(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(self_play, "KEPT", 1.0)
    lesson = Lesson("settlers", "1", weights_file("settlers").read_bytes())
    once = played(lesson)
    assert once is not None
    wins, expected = once.examples.wins, once.examples.expected
    judged = (wins != expected).any(axis=1)
    surprised = sum(each.expected not in (None, 0.0, 1.0) for each in once.moves)
    assert 0 < judged.sum() == surprised
    assert expected.sum(axis=1) == pytest.approx(1, abs=1e-5)
    again = played(lesson._replace(moves=once.moves))
    assert again is not None
    assert (again.examples.expected == expected).all()
