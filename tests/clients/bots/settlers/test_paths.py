"""The longest road that a bot builds towards, against one worked out by trying all."""

from random import Random

import pytest

from clients.bots.settlers.geometry import ground_of
from clients.bots.settlers.paths import longest
from domain.settlers.board import standard_board
from tests.domain.settlers.slow_roads import random_roads, slow_longest


@pytest.mark.parametrize("seed", range(60))
def test_the_longest_road_is_that_of_all_roads(seed: int):
    luck, topology = Random(seed), standard_board().topology
    roads = random_roads(topology, luck)
    blocked = frozenset(luck.sample(range(len(topology.corners)), seed % 4))
    as_bits = sum(1 << corner for corner in blocked)
    assert longest(ground_of(topology.hexes), roads, blocked) == slow_longest(
        topology, roads, as_bits
    )


def test_two_ends_that_meet_in_a_ring_share_no_road():
    topology = standard_board().topology
    ring = topology.cell_edges[9]
    roads = sum(1 << edge for edge in ring)
    assert longest(ground_of(topology.hexes), roads, frozenset()) == len(ring)
