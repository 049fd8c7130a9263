"""The search: a seat's own moves to the end of its turn, the most promising ones first.

It widens round by round until its budget of evaluations is used up, so that equal budgets give
equal moves on any machine. What is drawn meanwhile is averaged over.
"""

from collections.abc import Callable, Sequence
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
    """A game as the search sees it; ``extra`` counts the evaluations that it makes itself."""

    extra: int

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


Node = int
"""The number of a position in a search: hashing the position itself takes longer than most else."""
ROOT: Node = 0
Ways = list[tuple[M, list[tuple[float, Node]]]]


class Search(Generic[P, M]):
    """A search for one decision; ``used`` counts the evaluations so far.

    The ``favourite`` is thought through with the best moves, if it is listed. ``is_enough`` may cut
    the search short, which is no part of the game: it is for runaways.
    """

    def __init__(
        self,
        outlook: Outlook[P, M],
        seat: int,
        budget: int,
        is_enough: Callable[[], bool] = lambda: False,
        favourite: M | None = None,
    ) -> None:
        self._favourite = favourite
        self._outlook, self._seat, self._budget = outlook, seat, budget
        self._is_enough, self.was_cut = is_enough, False
        self._positions = list[P]()
        self._nodes = dict[P, Node]()
        self._values = dict[Node, float]()
        self._ways = dict[Node, tuple[int, bool, Ways[M]]]()
        # Both are asked for in every round, and each round asks again for all earlier ones.
        self._going = dict[Node, bool]()
        self._ranked = dict[Node, tuple[Ways[M], Ways[M], Ways[M]]]()
        self.used = 0

    def choices(self, position: P) -> list[Choice[M]]:
        """Return the moves, the best first; those not thought through come last."""
        best, root = list[Choice[M]](), self._node(position)
        for width in WIDTHS:
            before = self.used
            try:
                best = self._round(root, width)
            except OutOfBudget:
                break
            if self.used == before and width > 1:
                break  # wider rounds would only repeat this one
        return best or self._glance(root)

    def _glance(self, root: Node) -> list[Choice[M]]:
        """Return the moves by the positions right after them, regardless of the budget."""
        ways = self._branching(root, 1)
        self._is_enough = lambda: False
        self._budget = self.used + sum(len(outcomes) for _, outcomes in ways)
        self._evaluate([each for _, outcomes in ways for _, each in outcomes])
        return self._seen(ways)

    def _seen(self, ways: Ways[M]) -> list[Choice[M]]:
        seen = [Choice(move, _mean(outcomes, self._values), False) for move, outcomes in ways]
        return sorted(seen, key=_by_chance)

    def _round(self, root: Node, width: int) -> list[Choice[M]]:
        """Return the choices after a search of one width. Raises OutOfBudget."""
        kept = dict[Node, Ways[M]]()
        layers, frontier = list[list[Node]](), [root]
        while frontier:
            layers.append(frontier)
            frontier = self._expand(frontier, kept, width)
        worth = dict(self._values)
        # From the last layer back: each layer's positions lead only to later ones.
        for layer in reversed(layers[1:]):
            for node in layer:
                ways = self._finished(kept[node], kept)
                worth[node] = max(_mean(outcomes, worth) for _, outcomes in ways)
        ways = self._finished(kept[root], kept)
        deep = [Choice(move, _mean(outcomes, worth), True) for move, outcomes in ways]
        known = [each.move for each in deep]
        rest = self._seen(self._branching(root, width))
        return [*sorted(deep, key=_by_chance), *(each for each in rest if each.move not in known)]

    def _finished(self, ways: Ways[M], kept: dict[Node, Ways[M]]) -> Ways[M]:
        """Return the moves that were followed to the end of the turn, all moves if none was."""
        # A position in the middle of a turn is worth more than the same one at its end.
        finished = [
            (move, outcomes)
            for move, outcomes in ways
            if all(each in kept or not self._goes_on(each) for _, each in outcomes)
        ]
        return finished or ways

    def _expand(
        self, frontier: Sequence[Node], kept: dict[Node, Ways[M]], width: int
    ) -> list[Node]:
        """Keep the best moves of each position, and return the positions where they lead."""
        branches = [self._branching(each, width) for each in frontier]
        self._evaluate([each for ways in branches for _, outcomes in ways for _, each in outcomes])
        onward: dict[Node, float] = {}
        for node, ways in zip(frontier, branches, strict=True):
            going, ending = self._parted(node, ways)
            chosen = going[:width]
            if node == ROOT:
                chosen += [way for way in going[width:] if way[0] == self._favourite]
            # Ends of the turn cost nothing more, and one of them is the measure of going on.
            kept[node] = chosen + ending
            for _, outcomes in kept[node]:
                for share, each in outcomes:
                    if each not in kept and self._goes_on(each):
                        onward[each] = max(onward.get(each, 0.0), share)
        best = sorted(onward, key=lambda each: -self._values[each] * onward[each])
        return best[: BEAM * width]

    def _parted(self, node: Node, ways: Ways[M]) -> tuple[Ways[M], Ways[M]]:
        """Return the moves after which the turn goes on, and the others, the best of each first."""
        known = self._ranked.get(node)
        if known is not None and known[0] is ways:
            return known[1], known[2]
        going, ending = list[Any](), list[Any]()
        for way in sorted(ways, key=lambda each: -_mean(each[1], self._values)):
            goes_on = any(self._goes_on(each) for _, each in way[1])
            (going if goes_on else ending).append(way)
        self._ranked[node] = ways, going, ending
        return going, ending

    def _branching(self, node: Node, width: int) -> Ways[M]:
        known = self._ways.get(node)
        if known is not None and (known[0] >= width or known[1]):
            return known[2]
        before = self._outlook.extra
        branches = self._outlook.branches(self._positions[node], width)
        self.used += self._outlook.extra - before
        ways = [
            (move, [(share, self._node(each)) for share, each in outcomes])
            for move, outcomes in branches.moves
        ]
        self._ways[node] = width, branches.complete, ways
        return ways

    def _goes_on(self, node: Node) -> bool:
        known = self._going.get(node)
        if known is None:
            known = self._going[node] = self._outlook.goes_on(self._positions[node])
        return known

    def _node(self, position: P) -> Node:
        node = self._nodes.setdefault(position, len(self._positions))
        if node == len(self._positions):
            self._positions.append(position)
        return node

    def _evaluate(self, nodes: Sequence[Node]) -> None:
        """Judge the positions that are new. Raises OutOfBudget."""
        new = [each for each in dict.fromkeys(nodes) if each not in self._values]
        if not new:
            return
        if self.used + len(new) > self._budget:
            raise OutOfBudget
        # At least one evaluation, so that there is something to choose by.
        if self._values and self._is_enough():
            self.was_cut = True
            raise OutOfBudget
        self.used += len(new)
        chances = self._outlook.chances([self._positions[each] for each in new])
        self._values.update(zip(new, map(float, chances[:, self._seat]), strict=True))


def _mean(outcomes: Sequence[tuple[float, Node]], worth: dict[Node, float]) -> float:
    if len(outcomes) == 1:  # nearly always
        return worth[outcomes[0][1]]
    return sum(share * worth[each] for share, each in outcomes)


def _by_chance(choice: Choice[Any]) -> float:
    return -choice.chance
