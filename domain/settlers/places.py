"""Where a seat may build (S4, S9), as bit sets."""

from domain.grids.hexagonal import bits
from domain.settlers.state import CITIES, ROADS, SETTLEMENTS, Phase, State


def to_act(state: State) -> tuple[int, ...]:
    """The seats that may act: who has to discard, or the active seat and whom its offer awaits."""
    turn = state.turn
    if turn.phase is Phase.OVER:
        return ()
    if turn.phase is Phase.DISCARD:
        return tuple(seat for seat, owed in enumerate(turn.owed) if owed)
    if turn.offer is None:
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


def settlements_left(state: State, seat: int) -> int:
    """The settlements in a seat's supply (S2)."""
    return SETTLEMENTS - state.pieces.settlements[seat].bit_count()


def cities_left(state: State, seat: int) -> int:
    """The cities in a seat's supply (S2)."""
    return CITIES - state.pieces.cities[seat].bit_count()


def roads_left(state: State, seat: int) -> int:
    """The roads in a seat's supply (S2)."""
    return ROADS - state.pieces.roads[seat].bit_count()
