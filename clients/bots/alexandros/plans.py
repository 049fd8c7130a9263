"""The best use of the actions left in a turn."""

import heapq
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from clients.bots.alexandros.effects import levied, occupied, recalled, resting, took
from clients.bots.alexandros.position import Position
from clients.bots.alexandros.provinces import Governor, Hand
from clients.bots.alexandros.worth import worth

_BEAM = 3
"""First actions that are thought through to the second."""


def best_worth(position: Position, beam: int = _BEAM) -> float:
    """Return the worth of a position once its actions are well used."""
    rested = worth(resting(position))
    if position.over or not position.actions:
        return rested
    return max(rested, _best_of_options(position, beam))


def _best_of_options(position: Position, beam: int) -> float:
    after = list(options(position))
    if position.actions == 1:
        return max((worth(option) for option in after), default=float("-inf"))
    promising = heapq.nlargest(beam, after, key=worth)
    return max((best_worth(option) for option in promising), default=float("-inf"))


def options(position: Position) -> Iterator[Position]:
    """Return the positions after sensible actions: a few of each kind, not all."""
    return chain(_levies(position), _settlings(position), _recalls(position), _cards(position))


def _levies(position: Position) -> Iterator[Position]:
    if position.levied:
        return
    for symbol, (mine, held) in enumerate(zip(position.provinces.mine, position.hand, strict=True)):
        if mine and held:
            yield levied(position, symbol)


def _settlings(position: Position) -> Iterator[Position]:
    me, hand = position.me, position.hand
    left = position.left[me]
    if not left:
        return
    for index, (_, _, symbols, governors) in enumerate(position.provinces.all):
        if not governors or governors[0][0] != me:
            for garrison in _garrisons(symbols, governors, hand, left):
                yield occupied(position, index, garrison)


# 500 bytes each.
@lru_cache(maxsize=20_000)
def _garrisons(
    symbols: Hand, governors: tuple[Governor, ...], hand: Hand, left: int
) -> tuple[tuple[int, ...], ...]:
    """Return the fewest governors that settle a province with the hand; none if it cannot."""
    free = list(hand)
    for _, symbol in governors:
        free[symbol] -= 2
    if min(free) < 0:
        return ()
    missing = tuple(
        symbol
        for symbol, (need, have) in enumerate(zip(symbols, free, strict=True))
        for _ in range(need - have)
    )
    if missing:
        return (missing,) if len(missing) <= left else ()
    return tuple((symbol,) for symbol, need in enumerate(symbols) if need)


def _recalls(position: Position) -> Iterator[Position]:
    me = position.me
    held = [(index, p) for index, p in enumerate(position.provinces.all) if p.holder == me]
    poorest = min((p.income for _, p in held), default=0)
    for index, province in held:
        # Recalling a lone governor gives up the province: only the poorest, and only while none is
        # left in the supply.
        alone = len(province.governors) == 1
        if alone and (position.left[me] or province.income > poorest):
            continue
        for symbol in {symbol for _, symbol in province.governors}:
            yield recalled(position, index, symbol)


def _cards(position: Position) -> Iterator[Position]:
    for slot, symbol in enumerate(position.display):
        if symbol is not None:
            yield took(position, symbol, slot)
