"""Calibration compares the chances that the planner predicted with what came."""

import pytest

from service.operations.arena.calibration import Calibration, Judgement, lines
from service.operations.arena.matches import Seating, play


def test_chances_that_come_true_are_seen_to_and_guessing_loses_1():
    calibration = Calibration()
    calibration.add(
        [Judgement(0.1, (0.5, 0.5), (1.0, 0.0)), Judgement(0.9, (0.9, 0.1), (1.0, 0.0))]
    )
    table = calibration.table()
    assert table["loss_by_quarter"] == [1.0, None, None, pytest.approx(0.152, abs=1e-3)]
    assert table["bins"] == [
        {"from": 0.1, "judgements": 1, "predicted": 0.1, "observed": 0.0},
        {"from": 0.5, "judgements": 2, "predicted": 0.5, "observed": 0.5},
        {"from": 0.9, "judgements": 1, "predicted": 0.9, "observed": 1.0},
    ]
    assert lines(table)[-1].endswith("1.000 - - 0.152")


@pytest.mark.parametrize(
    ("ruleset", "board"), [("alexandros", "tiny"), ("settlers", "first_island")]
)
def test_a_game_is_judged_at_the_end_of_each_turn_and_plays_as_it_would(ruleset: str, board: str):
    table = Seating(ruleset, board, ("greedy", "random"), "1", is_judged=True)
    judged, unjudged = play(table), play(table._replace(is_judged=False))
    assert judged._replace(judgements=()) == unjudged._replace(judgements=())
    assert len(judged.judgements) > 5
    for part, chances, wins in judged.judgements:
        assert 0 < part <= 1
        assert sum(chances) == pytest.approx(1, abs=1e-5)
        assert sum(wins) == 1
