"""Planner bots play whole games by the rules, and are off without numpy."""

import random

import pytest

from service.clients.planners import levels
from service.clients.planners.levels import (
    LEVEL_NAMES,
    PLANNED,
    PlannerBot,
    PlannersOff,
    offered_bots,
)
from service.game.unstored_games import dealt_game
from service.operations.arena.matches import Seating, next_seat, play, seen


@pytest.mark.parametrize(
    ("ruleset", "board", "others"),
    [
        ("alexandros", "tiny", 1),
        ("settlers", "first_island", 1),
        ("alexander_the_great", "campaign", 2),
    ],
)
def test_a_planner_plays_a_whole_game_by_legal_moves_the_same_each_time(
    ruleset: str, board: str, others: int
):
    table = Seating(ruleset, board, ("easy", *["greedy"] * others), "1")
    played = play(table)
    assert played.winners
    assert played.refusals == {"easy": 0, "greedy": 0}
    assert play(table) == played


def test_a_planner_whose_time_is_up_makes_the_best_move_so_far(caplog: pytest.LogCaptureFixture):
    game, _ = dealt_game("alexandros", "tiny", ["hard", "greedy"], bytes(32))
    seat = next_seat(game)
    codec = game.ruleset.wire.moves
    legal = game.ruleset.legal_moves(game.state, seat, 400, None).moves
    moves = [codec.json(each) for each in legal]
    late = PlannerBot("alexandros", "hard", 2, seat, seconds=0.0)
    assert late(seen(game, seat), moves, random.Random(1)) in moves
    assert "cut short after" in caplog.text


def test_the_levels_are_offered_before_the_other_bots():
    assert offered_bots("alexandros")[:3] == LEVEL_NAMES
    assert offered_bots("alexandros")[-1] == "greedy"


def test_without_numpy_no_level_is_offered_and_none_plays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(levels, "find_spec", lambda _: None)
    for cached in (levels.level_names, levels.offered_bots):
        cached.cache_clear()
    assert all(set(LEVEL_NAMES).isdisjoint(offered_bots(ruleset)) for ruleset in PLANNED)
    with pytest.raises(PlannersOff, match="numpy is missing"):
        PlannerBot("alexandros", "easy", 2, 0)
    for cached in (levels.level_names, levels.offered_bots):
        cached.cache_clear()
