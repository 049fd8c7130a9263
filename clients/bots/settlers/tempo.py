"""The tempo of a seat: the points a turn that its income is good for."""

from functools import lru_cache
from typing import Final

from clients.bots.settlers.goods import CITY, NOTHING, Counts, Income, plus, turns_until
from clients.bots.settlers.position import Position

_AIMS: Final = (
    ((2, 2, 1, 1, 0, 0), 1.0),
    (CITY, 1.0),
    ((0, 0, 1, 1, 1, 0), 0.45),
    ((2, 2, 2, 4, 4, 0), 2.45),
)
"""The recurring purchases and their points: a settlement with a road, a city, a
development card, and all of them."""
_TURNS_A_POINT: Final = 1.6
_FEWEST_TURNS: Final = 2.0


@lru_cache(maxsize=10_000)  # 500 bytes each
def tempo(income: Income, rates: Counts) -> float:
    """Return the points a turn of an income: half of the best aim's, half of all aims' together."""
    paces = [points / turns_until(NOTHING, price, income, rates) for price, points in _AIMS]
    return (max(paces) + paces[-1]) / 2


def turns_left(position: Position) -> float:
    """Return a guess at the turns that each seat still has."""
    most = max(seat.points for seat in position.seats)
    by_points = max(_FEWEST_TURNS, _TURNS_A_POINT * (position.target - most))
    return min(by_points, position.horizon)


def quickened(position: Position, corner: int) -> float:
    """Return one's own gain in tempo by a settlement on a corner."""
    rates = position.own.rates
    return _more(position, corner, rates, position.land.rates_with(rates, corner))


def citied(position: Position, corner: int) -> float:
    """Return one's own gain in tempo by a city for a settlement on a corner."""
    return _more(position, corner, position.own.rates, position.own.rates)


def _more(position: Position, corner: int, before: Counts, after: Counts) -> float:
    """Return the gain in tempo by a corner's yield once more, at these rates of trade."""
    pips = plus(position.own_pips, position.land.corner_pips[corner])
    less, more = position.own_income, position.income(pips)
    gold = position.gold_worth * (more[5] - less[5])
    return tempo(more, after) - tempo(less, before) + gold
