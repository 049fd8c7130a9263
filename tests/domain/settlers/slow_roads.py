"""Paths along corners, and the longest road worked out by trying every one."""

from itertools import pairwise
from random import Random

from domain.grids.hexagonal import HexTopology, bits


def slow_longest(topology: HexTopology, roads: int, blocked: int) -> int:
    """The longest way over roads, from every corner in turn, by trying all (S11)."""
    edges = [topology.edges[edge] for edge in bits(roads)]

    def onward(corner: int, used: frozenset[tuple[int, int]]) -> int:
        lengths = [0]
        for edge in edges:
            if edge in used or corner not in edge:
                continue
            far = edge[1] if edge[0] == corner else edge[0]
            further = 0 if blocked >> far & 1 else onward(far, used | {edge})
            lengths.append(1 + further)
        return max(lengths)

    corners = {corner for edge in edges for corner in edge}
    return max((onward(corner, frozenset()) for corner in corners), default=0)


def random_roads(topology: HexTopology, luck: Random) -> int:
    """The roads of two walks as bits, with branches and rings."""
    return _walked(topology, luck) | _walked(topology, luck)


def _walked(topology: HexTopology, luck: Random) -> int:
    corner, roads = luck.randrange(len(topology.corners)), 0
    for _ in range(luck.randrange(14)):
        edge = luck.choice(topology.corner_edges[corner])
        roads |= 1 << edge
        corner = topology.across(edge, corner)
    return roads


def path(topology: HexTopology, *corners: int) -> tuple[int, ...]:
    """The edges of a way over corners."""
    return tuple(topology.edges.index((min(pair), max(pair))) for pair in pairwise(corners))
