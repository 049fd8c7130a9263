"""The moves made for a seat whose time is up: those that change least."""

from domain.grids.hexagonal import Hex, bits
from domain.settlers import phases
from domain.settlers.decide_dice import victims
from domain.settlers.legal import moves
from domain.settlers.moves import (
    AnswerTrade,
    AnyMove,
    BuildSettlement,
    EndTurn,
    MoveRobber,
    Roll,
)
from domain.settlers.places import founding_corners
from domain.settlers.state import State


def neutral_move(state: State, seat: int) -> AnyMove:
    """Return the due move with the least consequences.

    The set-up takes the best corner (S4), the robber robs nobody if possible (S7), and a discard
    takes the most held resources (S7). Nothing is bought, built or traded.
    """
    match state.turn.phase:
        case phases.FOUND_SETTLEMENT:
            return BuildSettlement(_best_corner(state))
        case phases.ROLL:
            return Roll()
        case phases.ROBBER:
            # Not the first listed: that hex may hurt a seat that could have been spared.
            return _mild_robbery(state, seat)
        case phases.PLAY:
            # Off turn only an offer can be due; an acceptance would give cards away for an absent
            # player.
            return EndTurn() if seat == state.turn.seat else AnswerTrade(False)
        case _:
            # The first is a road or the default discard; resigning is listed last.
            return moves(state, seat)[0]


def _best_corner(state: State) -> int:
    return max(bits(founding_corners(state)), key=lambda corner: _chances(state, corner))


def _chances(state: State, corner: int) -> int:
    """Return how many of 36 rolls pay at the corner, summed over the hexes beside it (S6)."""
    return sum(
        # The number of rolls of two dice with this sum.
        6 - abs(7 - rolled)
        for rolled, payers in state.table.land.payers.items()
        for _, _, around in payers
        if around >> corner & 1
    )


def _mild_robbery(state: State, seat: int) -> MoveRobber:
    topology, robber = state.table.land.topology, state.pieces.robber
    others = [index for index in range(len(topology.hexes)) if index != robber]
    index = min(others, key=lambda hex_: _harm(state, seat, hex_))
    robbed = victims(state, seat, index)
    named: Hex = topology.hexes[index]
    return MoveRobber(named, robbed[0] if robbed else None)


def _harm(state: State, seat: int, hex_: int) -> tuple[int, int, int]:
    """Return the numbers of seats to rob, of own buildings beside the hex, and of all there."""
    around = state.table.land.topology.hex_corner_bits[hex_]
    own = (state.built(seat) & around).bit_count()
    # Robbing nobody counts most, as S7 forces a victim where there is one.
    return len(victims(state, seat, hex_)), own, (state.pieces.buildings & around).bit_count()
