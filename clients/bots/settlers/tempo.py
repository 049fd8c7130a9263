"""How fast a seat gets on: the points a turn that an income is good for."""

from functools import lru_cache
from typing import Final

from clients.bots.settlers.goods import CITY, NOTHING, Counts, Income, turns_until
from clients.bots.settlers.position import Position

_AIMS: Final = (
    ((2, 2, 1, 1, 0, 0), 1.0),
    (CITY, 1.0),
    ((0, 0, 1, 1, 1, 0), 0.45),
    ((2, 2, 2, 4, 4, 0), 2.45),
)
"""What is built again and again, and the points it brings: a settlement with a road, a city, a
development card, and all of them."""
_GOLD: Final = 0.02
"""What a gold a turn is worth beside what the bank gives for it."""
_TURNS_A_POINT: Final = 1.6
_FEWEST_TURNS: Final = 2.0


@lru_cache(maxsize=50_000)
def tempo(income: Income, rates: Counts) -> float:
    """The points a turn of an income: half of the best aim's, half of all aims' together."""
    paces = [points / turns_until(NOTHING, price, income, rates) for price, points in _AIMS]
    return (max(paces) + paces[-1]) / 2 + _GOLD * income[5]


def turns_left(position: Position) -> float:
    """A guess at the turns that each seat still has."""
    most = max(seat.points for seat in position.seats)
    return max(_FEWEST_TURNS, _TURNS_A_POINT * (position.target - most))


def quickened(position: Position, corner: int) -> float:
    """How much faster one's own seat gets on with a settlement more on a corner."""
    land, rates, pips = position.land, position.own.rates, position.pips(position.me)
    more = tuple(map(int.__add__, pips, land.corner_pips[corner]))
    before = tempo(position.income(pips), rates)
    return tempo(position.income(more), land.rates_with(rates, corner)) - before


def citied(position: Position, corner: int) -> float:
    """How much faster one's own seat gets on with a city for a settlement on a corner."""
    pips = position.pips(position.me)
    more = tuple(map(int.__add__, pips, position.land.corner_pips[corner]))
    rates = position.own.rates
    return tempo(position.income(more), rates) - tempo(position.income(pips), rates)
