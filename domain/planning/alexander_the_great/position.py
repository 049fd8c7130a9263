"""A position of the scenario as one seat knows it: one of settlers, and Alexander's journey."""

from collections.abc import Sequence
from typing import Any, Self

from msgspec.structs import replace

from domain.alexander_the_great import state as scenario
from domain.alexander_the_great.counting import followed
from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.evolve import evolve
from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.state import Journey, Phase, Table
from domain.alexander_the_great.turns import chips_passed
from domain.planning.settlers.position import Position as BasePosition
from domain.planning.settlers.position import known_hands
from domain.planning.settlers.position import piles as base_piles
from domain.planning.settlers.position import with_piles as with_base_piles
from domain.record.chance import Chance

EVERY_MOVE = 5_000


class Position(BasePosition, frozen=True, gc=False):
    """A position in the eyes of ``viewer``; ``state`` is its part of settlers.

    Neither the order of the reserve in ``journey`` nor the chips ahead may be used.
    """

    table: Table
    journey: Journey

    def __hash__(self) -> int:
        journey = self.journey
        # Enough of the journey: chips and reserve are the same in a whole search, or follow.
        own = journey.crossing, journey.has_to_march, journey.won, journey.auction
        return hash((BasePosition.__hash__(self), own))

    @property
    def whole(self) -> scenario.State:
        """The position in the rules' own form."""
        return scenario.State(self.table, self.state, self.journey)

    @property
    def phase(self) -> Phase:
        """The moves that are due."""
        return self.whole.phase

    def moves(self) -> list[Any]:
        """Return the legal moves of the viewer, free choices as one default."""
        return list(legal_moves(self.whole, self.viewer, EVERY_MOVE).moves)

    def decide(self, move: Any, chance: Chance) -> Any:
        """Return the event of a move of the viewer."""
        return decide(self.whole, self.viewer, move, chance)

    def after(self, event: Any) -> Self:
        """Return the position after an event that the viewer saw."""
        before = self.whole
        after, known = evolve(before, event), self.known
        if after.base.cards.hands is not self.state.cards.hands:
            known = followed(self.viewer, known, before, after)
        return replace(self, state=after.base, known=known, journey=after.journey)


def with_open_hands(state: scenario.State, viewer: int) -> Position:
    """Return the position of a state with open hands, in the eyes of a seat."""
    return Position(state.base, known_hands(state.base), viewer, state.table, state.journey)


def piles(state: scenario.State) -> tuple[Sequence[Any], ...]:
    """Return the deck of development cards, the chips ahead and the reserve."""
    journey = state.journey
    ahead = journey.chips[chips_passed(state) :]
    return (*base_piles(state.base), ahead, journey.reserve or ())


def with_piles(state: scenario.State, piles: Sequence[Sequence[Any]]) -> scenario.State:
    """Return the state with its piles in another order."""
    deck, ahead, reserve = piles
    journey = state.journey
    turned = journey.chips[: chips_passed(state)]
    journey = replace(
        journey,
        chips=(*turned, *ahead),
        reserve=None if journey.reserve is None else tuple(reserve),
    )
    return replace(state, base=with_base_piles(state.base, [deck]), journey=journey)
