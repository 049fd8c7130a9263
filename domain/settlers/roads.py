"""The longest road: a way along one's own roads, none twice, broken by others' buildings (S11)."""

from domain.grids.hexagonal import HexTopology


def longest(topology: HexTopology, roads: int, blocked: int) -> int:
    """The length of the longest way along roads (bits of edges), through no blocked corner."""
    best = 0
    rest = roads
    while rest:
        low = rest & -rest
        rest ^= low
        best = max(best, through(topology, roads, blocked, low.bit_length() - 1))
    return best


def through(topology: HexTopology, roads: int, blocked: int, edge: int) -> int:
    """The length of the longest way that uses an edge.

    A way through the edge is a way from its one end, and one from its other end that shares no
    road with the first.
    """
    one, other = topology.edges[edge]
    left = roads & ~(1 << edge)
    return 1 + max(
        length + _onward(topology, rest, blocked, other)
        for length, rest in _ways(topology, left, blocked, one)
    )


def _onward(topology: HexTopology, roads: int, blocked: int, corner: int) -> int:
    """The length of the longest way from a corner."""
    if blocked >> corner & 1:
        return 0
    best = 0
    for edge in topology.corner_edges[corner]:
        if roads >> edge & 1:
            rest = roads & ~(1 << edge)
            best = max(best, 1 + _onward(topology, rest, blocked, topology.across(edge, corner)))
    return best


def _ways(topology: HexTopology, roads: int, blocked: int, corner: int) -> list[tuple[int, int]]:
    """Every way from a corner: its length, and the roads that it leaves."""
    found = [(0, roads)]
    if blocked >> corner & 1:
        return found
    for edge in topology.corner_edges[corner]:
        if roads >> edge & 1:
            rest = roads & ~(1 << edge)
            onward = _ways(topology, rest, blocked, topology.across(edge, corner))
            found += [(length + 1, left) for length, left in onward]
    return found
