"""Places to build on (S4, S9), as bit sets, and the longest road (S11)."""

from domain.grids.hexagonal import HexTopology, bits
from domain.grids.topology import Pairs
from domain.settlers import phases
from domain.settlers.state import CITIES, FREE_ROADS, ROADS, SETTLEMENTS, State


def founding_corners(state: State) -> int:
    """Return the free corners for a settlement of the set-up (S4)."""
    every = (1 << len(state.table.land.topology.corners)) - 1
    # S4: anywhere; neither a road nor reach is needed.
    return every & ~state.pieces.closed


def settlement_corners(state: State, seat: int) -> int:
    """Return the corners for a settlement: on the seat's roads, all neighbours empty (S9)."""
    return state.pieces.reach[seat] & ~state.pieces.closed


def edges_open(state: State, seat: int) -> int:
    """Return the edges for a road: joined to the seat's own, not past another's building (S9)."""
    pieces, topology = state.pieces, state.table.land.topology
    if state.turn.phase is phases.FOUND_ROAD and state.turn.corner is not None:
        # S4: the road adjoins the settlement just founded, not an earlier one.
        return topology.corner_edge_bits[state.turn.corner] & ~pieces.paved
    # S9: a road may end at another's building, but none goes on from there.
    others = pieces.buildings & ~state.built(seat)
    return topology.edges_beside(pieces.reach[seat] & ~others) & ~pieces.paved


def free_roads(state: State, seat: int) -> int:
    """Return how many roads the road building card grants: two, or all that fit if fewer (S5)."""
    edges = edges_open(state, seat)
    room = edges.bit_count()
    # If only one edge is open now, a road on it may open a second one.
    if room == 1 and _continues(state, seat, edges.bit_length() - 1):
        room = 2
    return min(FREE_ROADS, roads_left(state, seat), room)


def _continues(state: State, seat: int, edge: int) -> bool:
    """True if another road could join one on this edge."""
    pieces, topology = state.pieces, state.table.land.topology
    others = pieces.buildings & ~state.built(seat)
    # Includes this edge: otherwise it would count as its own continuation.
    taken = pieces.paved | 1 << edge
    ends = bits(topology.edge_corner_bits[edge] & ~others)
    return any(topology.corner_edge_bits[corner] & ~taken for corner in ends)


def settlements_left(state: State, seat: int) -> int:
    """Return the settlements in a seat's supply (S2)."""
    return SETTLEMENTS - state.pieces.settlements[seat].bit_count()


def cities_left(state: State, seat: int) -> int:
    """Return the cities in a seat's supply (S2)."""
    return CITIES - state.pieces.cities[seat].bit_count()


def roads_left(state: State, seat: int) -> int:
    """Return the roads in a seat's supply (S2)."""
    return ROADS - state.pieces.roads[seat].bit_count()


# The longest road: a trail of one's own roads, each used once, ended by others' buildings (S11)
def longest(topology: HexTopology, roads: int, blocked: int) -> int:
    """Return the length of the longest trail of roads (bits of edges) that no corner blocks."""
    best = 0
    rest = roads
    while rest:
        low = rest & -rest
        rest ^= low
        # Try every road: a seat's networks may be separate, so no single start reaches all.
        best = max(best, longest_through(topology, roads, blocked, low.bit_length() - 1))
    return best


def longest_through(topology: HexTopology, roads: int, blocked: int, edge: int) -> int:
    """Return the length of the longest trail through an edge.

    It joins a trail from one end of the edge to a trail from the other that shares no road with
    the first.
    """
    # At most 15 roads (S2), so a search of all trails stays small.
    ways, (one, other) = topology.ways, topology.edges[edge]
    left = roads & ~(1 << edge)
    first, after_first = _longest_from(ways, left, blocked, one)
    second, after_second = _longest_from(ways, left, blocked, other)
    if after_first | after_second == left:  # they share none: nearly always, as rings are rare
        return 1 + first + second
    # A ring: the two longest trails overlap, so try each first trail with the best of the rest.
    return 1 + max(
        length + _longest_from(ways, rest, blocked, other)[0]
        for length, rest in _trails(ways, left, blocked, one)
    )


def _longest_from(ways: Pairs, roads: int, blocked: int, corner: int) -> tuple[int, int]:
    """Return the length of the longest trail from a corner, and the roads it leaves unused."""
    longest = (0, roads)
    if blocked >> corner & 1:
        # S11: the trail may end at another's building, but not pass it.
        return longest
    for road, beyond in ways[corner]:
        if roads & road:
            length, rest = _longest_from(ways, roads ^ road, blocked, beyond)
            # Between equal lengths the greater rest wins: either is right, but always the same one.
            longest = max(longest, (1 + length, rest))
    return longest


def _trails(ways: Pairs, roads: int, blocked: int, corner: int) -> list[tuple[int, int]]:
    """Return every trail from a corner: its length, and the roads it leaves unused."""
    trails = [(0, roads)]
    if blocked >> corner & 1:
        return trails
    for road, beyond in ways[corner]:
        if roads & road:
            onward = _trails(ways, roads ^ road, blocked, beyond)
            trails += [(1 + length, left) for length, left in onward]
    return trails
