"""Whose move it is."""

from domain.alexander_the_great.state import Phase, State
from domain.settlers import places as settlers


def to_act(state: State) -> tuple[int, ...]:
    """The seats that may act: in an auction who is to bid or pay, else as in settlers."""
    journey = state.journey
    if state.phase in (Phase.BID, Phase.PAY) and journey.auction is not None:
        return (journey.auction.seat,)
    if state.phase is Phase.ADVISOR and journey.chooser is not None:
        return (journey.chooser,)
    return settlers.to_act(state.base)
