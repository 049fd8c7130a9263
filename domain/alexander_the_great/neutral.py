"""The moves made for a seat whose time is up: those that change least."""

from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.moves import AnyMove, March, Pass
from domain.alexander_the_great.state import Phase, State
from domain.settlers import neutral as base_neutral


def neutral_move(state: State, seat: int) -> AnyMove:
    """Return the due move with the least consequences.

    Alexander marches (G11), no bid is made (G14), and a bid that won is paid without knights if
    the cards suffice (G15). All else is as in settlers.
    """
    match state.phase:
        case Phase.MARCH:
            return March()
        case Phase.BID:
            # A bid would spend an absent player's goods.
            return Pass()
        case Phase.PAY | Phase.ADVISOR:
            # The first payment listed has no knights if the cards suffice.
            return legal_moves(state, seat, 1).moves[0]
        case _:
            return base_neutral.neutral_move(state.base, seat)
