"""Paths over the points of a triangular grid, found the slow way."""

from itertools import pairwise

from domain.grids.triangular import TriangleTopology


def path_sides(topology: TriangleTopology, path: tuple[int, ...]) -> tuple[int, ...]:
    """The sides of a path given as points; KeyError where two points are no neighbours."""
    return tuple(dict(topology.steps[here])[there] for here, there in pairwise(path))


def shortest_paths(topology: TriangleTopology, start: int, goal: int) -> list[tuple[int, ...]]:
    """All shortest paths in lexicographic order of points: every walk until one arrives."""
    walks = [(start,)]
    while not (arrived := [walk for walk in walks if walk[-1] == goal]):
        walks = [(*walk, step) for walk in walks for step, _ in topology.steps[walk[-1]]]
    return sorted(arrived)
