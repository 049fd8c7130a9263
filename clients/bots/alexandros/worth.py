"""The worth of a position for the seat to move, in points of the game."""

from collections.abc import Callable
from functools import lru_cache
from itertools import compress
from typing import Final

from clients.bots.alexandros.position import Position
from clients.bots.alexandros.provinces import Free, Hand

Seats = tuple[int, ...]

_WON: Final = 1000.0
# The levies to look ahead. Few, however long the game: provinces are split and taken over. In games
# of the bot against itself on several boards 1 beat 1.5, which beat 2, 2.5, 4 and 7.
_LEVIES: Final = 1.0
"""The number of levies expected from a province: the weight of income against score."""
_GOVERNOR_IN_SUPPLY: Final = 1.5
_CARDS: Final = (0.0, 0.9, 0.9 + 0.6, 0.9 + 0.6 + 0.3)
"""The worth of no, one, two, three cards of a symbol; further ones add nothing."""
_TAX_CARDS: Final = (0.0, 0.4, 0.4 + 0.25, 0.4 + 0.25 + 0.1)
"""The worth of no, one, two, three cards usable for a levy, as a share of the levy's gain."""


def worth(position: Position) -> float:
    """Return the expected lead after the next levies, with the promise of hand and board."""
    if position.over or (position.last_turn and not position.actions):
        return _verdict(position)
    levies = 0.0 if position.last_turn and position.levied else _LEVIES
    me, rivals, incomes = position.me, position.rivals, position.provinces.incomes
    value = _lead_after(me, rivals, position.scores, incomes, levies)
    if position.last_turn:
        return value
    gain = _lead(me, rivals, incomes)
    value += _hand(position, gain) + _GOVERNOR_IN_SUPPLY * position.left[position.me]
    return value + levies * _promise(position)


def _verdict(position: Position) -> float:
    best = max((position.scores[seat] for seat in position.rivals), default=0)
    lead = position.scores[position.me] - best
    return lead + (_WON if lead > 0 else 0.0 if lead == 0 else -_WON)


# A bot weighs hundreds of positions for each move, but few of their leads and threats differ.
@lru_cache(maxsize=5_000)  # 500 bytes each
def _lead_after(
    me: int, rivals: Seats, scores: tuple[int, ...], incomes: tuple[int, ...], levies: float
) -> float:
    """Return the lead after so many levies."""
    projected = [score + levies * income for score, income in zip(scores, incomes, strict=True)]
    return _lead(me, rivals, tuple(projected))


@lru_cache(maxsize=5_000)
def _lead(me: int, rivals: Seats, values: tuple[float, ...]) -> float:
    """Return the lead: mostly over the best rival, partly over the mean of all."""
    others = [values[seat] for seat in rivals]
    if not others:
        return values[me]
    return values[me] - 0.75 * max(others) - 0.25 * sum(others) / len(others)


def _hand(position: Position, gain: float) -> float:
    hand = position.hand
    usable = sum(compress(hand, position.provinces.mine))
    return _TAX_CARDS[min(3, usable)] * min(12.0, max(1.0, gain)) + _cards(hand)


# 200 bytes each.
@lru_cache(maxsize=20_000)
def _cards(hand: Hand) -> float:
    return sum([_CARDS[min(3, number)] for number in hand])


def _promise(position: Position) -> float:
    """Return the income this seat may take soon, less what others may take first."""
    free, doubled = position.provinces.free, _doubled(position)
    if not free:
        return doubled
    cards, left = position.cards, position.left
    rivals = tuple([(cards[seat], left[seat]) for seat in position.rivals])
    soon, first = (0.9, 0.2) if position.actions else (0.3, 0.55)
    hope = _hope(free, position.hand, left[position.me])
    return doubled + soon * hope - first * _threat(free, rivals)


@lru_cache(maxsize=5_000)
def _hope(free: Free, hand: Hand, governors: int) -> float:
    """Return the income to expect of the free provinces, for a seat with a hand and governors."""
    return _best_two(free, lambda symbols: _reach(symbols, hand, governors), 0.5)


@lru_cache(maxsize=5_000)
def _threat(free: Free, rivals: tuple[tuple[int, int], ...]) -> float:
    """Return the income to expect for rivals, by their numbers of cards and governors left."""
    return _best_two(free, lambda symbols: _reach_of_others(symbols, rivals), 0.4)


def _doubled(position: Position) -> float:
    """Return the income of provinces that pay nothing only because too many governors are there."""
    value = 0.0
    for _, income, _, governors in position.provinces.crowded:
        share = income * (0.5 if len(governors) == 2 else 0.3)
        value += share if governors[0][0] == position.me else -0.7 * share
    return value


def _best_two(free: Free, chance: Callable[[Hand], float], share: float) -> float:
    """Return the income to expect of the best free province, and a share of the next one's."""
    best = second = 0.0
    # The richest come first, and no chance is above 1: the rest cannot be better.
    for income, symbols in free:
        if income <= second:
            break
        value = income * chance(symbols)
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    return best + share * second


# 300 bytes each.
@lru_cache(maxsize=20_000)
def _reach(symbols: Hand, hand: Hand, governors: int) -> float:
    """Return the chance that a seat can pay for a free province before long, 0 to 1."""
    missing = sum([need - have for need, have in zip(symbols, hand, strict=True) if need > have])
    short = max(0, missing - min(governors, 2)) + (0.5 if missing > 1 else 0.0)
    return max(0.0, (1.0 if governors else 0.4) - 0.35 * short)


def _reach_of_others(needed: Hand, rivals: tuple[tuple[int, int], ...]) -> float:
    """Return the best chance among seats, 0 to 1."""
    symbols, best = sum(needed), 0.0
    for cards, governors in rivals:
        able = 0.45 * (cards + 1) + 0.6 * min(1, max(0, governors - 1))
        ready = 1.0 if governors else 0.4
        best = max(best, ready - 0.4 * max(0.0, symbols - 1 - able))
    return best
