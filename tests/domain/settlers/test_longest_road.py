"""The longest road is that of all trails, in networks with branches and rings (S11)."""

from random import Random

import pytest

from domain.grids.hexagonal import bits
from domain.settlers.board import standard_board
from domain.settlers.places import longest, longest_through
from tests.domain.settlers.slow_roads import random_roads, slow_longest

TOPOLOGY = standard_board().topology


@pytest.mark.parametrize("seed", range(60))
def test_the_longest_road_is_the_longest_of_all_trails(seed: int):
    luck = Random(seed)
    roads = random_roads(TOPOLOGY, luck)
    blocked = sum(1 << corner for corner in luck.sample(range(len(TOPOLOGY.corners)), seed % 4))
    assert longest(TOPOLOGY, roads, blocked) == slow_longest(TOPOLOGY, roads, blocked)


def test_in_a_ring_a_road_is_counted_once():
    ring = sum(1 << edge for edge in TOPOLOGY.cell_edges[9])
    assert {longest_through(TOPOLOGY, ring, 0, edge) for edge in bits(ring)} == {6}
