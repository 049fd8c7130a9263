"""Positions of the scenario just before the roll and the march."""

from msgspec.structs import replace

from domain.settlers import state as settlers
from domain.settlers.moves import MoveRobber
from domain.settlers.production import roll as rolled
from tests.domain.alexander_the_great.conftest import (
    CHANCE,
    begun,
    passed,
    play,
    with_base,
    with_journey,
    with_turn,
)


def about_to_march(crossing: int, dice: tuple[int, int] = (3, 3)):
    """Seat 0 when the dice have fallen and Alexander has passed a place of the route."""
    phase = settlers.Phase.ROBBER if sum(dice) == 7 else settlers.Phase.ROLL
    state = with_turn(passed(begun(), crossing), phase=phase, dice=dice)
    return with_journey(state, has_to_march=False)


def about_to_roll(state, seven: bool):
    """The same where the dice to fall next are, or are not, a seven."""
    for dice in range(100):
        standing = replace(state.base.standing, dice=dice)
        ready = with_turn(with_base(state, standing=standing), phase=settlers.Phase.ROLL)
        if (sum(rolled(ready.base, CHANCE).dice) == 7) is seven:
            return with_journey(ready, has_to_march=False)
    raise AssertionError


def after_the_robber(state):
    """The position when the robber was moved to a hex with nothing beside it."""
    home = state.base.pieces.robber
    hex_ = next(h for n, h in enumerate(state.table.board.topology.hexes) if n != home)
    return play(state, (0, MoveRobber(hex_)))
