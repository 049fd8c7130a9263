"""The levels of the planner. It needs no numpy: web processes read them, too."""

from typing import Final, NamedTuple


class Level(NamedTuple):
    """A strength: evaluations a decision, and how far its judgement is trusted.

    With a ``blur`` it draws among its moves: one that gives away ``blur`` of win chance is e times
    as rare as the best. With a ``margin`` it makes the move of a policy, unless another one is
    better by more: of many moves that are judged, the best one owes its lead to errors, too.
    """

    budget: int
    blur: float = 0.0
    margin: float | None = None


LEVELS: Final = {
    "easy": Level(60, blur=0.04),
    "medium": Level(300, blur=0.015),
    "hard": Level(4_000, margin=0.02),
}
"""The levels, the weakest first.

``hard``'s margin is the best of three tried, 0.01 to 0.03, in settlers against three greedy bots;
they were within chance of one another. In games after the choice it won 75 of 200.

``medium`` against ``hard``, at a quarter of their budgets: with this blur ``hard`` won 67 of 100
games of Alexandros, with one of 0.01 34.5 of 60, which may be chance. With a margin of 0.06 in its
place ``hard`` won only 67 of 120 games of settlers and 32.5 of 60 of the scenario.
"""
