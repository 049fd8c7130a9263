"""A bot numbers corners and edges as the service does."""

import pytest

from clients.bots.settlers.geometry import ground_of
from domain.kernel.rulesets import ruleset_named

BOARDS = [
    ("settlers", "standard"),
    ("settlers", "first_island"),
    ("alexander_the_great", "campaign"),
]


@pytest.mark.parametrize(("ruleset_id", "board"), BOARDS)
def test_corners_and_edges_have_the_numbers_of_the_service(ruleset_id: str, board: str):
    ruleset = ruleset_named(ruleset_id)
    told = ruleset.wire.topology_json(ruleset.wire.board(board))
    ground = ground_of(tuple(tuple(hex_["hex"]) for hex_ in told["hexes"]))
    assert [list(edge) for edge in ground.edges] == [list(edge) for edge in told["edges"]]
    for hex_ in told["hexes"]:
        assert list(ground.hex_corners[tuple(hex_["hex"])]) == list(hex_["corners"])


def test_neighbours_lie_across_an_edge():
    ground = ground_of(((0, 0), (1, 0), (0, 1)))
    for corner, near in enumerate(ground.neighbours):
        edges = ground.corner_edges[corner]
        assert set(near) == {ground.across(edge, corner) for edge in edges}
        assert corner not in near
