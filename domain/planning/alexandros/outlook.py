"""Alexandros as the search sees it: the moves worth a look, and the cards that may be drawn."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.alexandros.board import SYMBOLS
from domain.alexandros.decide import decide
from domain.alexandros.evolve import evolve
from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import AnyMove, Resign, TakeSupplyCard
from domain.alexandros.state import Phase, State
from domain.planning.alexandros.features import features
from domain.planning.alexandros.position import Position, unseen
from domain.planning.arrays import Array, with_results
from domain.planning.network import Network
from domain.planning.search import Branches, Outcomes
from domain.record.chance import Chance

PATHS = 12
"""Paths of a march that a search of width 1 looks at; a wider one looks at more."""
CONQUESTS = 8
"""The same for occupations and takeovers."""
STRENGTH = 7
"""The feature by which the strongest rival is found: the lead after a levy."""


class Outlook:
    """A turn of Alexandros in the eyes of its seat."""

    def __init__(self, network: Network, root: Position, chance: Chance) -> None:
        self._network, self._turn, self._chance = network, root.state.turn.number, chance
        self.extra = 0

    def branches(self, position: Position, width: int) -> Branches[Position, AnyMove]:
        """Return the moves worth a look, and the positions that follow."""
        state = position.state
        limit = PATHS * width if state.turn.phase is Phase.MARCH else 20 + CONQUESTS * width
        # One more, as the list ends with the resignation, which is hardly ever looked at.
        legal = legal_moves(state, state.turn.seat, limit + 1)
        kept = [move for move in legal.moves if not isinstance(move, Resign)] or legal.moves
        return Branches([(move, self._outcomes(position, move)) for move in kept], legal.complete)

    def _outcomes(self, position: Position, move: AnyMove) -> Outcomes[Position]:
        """Return the positions after a move; a card of the supply may be of any unseen symbol."""
        if not isinstance(move, TakeSupplyCard) or not position.state.cards.supply:
            return [(1.0, self._after(position, position.state, move))]
        pool = unseen(position)
        total = sum(pool)
        if not total:
            return [(1.0, self._after(position, position.state, move))]
        return [
            (number / total, self._after(position, _with_top(position.state, symbol), move))
            for symbol, number in enumerate(pool)
            if number
        ]

    def _after(self, position: Position, state: State, move: AnyMove) -> Position:
        event = decide(state, state.turn.seat, move, self._chance)
        return position.after(evolve(state, event))

    def goes_on(self, position: Position) -> bool:
        """True if the turn goes on."""
        turn = position.state.turn
        return turn.number == self._turn and turn.phase is not Phase.OVER

    def chances(self, positions: Sequence[Position]) -> Array:
        """Return the win chances."""
        chances = self._network.chances(features(positions))
        return with_results(chances, [each.state.result for each in positions])


def _with_top(state: State, symbol: int) -> State:
    supply = (SYMBOLS[symbol], *state.cards.supply[1:])
    return replace(state, cards=replace(state.cards, supply=supply))
