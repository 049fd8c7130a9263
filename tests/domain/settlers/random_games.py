"""Games of settlers played by luck through the ruleset, free choices made freely."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from domain.kernel.decider import Ruleset
from domain.record.chance import Chance
from domain.record.setup import Setup
from domain.settlers.cards import RESOURCES, Counts, Edition, named_resources, resources
from domain.settlers.decide import decide
from domain.settlers.events import AnyEvent
from domain.settlers.evolve import evolve
from domain.settlers.legal import legal_moves
from domain.settlers.moves import AnswerTrade, AnyMove, Discard, OfferTrade, Resign
from domain.settlers.rules import VERSIONS, Rules
from domain.settlers.state import Phase, State
from domain.settlers.turns import to_act
from tests.domain.settlers.given import begun
from tests.domain.settlers.newest import RULESET

WIRE = RULESET.wire

EVERY_MOVE = 5000


@dataclass(frozen=True)
class Step:
    """A move of a game: the position, the seat, its move, the event and the position after."""

    before: State
    seat: int
    move: AnyMove
    event: AnyEvent
    after: State
    chance: Chance


@dataclass
class Wanderer:
    """Plays every seat by luck: a type of move by a liking of its own, then a move of the type.

    Discards, offers and answers are often other than the default that is listed.
    """

    luck: random.Random
    leaving: float = 0.0
    liking: dict[str, float] = field(default_factory=dict)
    rules: Ruleset[Any, Any, Any] = RULESET

    def choose(self, state: Any) -> tuple[int, Any]:
        """A seat and its legal move."""
        if self.luck.random() < self.leaving:
            return self.luck.choice(self.rules.situation(state).staying), Resign()
        seat = self.luck.choice(self.rules.situation(state).to_act)
        return seat, self.freely(state, seat, self._liked(state, seat))

    def _liked(self, state: Any, seat: int) -> Any:
        by_type: dict[str, list[Any]] = {}
        for move in self.rules.legal_moves(state, seat, EVERY_MOVE, None).moves:
            if not isinstance(move, Resign):
                by_type.setdefault(kind_of(move), []).append(move)
        weights = [self.liking.setdefault(kind, self._weight(kind)) for kind in by_type]
        return self.luck.choice(self.luck.choices([*by_type.values()], weights)[0])

    def _weight(self, kind: str) -> float:
        rarely = 0.1 if kind in ("end_turn", "trade_with_bank") else 1.0
        return rarely * (self.luck.random() ** 2 + 0.05)

    def freely(self, state: State, seat: int, move: AnyMove) -> AnyMove:
        """The move, or one like it that is free to make."""
        hand, offer = state.cards.hands[seat], state.turn.offer
        edition = state.table.edition
        if isinstance(move, Discard):
            return Discard(named_resources(self.some(resources(hand), state.turn.owed[seat])))
        if isinstance(move, OfferTrade) and self.luck.random() < 0.8:
            give = self.some(hand, self.luck.randint(1, min(3, sum(hand))))
            return self._terms(edition, give) or move
        if isinstance(move, AnswerTrade) and move.accept and self.luck.random() < 0.3:
            assert offer is not None
            give = self.some(hand, self.luck.randint(1, min(2, sum(hand))))
            counter = self._terms(edition, give)
            return (counter and AnswerTrade(True, get=counter.get, give=counter.give)) or move
        return move

    def some(self, hand: Counts, number: int) -> Counts:
        """So many cards of a hand by lot."""
        cards = [n for n, held in enumerate(hand) for _ in range(held)]
        drawn = self.luck.sample(cards, number)
        return tuple(map(drawn.count, range(len(hand))))

    def _terms(self, edition: Edition, give: Counts) -> OfferTrade[Any] | None:
        """Cards for one or two of another resource; None where every resource is given."""
        others = [resource for n, resource in enumerate(RESOURCES) if not give[n]]
        if not others:
            return None
        get = {self.luck.choice(others): self.luck.randint(1, 2)}
        return OfferTrade(edition.named(give), get)


def listed(state: State, seat: int) -> tuple[AnyMove, ...]:
    """All moves that are listed for a seat."""
    return RULESET.legal_moves(state, seat, EVERY_MOVE, None).moves


def kind_of(move: AnyMove) -> str:
    """The type of a move."""
    return str(WIRE.moves.json(move)["type"])


def dealt(number: int, seats: int = 4, board: Any = "standard", **options: Any) -> State:
    """The position after the deal of a game's number."""
    setup = Setup(WIRE.boards.read(board), WIRE.options.read(options), seats, None)
    return RULESET.initial_state(setup, RULESET.deal(setup, chance_of(number)))


def chance_of(number: int) -> Chance:
    """The chance of a game's number."""
    return Chance(number.to_bytes(32, "big"))


def steps(
    number: int, seats: int = 4, board: Any = "standard", leaving: float = 0.0, **options: Any
) -> Iterator[Step]:
    """Every step of the game of a number, to its end."""
    wanderer, chance = Wanderer(random.Random(number), leaving), chance_of(number)
    state = dealt(number, seats, board, **options)
    while RULESET.situation(state).outcome is None:
        seat, move = wanderer.choose(state)
        event = RULESET.decide(state, seat, move, chance)
        after = RULESET.evolve(state, event)
        yield Step(state, seat, move, event, after, chance)
        state = after


def random_game(
    number: int, seats: int = 4, rules: Rules = VERSIONS[-1]
) -> Iterator[tuple[State, int, AnyMove, State]]:
    """Every step of a game played at random: position, seat, move and the position after."""
    luck, chance = random.Random(number), Chance(number.to_bytes(32, "big"))
    state = begun(seats, chance, rules)
    while state.turn.phase is not Phase.OVER:
        seat = luck.choice(to_act(state))
        listed = legal_moves(state, seat, 2000).moves
        move = luck.choice([move for move in listed if not isinstance(move, Resign)])
        after = evolve(state, decide(state, seat, move, chance))
        yield state, seat, move, after
        state = after
