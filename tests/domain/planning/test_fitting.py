"""A network is fitted to results, and to what searches expected."""

import numpy as np

from domain.planning.arrays import Features
from domain.planning.fitting import SEARCH_WEIGHT, Examples, fit


def examples(expected: float) -> Examples:
    """Positions without anything to tell them apart, of which seat 0 wins half."""
    number = 512
    wins = np.zeros((number, 2), dtype=np.float32)
    wins[::2, 0], wins[1::2, 1] = 1, 1
    searched = np.full((number, 2), (expected, 1 - expected), dtype=np.float32)
    seats = np.tile(np.eye(2, dtype=np.float32), (number, 1, 1))
    features = Features(seats, np.zeros((number, 1), dtype=np.float32))
    return Examples(features, wins, searched, wins, np.zeros(number, dtype=np.float32))


def test_the_judgement_of_searches_counts_by_its_weight():
    for expected in (0.5, 1.0):
        group = examples(expected)
        chance = fit([group], 0, 1, 40).chances(group.features)[:, 0].mean()
        aim = SEARCH_WEIGHT * expected + (1 - SEARCH_WEIGHT) * 0.5
        assert abs(chance - aim) < 0.03
