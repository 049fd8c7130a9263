"""Moves of the planner are found among the actions of catanatron's engine."""

import pytest

from tests.benchmarks.yardstick import is_same


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (["END_TURN", None], ["END_TURN", None]),
        (["BUILD_ROAD", [3, 2]], ["BUILD_ROAD", [2, 3]]),
        (["BUILD_CITY", 7], ["BUILD_CITY", 7]),
        (
            ["MOVE_ROBBER", [[1, -1, 0], "BLUE", None]],
            ["MOVE_ROBBER", {"hex": [1, 0], "victim": 1}],
        ),
        (["MOVE_ROBBER", [[1, -1, 0], None, None]], ["MOVE_ROBBER", {"hex": [1, 0]}]),
        (
            ["MARITIME_TRADE", ["ORE", "ORE", "ORE", None, "WOOD"]],
            ["MARITIME_TRADE", ["ORE", "WOOD"]],
        ),
        (["PLAY_YEAR_OF_PLENTY", ["ORE", "WOOD"]], ["PLAY_YEAR_OF_PLENTY", ["WOOD", "ORE"]]),
    ],
)
def test_an_action_is_the_wanted_one_whatever_the_order_of_its_parts(action, wanted):
    assert is_same(action, wanted)


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (["BUILD_CITY", 7], ["BUILD_SETTLEMENT", 7]),
        (["BUILD_CITY", 7], ["BUILD_CITY", 8]),
        (["MOVE_ROBBER", [[1, -1, 0], None, None]], ["MOVE_ROBBER", {"hex": [1, 0], "victim": 1}]),
        (
            ["MARITIME_TRADE", ["ORE", "ORE", "ORE", None, "WOOD"]],
            ["MARITIME_TRADE", ["WOOD", "ORE"]],
        ),
    ],
)
def test_another_action_is_not(action, wanted):
    assert not is_same(action, wanted)
