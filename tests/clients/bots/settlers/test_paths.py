"""The longest road that a bot builds towards, against one worked out by trying all."""

from random import Random

import pytest

from clients.bots.settlers.geometry import ground_of
from clients.bots.settlers.paths import longest
from domain.grids.hexagonal import HexTopology
from domain.settlers.board import standard_board
from tests.domain.settlers.slow_roads import slow_longest


def walked(topology: HexTopology, luck: Random) -> int:
    """Roads as bits, with branches and rings."""
    corner, roads = luck.randrange(len(topology.corners)), 0
    for _ in range(luck.randrange(14)):
        edge = luck.choice(topology.corner_edges[corner])
        roads |= 1 << edge
        corner = topology.across(edge, corner)
    return roads


@pytest.mark.parametrize("seed", range(60))
def test_the_longest_road_is_that_of_all_roads(seed: int):
    luck, topology = Random(seed), standard_board().topology
    roads = walked(topology, luck) | walked(topology, luck)
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
