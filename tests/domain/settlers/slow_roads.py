"""Paths along corners, and the longest road worked out by trying every one."""

from itertools import pairwise

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


def path(topology: HexTopology, *corners: int) -> tuple[int, ...]:
    """The edges of a way over corners."""
    return tuple(topology.edges.index((min(pair), max(pair))) for pair in pairwise(corners))
