"""The best use of the actions left in a turn."""

import heapq
from collections.abc import Iterator
from itertools import chain

from clients.bots.alexandros.effects import levied, occupied, recalled, resting, took
from clients.bots.alexandros.position import Position, Province
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
    """Return the positions that sensible actions lead to; not all actions, but few of each kind."""
    return chain(_levies(position), _settlings(position), _recalls(position), _cards(position))


def _levies(position: Position) -> Iterator[Position]:
    if position.levied:
        return
    mine = {
        symbol for p in position.provinces for seat, symbol in p.governors if seat == position.me
    }
    for symbol in mine:
        if position.hand[symbol]:
            yield levied(position, symbol)


def _settlings(position: Position) -> Iterator[Position]:
    if not position.left[position.me]:
        return
    for index, province in enumerate(position.provinces):
        if province.holder != position.me:
            for governors in _garrisons(position, province):
                yield occupied(position, index, governors)


def _garrisons(position: Position, province: Province) -> list[list[int]]:
    """Return the governors that man a province, as few as the hand allows; none if it cannot."""
    hand = list(position.hand)
    for _, symbol in province.governors:
        hand[symbol] -= 2
    if min(hand) < 0:
        return []
    missing = [
        symbol
        for symbol, (need, have) in enumerate(zip(province.symbols, hand, strict=True))
        for _ in range(need - have)
    ]
    if missing:
        return [missing] if len(missing) <= position.left[position.me] else []
    return [[symbol] for symbol, need in enumerate(province.symbols) if need]


def _recalls(position: Position) -> Iterator[Position]:
    me = position.me
    held = [(index, p) for index, p in enumerate(position.provinces) if p.holder == me]
    poorest = min((p.income for _, p in held), default=0)
    for index, province in held:
        alone = len(province.governors) == 1
        if alone and (position.left[me] or province.income > poorest):
            continue
        for symbol in {symbol for _, symbol in province.governors}:
            yield recalled(position, index, symbol)


def _cards(position: Position) -> Iterator[Position]:
    for slot, symbol in enumerate(position.display):
        if symbol is not None:
            yield took(position, symbol, slot)
