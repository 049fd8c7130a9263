"""Ways over edges: the roads one would have to build to a corner, and the longest road."""

from collections import deque

from clients.bots.settlers.geometry import Ground
from clients.bots.settlers.position import Position

Way = tuple[int, ...]
"""Edges to build a road on, the first of them joined to one's own roads or buildings."""

_WIDTH = 5
"""How many extensions of a road are thought further."""


def ways(position: Position, seat: int, most: int) -> dict[int, Way]:
    """The shortest way to each corner that a seat reaches with at most so many roads more."""
    ground, paved = position.land.ground, position.paved()
    blocked = _blocked(position, seat)
    found: dict[int, Way] = dict.fromkeys(_network(position, seat), ())
    queue = deque(found)
    while queue:
        corner = queue.popleft()
        if corner in blocked or len(found[corner]) == most:
            continue
        for edge in ground.corner_edges[corner]:
            far = ground.across(edge, corner)
            if edge not in paved and far not in found:
                found[far] = (*found[corner], edge)
                queue.append(far)
    return found


def _network(position: Position, seat: int) -> frozenset[int]:
    """The corners that a seat's roads and buildings touch."""
    own = position.seats[seat]
    ends = (end for edge in own.roads for end in position.land.ground.edges[edge])
    return own.built.union(ends)


def _blocked(position: Position, seat: int) -> frozenset[int]:
    """The corners with others' buildings."""
    return frozenset().union(*(s.built for n, s in enumerate(position.seats) if n != seat))


def longest(ground: Ground, roads: frozenset[int], blocked: frozenset[int]) -> int:
    """The length of the longest road along these edges, through no blocked corner."""
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


def way_to_length(position: Position, length: int, most: int) -> Way | None:
    """Edges, at most so many, that make one's longest road as long as wanted."""
    beam: list[Way] = [()]
    for _ in range(most):
        longer = {(*way, edge) for way in beam for edge in _joined(position, way)}
        lengths = {way: _length_with(position, way) for way in sorted(longer)}
        beam = sorted(lengths, key=lengths.__getitem__, reverse=True)[:_WIDTH]
        if beam and lengths[beam[0]] >= length:
            return beam[0]
    return None


def _length_with(position: Position, way: Way) -> int:
    blocked = _blocked(position, position.me)
    return longest(position.land.ground, position.own.roads.union(way), blocked)


def _joined(position: Position, way: Way) -> set[int]:
    """The free edges joined to one's own roads and buildings, and to a way."""
    ground, blocked = position.land.ground, _blocked(position, position.me)
    ends = _network(position, position.me).union(*(ground.edges[edge] for edge in way)) - blocked
    edges = {edge for corner in ends for edge in ground.corner_edges[corner]}
    return edges - position.paved() - set(way)
