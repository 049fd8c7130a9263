"""Paths over edges: the roads to build to a corner, and the longest road."""

from collections import deque

from clients.bots.settlers.geometry import Ground
from clients.bots.settlers.position import Position

Path = tuple[int, ...]
"""Edges to build a road on, the first of them joined to one's own roads or buildings."""

_WIDTH = 5
"""Extensions of a road that are thought further."""


def paths_within(position: Position, seat: int, most: int) -> dict[int, Path]:
    """Return the shortest path to each corner that a seat reaches with at most so many roads."""
    ground, paved = position.land.ground, position.paved()
    blocked = _blocked(position, seat)
    paths: dict[int, Path] = dict.fromkeys(_network(position, seat), ())
    queue = deque(paths)
    while queue:
        corner = queue.popleft()
        if corner in blocked or len(paths[corner]) == most:
            continue
        for edge in ground.corner_edges[corner]:
            far = ground.across(edge, corner)
            if edge not in paved and far not in paths:
                paths[far] = (*paths[corner], edge)
                queue.append(far)
    return paths


def _network(position: Position, seat: int) -> frozenset[int]:
    """Return the corners that a seat's roads and buildings touch."""
    own = position.seats[seat]
    ends = (end for edge in own.roads for end in position.land.ground.edges[edge])
    return own.built.union(ends)


def _blocked(position: Position, seat: int) -> frozenset[int]:
    """Return the corners with others' buildings."""
    return frozenset().union(*(s.built for n, s in enumerate(position.seats) if n != seat))


def longest(ground: Ground, roads: frozenset[int], blocked: frozenset[int]) -> int:
    """Return the length of the longest road along these edges, through no blocked corner."""
    starts = {end for edge in roads for end in ground.edges[edge]}
    return max((_onward(ground, roads, blocked, corner) for corner in starts), default=0)


def _onward(ground: Ground, roads: frozenset[int], blocked: frozenset[int], corner: int) -> int:
    best = 0
    for edge in ground.corner_edges[corner]:
        if edge in roads:
            far, rest = ground.across(edge, corner), roads - {edge}
            onward = 0 if far in blocked else _onward(ground, rest, blocked, far)
            best = max(best, 1 + onward)
    return best


def path_to_length(position: Position, length: int, most: int) -> Path | None:
    """Return edges, at most so many, that make one's longest road as long as wanted."""
    beam: list[Path] = [()]
    for _ in range(most):
        longer = {(*path, edge) for path in beam for edge in _joined(position, path)}
        lengths = {path: _length_with(position, path) for path in sorted(longer)}
        beam = sorted(lengths, key=lengths.__getitem__, reverse=True)[:_WIDTH]
        if beam and lengths[beam[0]] >= length:
            return beam[0]
    return None


def _length_with(position: Position, path: Path) -> int:
    blocked = _blocked(position, position.me)
    return longest(position.land.ground, position.own.roads.union(path), blocked)


def _joined(position: Position, path: Path) -> set[int]:
    """Return the free edges joined to one's own roads and buildings, and to a path."""
    ground, blocked = position.land.ground, _blocked(position, position.me)
    ends = _network(position, position.me).union(*(ground.edges[edge] for edge in path)) - blocked
    edges = {edge for corner in ends for edge in ground.corner_edges[corner]}
    return edges - position.paved() - set(path)
