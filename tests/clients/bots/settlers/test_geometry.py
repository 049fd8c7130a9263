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
    told = ruleset.wire.boards.topology(ruleset.wire.boards.read(board))
    ground = ground_of(tuple(tuple(hex_["hex"]) for hex_ in told["hexes"]))
    assert [list(edge) for edge in ground.edges] == [list(edge) for edge in told["edges"]]
    for hex_ in told["hexes"]:
        assert list(ground.hex_corners[tuple(hex_["hex"])]) == list(hex_["corners"])


def test_a_way_leads_over_an_edge_to_a_neighbour():
    ground = ground_of(((0, 0), (1, 0), (0, 1)))
    for corner, ways in enumerate(ground.ways):
        assert tuple(far for _, far in ways) == ground.neighbours[corner]
        for edge, far in ways:
            assert ground.edges[edge] == (min(corner, far), max(corner, far))
