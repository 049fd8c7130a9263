"""Where a seat may build (S4, S9), as bit sets, and the longest road (S11)."""

from domain.grids.hexagonal import HexTopology, bits
from domain.settlers.state import CITIES, FREE_ROADS, ROADS, SETTLEMENTS, Phase, State


def to_act(state: State) -> tuple[int, ...]:
    """The seats that may act: who has to discard, or the active seat and whom its offer awaits."""
    turn = state.turn
    if turn.phase is Phase.OVER:
        return ()
    if turn.phase is Phase.DISCARD:
        return tuple(seat for seat, owed in enumerate(turn.owed) if owed)
    if turn.offer is None or turn.phase is Phase.ROADS:
        return (turn.seat,)
    asked = (n for n in state.staying() if n != turn.seat and turn.offer.answers[n] is None)
    return (turn.seat, *asked)


def founding_corners(state: State) -> int:
    """The corners for a settlement of the set-up (S4)."""
    every = (1 << len(state.table.land.topology.corners)) - 1
    return every & ~state.pieces.closed


def settlement_corners(state: State, seat: int) -> int:
    """The corners for a settlement: touched by the seat's own roads, all neighbours empty (S9)."""
    return state.pieces.reach[seat] & ~state.pieces.closed


def edges_open(state: State, seat: int) -> int:
    """The edges for a road: joined to the seat's own, not through another's building (S9)."""
    pieces, topology = state.pieces, state.table.land.topology
    if state.turn.phase is Phase.FOUND_ROAD and state.turn.corner is not None:
        return topology.corner_edge_bits[state.turn.corner] & ~pieces.paved
    others = pieces.buildings & ~state.built(seat)
    found = 0
    for corner in bits(pieces.reach[seat] & ~others):
        found |= topology.corner_edge_bits[corner]
    return found & ~pieces.paved


def free_roads(state: State, seat: int) -> int:
    """How many roads the road building card lays: two, or as many as can be laid (S5)."""
    edges = edges_open(state, seat)
    room = edges.bit_count()
    if room == 1 and _leads_on(state, seat, edges.bit_length() - 1):
        room = 2
    return min(FREE_ROADS, roads_left(state, seat), room)


def _leads_on(state: State, seat: int, edge: int) -> bool:
    """Whether another road could join one on an edge."""
    pieces, topology = state.pieces, state.table.land.topology
    others = pieces.buildings & ~state.built(seat)
    taken = pieces.paved | 1 << edge
    ends = bits(topology.edge_corner_bits[edge] & ~others)
    return any(topology.corner_edge_bits[corner] & ~taken for corner in ends)


def settlements_left(state: State, seat: int) -> int:
    """The settlements in a seat's supply (S2)."""
    return SETTLEMENTS - state.pieces.settlements[seat].bit_count()


def cities_left(state: State, seat: int) -> int:
    """The cities in a seat's supply (S2)."""
    return CITIES - state.pieces.cities[seat].bit_count()


def roads_left(state: State, seat: int) -> int:
    """The roads in a seat's supply (S2)."""
    return ROADS - state.pieces.roads[seat].bit_count()


# The longest road: a way along one's own roads, none twice, broken by others' buildings (S11)
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
