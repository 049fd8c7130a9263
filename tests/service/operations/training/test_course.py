"""A course of training gives the same weights each time, and goes on where it was stopped."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.planning.weights import parse, weights_file
from service.operations.commands.train import train
from service.operations.training.course import judgement
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


def test_rounds_have_their_numbers_of_games_and_go_on_from_half_of_them(tmp_path: Path):
    games = tmp_path / "games"
    terms = ["--rounds", "2", "--first", "9", "--kept", str(games)]
    whole = trained(tmp_path / "a.npz", *terms)
    rounds = parse(whole).notes["rounds"]
    assert [each["games"] for each in rounds] == [9, 17]
    assert "loss_before" in rounds[1]
    lines = games.read_bytes().splitlines(keepends=True)
    assert len(lines) == 17
    games.write_bytes(b"".join(lines[:13]))
    assert trained(tmp_path / "b.npz", *terms) == whole


def test_games_are_judged_by_results_alone():
    lessons = played(Lesson("settlers", "1", weights_file("settlers").read_bytes()))
    assert lessons is not None
    network = parse(weights_file("settlers").read_bytes()).network
    unlike = lessons.examples._replace(expected=lessons.examples.expected[:, ::-1])
    assert (unlike.expected != lessons.examples.expected).any()
    other = lessons._replace(examples=unlike)
    assert judgement(network, [other]) == judgement(network, [lessons])


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
