"""The search: a seat's own moves to the end of its turn, the most promising ones first.

It widens round by round until its budget of evaluations is used up, so that equal budgets give
equal moves on any machine. What is drawn meanwhile is averaged over.
"""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from domain.planning.arrays import Array

P = TypeVar("P")
M = TypeVar("M")
WIDTHS = (1, 2, 3, 4, 6, 8, 12, 16, 24)
"""The moves of each position that are thought through, in successive rounds."""
BEAM = 12
"""The positions that go on from one move to the next are at most this many times the width."""

Outcomes = Sequence[tuple[float, P]]
"""The positions that a move may lead to, with their chances."""


class Branches(NamedTuple, Generic[P, M]):
    """The moves of a position with their outcomes; a wider look finds more unless ``complete``."""

    moves: Sequence[tuple[M, Outcomes[P]]]
    complete: bool


class Outlook(Protocol[P, M]):
    """A game as the search sees it."""

    def branches(self, position: P, width: int, /) -> Branches[P, M]:
        """Return the moves worth a look, at least one; more of them for a greater width."""
        ...

    def goes_on(self, position: P, /) -> bool:
        """True if the seat that thinks moves next, in the turn that it is thinking of."""
        ...

    def chances(self, positions: Sequence[P], /) -> Array:
        """Return the win chances of all seats: [position, seat]."""
        ...


class Choice(NamedTuple, Generic[M]):
    """A move and the win chance expected of it; ``deep`` if the turn was thought through."""

    move: M
    chance: float
    deep: bool


class OutOfBudget(Exception):
    """The budget is used up; the last complete round stands."""


class Search(Generic[P, M]):
    """A search for one decision; ``used`` counts the evaluations so far."""

    def __init__(self, outlook: Outlook[P, M], seat: int, budget: int) -> None:
        self._outlook, self._seat, self._budget = outlook, seat, budget
        self._values: dict[P, float] = {}
        self._branches: dict[P, tuple[int, Branches[P, M]]] = {}
        self.used = 0

    def choices(self, position: P) -> list[Choice[M]]:
        """Return the moves, the best first; those not thought through come last."""
        best: list[Choice[M]] = []
        for width in WIDTHS:
            before = self.used
            try:
                best = self._round(position, width)
            except OutOfBudget:
                break
            if self.used == before and width > 1:
                break  # wider rounds would only repeat this one
        return best or self._glance(position)

    def _glance(self, position: P) -> list[Choice[M]]:
        """Return the moves by the positions right after them, whatever the budget."""
        branches = self._branching(position, 1).moves
        self._budget = self.used + sum(len(outcomes) for _, outcomes in branches)
        self._evaluate([each for _, outcomes in branches for _, each in outcomes])
        judged = [Choice(move, self._mean(outcomes, self._values), False) for move, outcomes in branches]
        return sorted(judged, key=_by_chance)

    def _round(self, root: P, width: int) -> list[Choice[M]]:
        """Return the choices after a search of one width. Raises OutOfBudget."""
        kept: dict[P, list[tuple[M, Outcomes[P]]]] = {}
        layers, frontier = list[list[P]](), [root]
        while frontier:
            layers.append(frontier)
            frontier = self._expand(frontier, kept, width)
        worth = dict(self._values)
        # From the last layer back: each layer's positions lead only to later ones.
        for layer in reversed(layers[1:]):
            for each in layer:
                worth[each] = max(self._mean(outcomes, worth) for _, outcomes in kept[each])
        deep = [Choice(move, self._mean(outcomes, worth), True) for move, outcomes in kept[root]]
        looked = {move for move, _ in kept[root]}
        rest = [each for each in self._glance_at(root, width) if each.move not in looked]
        return [*sorted(deep, key=_by_chance), *rest]

    def _expand(
        self, frontier: Sequence[P], kept: dict[P, list[tuple[M, Outcomes[P]]]], width: int
    ) -> list[P]:
        """Keep the best moves of each position, and return the positions where they lead."""
        branches = [self._branching(each, width).moves for each in frontier]
        self._evaluate(
            [each for moves in branches for _, outcomes in moves for _, each in outcomes]
        )
        onward: dict[P, float] = {}
        for position, moves in zip(frontier, branches, strict=True):
            ranked = sorted(moves, key=lambda each: -self._mean(each[1], self._values))
            kept[position] = ranked[:width]
            for _, outcomes in kept[position]:
                for share, each in outcomes:
                    if self._outlook.goes_on(each) and each not in kept:
                        onward[each] = max(onward.get(each, 0.0), share)
        best = sorted(onward, key=lambda each: -self._values[each] * onward[each])
        return best[: BEAM * width]

    def _glance_at(self, root: P, width: int) -> list[Choice[M]]:
        branches = self._branching(root, width).moves
        judged = [Choice(move, self._mean(each, self._values), False) for move, each in branches]
        return sorted(judged, key=_by_chance)

    @staticmethod
    def _mean(outcomes: Outcomes[P], worth: dict[P, float]) -> float:
        return sum(share * worth[each] for share, each in outcomes)

    def _branching(self, position: P, width: int) -> Branches[P, M]:
        known = self._branches.get(position)
        if known is not None and (known[1].complete or known[0] >= width):
            return known[1]
        branches = self._outlook.branches(position, width)
        self._branches[position] = width, branches
        return branches

    def _evaluate(self, positions: Sequence[P]) -> None:
        """Judge the positions that are new. Raises OutOfBudget."""
        new = [each for each in dict.fromkeys(positions) if each not in self._values]
        if not new:
            return
        if self.used + len(new) > self._budget:
            raise OutOfBudget
        self.used += len(new)
        chances = self._outlook.chances(new)[:, self._seat]
        self._values.update(zip(new, map(float, chances), strict=True))


def _by_chance(choice: Choice[Any]) -> float:
    return -choice.chance
