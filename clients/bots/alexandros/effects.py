"""The effects of actions on a position; the service decides if they are allowed."""

from collections.abc import Sequence
from typing import Any

from clients.bots.alexandros.position import Hand, Position, Province


def levied(position: Position, symbol: int) -> Position:
    """Return the position after a levy paid with a card of ``symbol``; it may end the game."""
    incomes = position.incomes()
    scores = tuple(s + i for s, i in zip(position.scores, incomes, strict=True))
    return _acted(
        position,
        _paid(position.hand, [symbol]),
        scores=scores,
        levied=True,
        over=max(scores) >= position.target,
    )


def occupied(position: Position, index: int, governors: Sequence[int]) -> Position:
    """Return the position after settling a province: governors on these symbols, cards on others.

    A province held by another is taken over: two cards a governor there, and the loser gets
    the compensation due among three or more.
    """
    province, me = position.provinces[index], position.me
    price = [symbol for _, symbol in province.governors for _ in range(2)]
    price += _left_over(province.symbols, governors)
    left, cards = list(position.left), list(position.cards)
    left[me] -= len(governors)
    if province.holder is not None:
        left[province.holder] += len(province.governors)
        cards[province.holder] += (len(price) + 1) // 2 if len(cards) > 2 else 0
    settled = province._replace(governors=tuple((me, symbol) for symbol in sorted(governors)))
    return _acted(
        position._replace(cards=tuple(cards)),
        _paid(position.hand, price),
        provinces=_with(position, index, settled),
        left=tuple(left),
    )


def recalled(position: Position, index: int, symbol: int) -> Position:
    """Return the position after one's governor on ``symbol`` has left a province."""
    province, me = position.provinces[index], position.me
    staying = list(province.governors)
    staying.remove((me, symbol))
    left = list(position.left)
    left[me] += 1
    emptied = province._replace(governors=tuple(staying))
    provinces = _with(position, index, emptied)
    return _acted(position, position.hand, provinces=provinces, left=tuple(left))


def took(position: Position, symbol: int, slot: int | None = None) -> Position:
    """Return the position after taking a card from a display slot, or (None) the supply."""
    display = position.display
    if slot is not None:
        display = (*display[:slot], None, *display[slot + 1 :])
    return _acted(position, with_card(position.hand, symbol), display=display)


def resting(position: Position) -> Position:
    """Return the position when the turn ends here."""
    return position._replace(actions=0)


def with_card(hand: Hand, symbol: int, number: int = 1) -> Hand:
    """Return the hand with ``number`` cards of a symbol more."""
    counts = list(hand)
    counts[symbol] += number
    temple, amphora, horse, lyre, soldier = counts
    return temple, amphora, horse, lyre, soldier


def _acted(position: Position, hand: Hand, **changes: Any) -> Position:
    cards, me = position.cards, position.me
    return position._replace(
        hand=hand,
        cards=(*cards[:me], sum(hand), *cards[me + 1 :]),
        actions=position.actions - 1,
        **changes,
    )


def _paid(hand: Hand, symbols: Sequence[int]) -> Hand:
    for symbol in symbols:
        hand = with_card(hand, symbol, -1)
    return hand


def _left_over(symbols: Hand, governors: Sequence[int]) -> list[int]:
    counts = list(symbols)
    for symbol in governors:
        counts[symbol] -= 1
    return [symbol for symbol, count in enumerate(counts) for _ in range(count)]


def _with(position: Position, index: int, province: Province) -> tuple[Province, ...]:
    provinces = position.provinces
    return (*provinces[:index], province, *provinces[index + 1 :])
