"""The worth of a position for the seat to move, in points of the game."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from clients.bots.alexandros.position import Hand, Position

_WON: Final = 1000.0
_LEVIES: Final = 1.0
"""The levies that a province is good for: the weight of income against score.

Few, however long the game: provinces are split and taken over. In games of the bot against
itself on several boards 1 beat 1.5, which beat 2, 2.5, 4 and 7.
"""
_GOVERNOR_IN_SUPPLY: Final = 1.5
_CARDS: Final = (0.0, 0.9, 0.9 + 0.6, 0.9 + 0.6 + 0.3)
"""The worth of no, one, two, three cards of a symbol; more are worth nothing."""
_TAX_CARDS: Final = (0.0, 0.4, 0.4 + 0.25, 0.4 + 0.25 + 0.1)
"""The worth of no, one, two, three cards to levy with, as a share of a levy's gain."""


def worth(position: Position) -> float:
    """Return the lead to expect after the next levies, and the promise of hand and board."""
    if position.over or (position.last_turn and not position.actions):
        return _verdict(position)
    levies = 0.0 if position.last_turn and position.levied else _LEVIES
    incomes = position.incomes()
    projected = [
        score + levies * income for score, income in zip(position.scores, incomes, strict=True)
    ]
    value = _lead(position, projected)
    if position.last_turn:
        return value
    gain = _lead(position, incomes)
    value += _hand(position, gain) + _GOVERNOR_IN_SUPPLY * position.left[position.me]
    return value + levies * _promise(position)


def _verdict(position: Position) -> float:
    best = max((position.scores[seat] for seat in position.rivals), default=0)
    lead = position.scores[position.me] - best
    return lead + (_WON if lead > 0 else 0.0 if lead == 0 else -_WON)


def _lead(position: Position, values: Sequence[float]) -> float:
    """Return the lead over the best of the rivals, and a little over all of them."""
    rivals = [values[seat] for seat in position.rivals]
    if not rivals:
        return values[position.me]
    return values[position.me] - 0.75 * max(rivals) - 0.25 * sum(rivals) / len(rivals)


def _hand(position: Position, gain: float) -> float:
    hand, me = position.hand, position.me
    manned = [province.governors for province in position.provinces if province.governors]
    mine = {symbol for governors in manned for seat, symbol in governors if seat == me}
    usable = sum([hand[symbol] for symbol in mine])
    return _TAX_CARDS[min(3, usable)] * min(12.0, max(1.0, gain)) + _cards(hand)


@lru_cache(maxsize=20_000)  # 200 bytes each
def _cards(hand: Hand) -> float:
    return sum([_CARDS[min(3, number)] for number in hand])


def _promise(position: Position) -> float:
    """Return the income this seat may take soon, less that which others may take first."""
    me, free = position.me, [p for p in position.provinces if p.income and not p.governors]
    if not free:
        return _doubled(position)
    hand, left = position.hand, position.left[me]
    rivals = tuple([(position.cards[seat], position.left[seat]) for seat in position.rivals])
    mine = [p.income * _reach(p.symbols, hand, left) for p in free]
    theirs = [p.income * _reach_of_others(p.symbols, rivals) for p in free]
    soon, first = (0.9, 0.2) if position.actions else (0.3, 0.55)
    return _doubled(position) + soon * _best_two(mine, 0.5) - first * _best_two(theirs, 0.4)


def _doubled(position: Position) -> float:
    """Return the income of provinces that pay nothing only because too many governors are there."""
    value = 0.0
    for _, income, _, governors in position.provinces:
        if len(governors) > 1:
            share = income * (0.5 if len(governors) == 2 else 0.3)
            value += share if governors[0][0] == position.me else -0.7 * share
    return value


def _best_two(values: list[float], second: float) -> float:
    if len(values) == 1:
        return values[0]
    values.sort()
    return values[-1] + second * values[-2]


@lru_cache(maxsize=20_000)  # 300 bytes each
def _reach(symbols: Hand, hand: Hand, governors: int) -> float:
    """Return the chance that a seat can pay for a free province before long, 0 to 1."""
    if not any(symbols):
        return 0.0
    missing = sum(max(0, need - have) for need, have in zip(symbols, hand, strict=True))
    short = max(0, missing - min(governors, 2)) + (0.5 if missing > 1 else 0.0)
    return max(0.0, (1.0 if governors else 0.4) - 0.35 * short)


@lru_cache(maxsize=20_000)  # 400 bytes each
def _reach_of_others(needed: Hand, rivals: tuple[tuple[int, int], ...]) -> float:
    """Return the best chance among seats, by their numbers of cards and of governors left."""
    if not any(needed):
        return 0.0
    symbols, best = sum(needed), 0.0
    for cards, governors in rivals:
        able = 0.45 * (cards + 1) + 0.6 * min(1, max(0, governors - 1))
        ready = 1.0 if governors else 0.4
        best = max(best, ready - 0.4 * max(0.0, symbols - 1 - able))
    return best
