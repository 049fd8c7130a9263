"""The worth of a hand, in points: the aims that it brings closer."""

import math
from collections.abc import Sequence
from typing import Final

from clients.bots.settlers.goods import Counts, Income, turns_until
from clients.bots.settlers.plans import Plan
from clients.bots.settlers.position import Position

_PATIENCE: Final = 0.87
"""The worth of a point a turn later."""
# The weights of the best, second and third aim: a hand pays for one at a time.
_SHARES: Final = (1.0, 0.35, 0.15)
_CARD: Final = 0.02
_TOO_MANY: Final = 0.04


class Judge:
    """Weighs hands of one position."""

    def __init__(self, position: Position, plans: tuple[Plan, ...]) -> None:
        self.position = position
        self.plans = plans
        income = position.own_income
        # The scenario's draws from the reserve are income without buildings; they bring no gold.
        self._income: Income = (*(n + position.draws for n in income[:5]), income[5])

    def worth(self, hand: Counts, plans: Sequence[Plan] | None = None) -> float:
        """Return the worth of a hand for the given plans, by default all."""
        return self._worth(hand, self.plans if plans is None else plans, 0.0)

    def waiting(self, hand: Counts) -> float:
        """Return the worth of a hand kept until one's next turn."""
        return self._worth(hand, self.plans, 1.0)

    def after(self, hand: Counts, plan: Plan) -> float:
        """Return the worth after a plan is carried out: its gain, and that of the hand left."""
        return plan.gain + self.worth(hand, [other for other in self.plans if other is not plan])

    def _worth(self, hand: Counts, plans: Sequence[Plan], least: float) -> float:
        # Once for each price: aims may share one, and the turns until it is paid are slow to find.
        prices = {plan.price for plan in plans}
        left = {price: self._left(hand, price, least) for price in prices}
        values = sorted([plan.gain * left[plan.price] for plan in plans], reverse=True)
        return sum(map(float.__mul__, _SHARES, values)) + self._cards(hand)

    def _left(self, hand: Counts, price: Counts, least: float) -> float:
        """Return the share of a gain that is left once its price can be paid."""
        turns = max(least, turns_until(hand, price, self._income, self.position.own.rates))
        # A price that can be paid only after the game's end is worth nothing.
        return 0.0 if turns > self.position.horizon else math.pow(_PATIENCE, turns)

    def _cards(self, hand: Counts) -> float:
        cards = sum(hand[:5])
        over = max(0, cards - self.position.discard_above)
        return _CARD * cards + self.position.gold_worth * hand[5] - _TOO_MANY * over
