"""The tempo of a seat: the points that its income brings in a turn."""

from functools import lru_cache
from typing import Final

from clients.bots.settlers.goods import CITY, NOTHING, Counts, income_of, plus, turns_until
from clients.bots.settlers.position import Position

_AIMS: Final = (
    ((2, 2, 1, 1, 0, 0), 1.0),
    (CITY, 1.0),
    ((0, 0, 1, 1, 1, 0), 0.45),
    ((2, 2, 2, 4, 4, 0), 2.45),
)
"""The recurring purchases and their points: a settlement with a road, a city, a
development card, and all of them."""


# 500 bytes each.
@lru_cache(maxsize=10_000)
def tempo(pips: Counts, rolls: int, rates: Counts) -> float:
    """Return the points a turn of pips: the mean of the best aim's and of all aims' together."""
    income = income_of(pips, rolls)
    paces = [points / turns_until(NOTHING, price, income, rates) for price, points in _AIMS]
    return (max(paces) + paces[-1]) / 2


def quickened(position: Position, corner: int) -> float:
    """Return one's own gain in tempo by a settlement on a corner."""
    rates, harbour = position.own.rates, position.land.harbours.get(corner)
    return _more(position, corner, rates if harbour is None else tuple(map(min, rates, harbour)))


def citied(position: Position, corner: int) -> float:
    """Return one's own gain in tempo by a city for a settlement on a corner."""
    return _more(position, corner, position.own.rates)


def _more(position: Position, corner: int, rates: Counts) -> float:
    """Return the gain in tempo by a corner's yield once more, at these rates of trade then."""
    rolls, less = position.rolls, position.own_pips
    more = plus(less, position.land.corner_pips[corner])
    gain = tempo(more, rolls, rates) - tempo(less, rolls, position.own.rates)
    if not position.gold_worth:
        return gain
    gold = income_of(more, rolls)[5] - position.own_income[5]
    return gain + position.gold_worth * gold
