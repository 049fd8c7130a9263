"""Kept games are those of the same course, whole, or are refused."""

from pathlib import Path

import pytest

from service.operations.training.kept_games import KeptGames, NotKeptGames, PlayedMove

ROLL = {"type": "roll"}


def test_half_a_line_of_kept_games_is_cut_off(tmp_path: Path):
    path = tmp_path / "games"
    KeptGames(path).add("settlers", "1", "", [PlayedMove(ROLL, 0.25)])
    path.write_bytes(path.read_bytes() + b'{"ruleset": "settl')
    kept = KeptGames(path)
    kept.add("settlers", "2", "", [])
    moves = KeptGames(path).moves("settlers", "1", "", has_search=True)
    assert moves == [PlayedMove(ROLL, 0.25)]


def test_a_game_kept_without_its_searches_is_not_that_game(tmp_path: Path):
    path = tmp_path / "games"
    KeptGames(path).add("settlers", "1", "", [PlayedMove(ROLL)])
    kept = KeptGames(path)
    assert kept.moves("settlers", "1", "", has_search=False) == [PlayedMove(ROLL)]
    assert not kept.moves("settlers", "1", "", has_search=True)


@pytest.mark.parametrize("expected", ["[0.5,0.5]", "[7.0]", '["a"]'])
def test_searches_that_do_not_fit_the_moves_are_refused(tmp_path: Path, expected: str):
    path = tmp_path / "games"
    line = '{"ruleset":"settlers","luck":"1","stamp":"","moves":[{"type":"roll"}],"expected":'
    path.write_text(f"{line}{expected}}}\n", "utf-8")
    with pytest.raises(NotKeptGames, match="Line 1"):
        KeptGames(path)
