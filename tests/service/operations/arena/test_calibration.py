"""Calibration compares the chances that the planner predicted with what came."""

import pytest

from service.operations.arena.calibration import Calibration, Fortune, Judgement, lines
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
    assert judged == play(table)
    assert judged._replace(judgements=(), fortune=None) == unjudged
    assert judged.fortune is not None
    assert any(judged.fortune.luck)
    assert sum(judged.fortune.luck) == pytest.approx(0, abs=1e-4)
    assert sum(judged.fortune.gain) == pytest.approx(0)
    assert len(judged.judgements) > 5
    for part, chances, wins in judged.judgements:
        assert 0 < part <= 1
        assert sum(chances) == pytest.approx(1, abs=1e-5)
        assert sum(wins) == 1


def test_luck_that_decides_every_game_explains_all_and_luck_against_the_results_none():
    lucky, unlucky = Calibration(), Calibration()
    for n in range(20):
        gain = (0.5, -0.5) if n % 2 else (-0.5, 0.5)
        lucky.add([], Fortune((gain[0] / 2, gain[1] / 2), gain))
        side = 0.1 if n % 4 < 2 else -0.1
        unlucky.add([], Fortune((side, -side), gain))
    assert lucky.table()["luck"] == {
        "games": 20,
        "explained": 1.0,
        "low": 1.0,
        "high": 1.0,
        "slope": 2.0,
    }
    none = unlucky.table()["luck"]
    assert none["explained"] == 0
    assert none["low"] < 0 < none["high"]
    assert "luck explains 0.0%" in "".join(lines(unlucky.table()))


def test_bins_with_judgements_enough_are_compared():
    calibration = Calibration()
    for n in range(100):
        calibration.add([Judgement(0.1, (0.62, 0.38), (1.0, 0.0) if n < 60 else (0.0, 1.0))])
    calibration.add([Judgement(0.1, (0.9, 0.1), (0.0, 1.0))])
    assert "bins of at least 50: at most 2.0 points" in "".join(lines(calibration.table()))
