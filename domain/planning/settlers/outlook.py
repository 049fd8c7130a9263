"""Settlers as the search sees it: moves worth a look, and the ways that dice and cards may fall."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from domain.planning.arrays import Array, Features, with_results
from domain.planning.network import Network
from domain.planning.search import Branches, Outcomes
from domain.planning.settlers.features import features
from domain.planning.settlers.position import Position, expected_hands, unseen_developments
from domain.planning.settlers.trades import accepting, offers, refusing
from domain.record.chance import Chance
from domain.settlers import phases
from domain.settlers.cards import DEVELOPMENTS, GoodAt, most_held, named_resources, resources
from domain.settlers.events import RobberMoved
from domain.settlers.moves import (
    AnswerTrade,
    AnyMove,
    BuyDevelopmentCard,
    Discard,
    MoveRobber,
    OfferTrade,
    PlayKnight,
    Resign,
    Roll,
)
from domain.settlers.state import State

DICE_SUMS = tuple((n, 6 - abs(7 - n)) for n in range(2, 13))
WAYS = 36
# A large hand has thousands of ways, and each would cost an evaluation.
MOST_DISCARDS = 150
"""Ways to discard that are all compared; of more, only the listed one."""
MOST_OFFERS = 2
"""Offers in a turn."""


@dataclass(frozen=True, slots=True)
class Dice(Chance):
    """A chance in which the dice show a given sum."""

    sum: int = 0

    def die(self, n: int) -> int:
        """Return the higher die first, then the rest."""
        # The rules look at the sum alone, so any dice that show it will do.
        high = min(6, self.sum - 1)
        return high if n % 2 else self.sum - high


P = TypeVar("P", bound=Position)
Found = list[tuple[Any, Outcomes[P]]]
"""Moves, those of a scenario among them, and the positions that they may lead to."""


class Outlook(Generic[P]):
    """A turn of settlers in the eyes of one seat."""

    def __init__(self, network: Network, root: P, chance: Chance, offers: int = 0) -> None:
        self._network, self._root, self._chance = network, root, chance
        self._offers = offers
        self.extra = 0

    def branches(self, position: P, _width: int) -> Branches[P, Any]:
        """Return the moves worth a look, and the positions that follow."""
        state, seat = position.state, position.viewer
        turn = state.turn
        if turn.phase is phases.DISCARD:
            found: Found[P] = [
                (each, self._outcomes(position, each)) for each in _discards(state, seat)
            ]
        elif turn.seat != seat:
            found = [(move, [(1.0, after)]) for move, after in self._answers(position)]
        else:
            listed = [each for each in position.moves() if not isinstance(each, _UNLISTED)]
            found = [(each, self._outcomes(position, each)) for each in listed]
            if position is self._root and self._may_offer(state):
                found += [*offers(position, self._priced)]
        return Branches(found, complete=True)

    def _answers(self, position: P) -> list[tuple[AnyMove, P]]:
        answers: list[tuple[AnyMove, P]] = []
        for move in position.moves():
            if isinstance(move, AnswerTrade):
                after = accepting(position) if move.accept else refusing(position)
                answers.append((move, after))
        # Refusals first: of equal worth, no trade.
        return sorted(answers, key=lambda each: isinstance(each[0], AnswerTrade) and each[0].accept)

    def _may_offer(self, state: State) -> bool:
        turn = state.turn
        return turn.phase is phases.PLAY and turn.offer is None and self._offers < MOST_OFFERS

    def _outcomes(self, position: P, move: Any) -> Outcomes[P]:
        """Return the positions after a move, with their chances."""
        match move:
            case Roll():
                return [
                    (ways / WAYS, self._after(position, move, _dice(total)))
                    for total, ways in DICE_SUMS
                ]
            case BuyDevelopmentCard():
                return self._purchases(position, move)
            case MoveRobber() | PlayKnight() if move.victim is not None:
                return self._thefts(position, move)
            case _:
                return [(1.0, self._after(position, move, self._chance))]

    def _after(self, position: P, move: Any, chance: Chance) -> P:
        return position.after(position.decide(move, chance))

    def _purchases(self, position: P, move: BuyDevelopmentCard) -> Outcomes[P]:
        """Return a position for each kind of card that may be on top of the deck."""
        pool = unseen_developments(position)
        total = sum(pool)
        if not total:
            return [(1.0, self._after(position, move, self._chance))]
        return [
            (n / total, self._after(_with_top(position, kind), move, self._chance))
            for kind, n in enumerate(pool)
            if n
        ]

    def _thefts(self, position: P, move: MoveRobber | PlayKnight) -> Outcomes[P]:
        """Return a position for each resource that may be stolen."""
        event = position.decide(move, self._chance)
        assert isinstance(event, RobberMoved)
        assert move.victim is not None
        hand = expected_hands(position)[move.victim]
        total = sum(hand)
        return [
            (n / total, position.after(_stealing(event, good))) for good, n in enumerate(hand) if n
        ]

    def _priced(self, positions: Sequence[P]) -> Array:
        self.extra += len(positions)
        return self.chances(positions)

    def goes_on(self, position: P) -> bool:
        """True if the seat moves next, before anything but its own moves has happened."""
        turn, root = position.state.turn, self._root.state.turn
        if turn.seat != position.viewer or turn.number != root.number:
            return False
        if root.phase in phases.FOUNDING:
            return turn.phase is phases.FOUND_ROAD
        # A roll may lead anywhere, so it is judged as it falls.
        return turn.phase in _OWN and (root.phase is phases.ROLL) == (turn.phase is phases.ROLL)

    def chances(self, positions: Sequence[P]) -> Array:
        """Return the win chances."""
        chances = self._network.chances(self.features(positions))
        return with_results(chances, [each.state.standing.result for each in positions])

    def features(self, positions: Sequence[P]) -> Features:
        """Return the features of positions."""
        return features(positions)


_UNLISTED: tuple[type[Any], ...] = (Resign, OfferTrade)
_OWN = (phases.PLAY, phases.ROADS, phases.ROBBER, phases.ROLL)


def _dice(total: int) -> Dice:
    return Dice(bytes(32), sum=total)


def _with_top(position: P, kind: int) -> P:
    cards = position.state.cards
    deck = (DEVELOPMENTS[kind], *cards.deck[1:])
    return position.with_state(replace(position.state, cards=replace(cards, deck=deck)))


def _stealing(event: RobberMoved, good: int) -> RobberMoved:
    """Return the robber's move with another card stolen."""
    stolen = tuple(None if each is None else GoodAt(good) for each in event.stolen)
    return replace(event, stolen=stolen)


def _discards(state: State, seat: int) -> list[Discard]:
    """Return the ways to discard, the listed one alone if there are too many."""
    hand, owed = resources(state.cards.hands[seat]), state.turn.owed[seat]
    ways = [each for each in product(*(range(n + 1) for n in hand)) if sum(each) == owed]
    if len(ways) > MOST_DISCARDS:
        ways = [resources(most_held(hand, owed))]
    return [Discard(named_resources(each)) for each in ways]
