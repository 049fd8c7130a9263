"""Paths over edges: the roads to build to a corner, and the longest road."""

from collections import deque
from collections.abc import Iterable, Iterator

from clients.bots.settlers.geometry import BoardGeometry
from clients.bots.settlers.position import Position

Path = tuple[int, ...]
"""Edges to build a road on, the first of them joined to one's own roads or buildings."""

# Extensions of a road that are followed further; all of them would be thousands.
_WIDTH = 5


def paths_within(position: Position, seat: int, most: int) -> dict[int, Path]:
    """Return the shortest path to each corner that a seat reaches with at most so many roads."""
    ways, paved = position.land.ground.ways, position.paved
    blocked = _blocked(position, seat)
    paths: dict[int, Path] = dict.fromkeys(_network(position, seat), ())
    queue = deque(paths)
    while queue:
        corner = queue.popleft()
        if corner in blocked or len(paths[corner]) == most:
            continue
        for edge, far in ways[corner]:
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


def longest(ground: BoardGeometry, roads: int, blocked: frozenset[int]) -> int:
    """Return the length of the longest road along edges, as bits, through no blocked corner."""
    edges = (edge for edge in range(roads.bit_length()) if roads >> edge & 1)
    return max((longest_over(ground, roads, blocked, edge) for edge in edges), default=0)


def longest_over(ground: BoardGeometry, roads: int, blocked: frozenset[int], edge: int) -> int:
    """Return the length of the longest road that leads over one of the edges."""
    # The two ends go on from there and must share no edge. They can only in a ring, so the costly
    # search is made only if the two longest ends meet.
    rest, (one, other) = roads & ~(1 << edge), ground.edges[edge]
    first, after_first = _longest_from(ground, rest, blocked, one)
    second, after_second = _longest_from(ground, rest, blocked, other)
    if after_first | after_second == rest:
        return 1 + first + second
    return 1 + max(
        length + _longest_from(ground, left, blocked, other)[0]
        for length, left in _all_from(ground, rest, blocked, one)
    )


def _longest_from(
    ground: BoardGeometry, roads: int, blocked: frozenset[int], corner: int
) -> tuple[int, int]:
    """Return the length of the longest road on from a corner, and the edges it leaves."""
    best = (0, roads)
    if corner in blocked:
        return best
    for edge, far in ground.ways[corner]:
        if roads >> edge & 1:
            length, left = _longest_from(ground, roads ^ 1 << edge, blocked, far)
            best = max(best, (1 + length, left))
    return best


def _all_from(
    ground: BoardGeometry, roads: int, blocked: frozenset[int], corner: int
) -> Iterator[tuple[int, int]]:
    """Yield the length of each road on from a corner, and the edges it leaves."""
    yield 0, roads
    if corner in blocked:
        return
    for edge, far in ground.ways[corner]:
        if roads >> edge & 1:
            for length, left in _all_from(ground, roads ^ 1 << edge, blocked, far):
                yield 1 + length, left


def path_to_length(position: Position, length: int, most: int) -> Path | None:
    """Return edges, at most so many, that make one's longest road as long as wanted."""
    ground, blocked = position.land.ground, _blocked(position, position.me)
    joined = _edges_from(ground, _network(position, position.me) - blocked) - position.paved
    own = sum([1 << edge for edge in position.own.roads])
    lengths: dict[Path, int] = {(): longest(ground, own, blocked)}
    for _ in range(most):
        longer = {}
        for path in lengths:
            ends = {corner for edge in path for corner in ground.edges[edge]} - blocked
            free = joined | _edges_from(ground, ends) - position.paved
            longer.update({(*path, edge): path for edge in free.difference(path)})
        for path, before in sorted(longer.items()):
            roads = own | sum([1 << edge for edge in path])
            over = longest_over(ground, roads, blocked, path[-1])
            lengths[path] = max(lengths[before], over)
        beam = sorted(longer, key=lambda path: (-lengths[path], path))[:_WIDTH]
        if beam and lengths[beam[0]] >= length:
            return beam[0]
        lengths = {path: lengths[path] for path in beam}
    return None


def _edges_from(ground: BoardGeometry, corners: Iterable[int]) -> set[int]:
    return {edge for corner in corners for edge, _ in ground.ways[corner]}
