"""Counts of resources and gold as six numbers, prices, and the turns until one can be paid."""

import math
from collections.abc import Mapping
from functools import lru_cache
from operator import add, floordiv, ge, sub
from typing import Final

from clients.python.shapes import JsonObject

Counts = tuple[int, ...]
"""Six whole numbers: brick, lumber, wool, grain, ore, gold."""
Income = tuple[float, ...]
"""The mean yield of six goods a turn."""

GOODS: Final = ("brick", "lumber", "wool", "grain", "ore", "gold")
NOTHING: Final[Counts] = (0,) * 6
ROAD: Final[Counts] = (1, 1, 0, 0, 0, 0)
SETTLEMENT: Final[Counts] = (1, 1, 1, 1, 0, 0)
CITY: Final[Counts] = (0, 0, 0, 2, 3, 0)
CARD: Final[Counts] = (0, 0, 1, 1, 1, 0)

_ROLLS: Final = 36
LATEST: Final = 40.0
"""The most turns to wait for anything."""
# The precision of turns: about a thirteenth, and exact in binary, so equal hands get equal times.
_STEP: Final = LATEST / 512


def counts_of(named: Mapping[str, int] | None) -> Counts:
    """Return six numbers from numbers by name, 0 for missing names."""
    by_name = named or {}
    return tuple([int(by_name.get(good, 0)) for good in GOODS])


def by_name(counts: Counts) -> JsonObject:
    """Return the numbers by name, without those of 0."""
    return {good: n for good, n in zip(GOODS, counts, strict=True) if n}


def one_of(good: int, number: int = 1) -> Counts:
    """Return so many of one good."""
    return tuple([number if n == good else 0 for n in range(6)])


def plus(a: Counts, b: Counts) -> Counts:
    """Return the sum of two counts."""
    return tuple(map(add, a, b))


def minus(a: Counts, b: Counts) -> Counts:
    """Return ``a`` less ``b``; negative where it has less."""
    return tuple(map(sub, a, b))


def times(price: Counts, number: int) -> Counts:
    """Return a price so many times."""
    return tuple([number * n for n in price])


def income_of(pips: Counts, rolls: int) -> Income:
    """Return the yield in so many rolls; ``pips`` are the yields in 36 rolls."""
    return tuple([n * rolls / _ROLLS for n in pips])


def covers(hand: Counts, price: Counts) -> bool:
    """True if a price can be paid from a hand as it is."""
    return all(map(ge, hand, price))


def lacking(hand: Counts, price: Counts) -> Counts:
    """Return the cards a hand lacks for a price."""
    return tuple([n if n > 0 else 0 for n in map(sub, price, hand)])


def sparing(hand: Counts, price: Counts) -> Counts:
    """Return the cards a hand has beyond a price."""
    return lacking(price, hand)


# 700 bytes each.
@lru_cache(maxsize=15_000)
def turns_until(hand: Counts, price: Counts, income: Income, rates: Counts) -> float:
    """Return the mean turns until a price can be paid, trading with the bank at these rates."""
    lack = sum(lacking(hand, price))
    if lack <= sum(map(floordiv, sparing(hand, price), rates)):
        return 0.0
    turns = 0.0
    balance, gain = _balance(turns, hand, price, income, rates)
    while balance < 0:
        # The more goods are left, the lower the gain, so a straight step never goes too far. It
        # takes four steps where halving the interval took eleven.
        steps = (turns - balance / gain) // _STEP if gain else math.inf
        turns = max(turns + _STEP, steps * _STEP)
        if turns >= LATEST:
            return LATEST
        balance, gain = _balance(turns, hand, price, income, rates)
    return max(turns, 0.5)


def _balance(
    turns: float, hand: Counts, price: Counts, income: Income, rates: Counts
) -> tuple[float, float]:
    """Return the goods left (negative: short) if a price is paid after some turns, and the gain."""
    balance = gains = 0.0
    for held, due, gain, rate in zip(hand, price, income, rates, strict=True):
        left = held + gain * turns - due
        if left > 0:
            balance += left / rate
            gains += gain / rate
        else:
            balance += left
            gains += gain
    return balance, gains
