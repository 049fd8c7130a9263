"""The effects of actions on a position; the service decides if they are allowed."""

from functools import lru_cache
from operator import add, sub
from typing import Any

from msgspec.structs import replace

from clients.bots.alexandros.position import Position
from clients.bots.alexandros.provinces import Governor, Hand


def levied(position: Position, symbol: int) -> Position:
    """Return the position after a levy paid with a card of ``symbol``; it may end the game."""
    scores = tuple(map(add, position.scores, position.provinces.incomes))
    return _acted(
        position,
        with_card(position.hand, symbol, -1),
        scores=scores,
        levied=True,
        over=max(scores) >= position.target,
    )


def occupied(position: Position, index: int, garrison: tuple[int, ...]) -> Position:
    """Return the position after settling a province: governors on these symbols, cards on others.

    A province held by another seat is taken over: that costs two cards for each governor there, and
    among three or more seats the loser gets a compensation.
    """
    me, (_, _, symbols, before) = position.me, position.provinces.all[index]
    price = _price(symbols, before, garrison)
    temple, amphora, horse, lyre, soldier = hand = tuple(map(sub, position.hand, price))
    left, cards = list(position.left), list(position.cards)
    left[me] -= len(garrison)
    cards[me] = sum(hand)
    if before:
        left[before[0][0]] += len(before)
        cards[before[0][0]] += (sum(price) + 1) // 2 if len(cards) > 2 else 0
    return replace(
        position,
        hand=(temple, amphora, horse, lyre, soldier),
        cards=tuple(cards),
        provinces=position.provinces.manned(index, tuple([(me, each) for each in garrison])),
        left=tuple(left),
        actions=position.actions - 1,
    )


# 500 bytes each.
@lru_cache(maxsize=5_000)
def _price(symbols: Hand, before: tuple[Governor, ...], garrison: tuple[int, ...]) -> Hand:
    """Return the cards that a province costs with governors on some of its symbols."""
    price = list(symbols)
    for symbol in garrison:
        price[symbol] -= 1
    for _, symbol in before:
        price[symbol] += 2
    temple, amphora, horse, lyre, soldier = price
    return temple, amphora, horse, lyre, soldier


def recalled(position: Position, index: int, symbol: int) -> Position:
    """Return the position after one's governor on ``symbol`` has left a province."""
    province, me = position.provinces.all[index], position.me
    staying = list(province.governors)
    staying.remove((me, symbol))
    left = list(position.left)
    left[me] += 1
    provinces = position.provinces.manned(index, tuple(staying))
    return _acted(position, position.hand, provinces=provinces, left=tuple(left))


def took(position: Position, symbol: int, slot: int | None = None) -> Position:
    """Return the position after taking a card from a display slot, or (None) the supply."""
    display = position.display
    if slot is not None:
        display = (*display[:slot], None, *display[slot + 1 :])
    return _acted(position, with_card(position.hand, symbol), display=display)


def resting(position: Position) -> Position:
    """Return the position when the turn ends here."""
    return replace(position, actions=0)


def with_card(hand: Hand, symbol: int, number: int = 1) -> Hand:
    """Return the hand with ``number`` more cards of a symbol."""
    counts = list(hand)
    counts[symbol] += number
    temple, amphora, horse, lyre, soldier = counts
    return temple, amphora, horse, lyre, soldier


def _acted(position: Position, hand: Hand, **changes: Any) -> Position:
    cards, me = position.cards, position.me
    return replace(
        position,
        hand=hand,
        cards=(*cards[:me], sum(hand), *cards[me + 1 :]),
        actions=position.actions - 1,
        **changes,
    )
