"""Cards by count: hands, discard and payments as five numbers in the order of the symbols."""

from collections.abc import Iterable, Mapping

from domain.alexandros.board import SYMBOLS, Symbol

Counts = tuple[int, int, int, int, int]
"""The number of cards of each symbol, in the order of ``SYMBOLS``."""

COPIES = 11
NO_CARDS: Counts = (0, 0, 0, 0, 0)
INDEX = {symbol: index for index, symbol in enumerate(SYMBOLS)}
# A list and not counts: a shuffle permutes it, and an audit repeats the shuffle from this order.
DECK: tuple[Symbol, ...] = tuple(symbol for symbol in SYMBOLS for _ in range(COPIES))
"""The 55 cards before any shuffle: 11 temples, then amphoras, horses, lyres and soldiers."""


def count_cards(cards: Iterable[Symbol]) -> Counts:
    """Return the counts of a list of cards."""
    counts = [0, 0, 0, 0, 0]
    for card in cards:
        counts[INDEX[card]] += 1
    return from_list(counts)


def from_list(numbers: Iterable[int]) -> Counts:
    """Return five numbers as counts."""
    # Unpacked, so that mypy sees five numbers and a wrong length fails here.
    a, b, c, d, e = numbers
    return (a, b, c, d, e)


def counts_of(cards: Mapping[Symbol, int]) -> Counts:
    """Return numbers by symbol as counts, 0 for symbols left out."""
    return from_list(cards.get(symbol, 0) for symbol in SYMBOLS)


ONE: dict[Symbol, Counts] = {symbol: count_cards([symbol]) for symbol in SYMBOLS}
"""One card of a symbol, as counts."""


def plus(one: Counts, other: Counts) -> Counts:
    """Return the cards of both."""
    a, b, c, d, e = one
    f, g, h, i, j = other
    return (a + f, b + g, c + h, d + i, e + j)


def minus(one: Counts, other: Counts) -> Counts:
    """Return the cards of one without the other's."""
    a, b, c, d, e = one
    f, g, h, i, j = other
    return (a - f, b - g, c - h, d - i, e - j)


def lacking(held: Counts, needed: Counts) -> Counts:
    """Return the cards needed beyond those held; all zeros if the need can be paid."""
    return from_list(max(0, need - have) for have, need in zip(held, needed, strict=True))


def in_order(counts: Counts) -> tuple[Symbol, ...]:
    """Return the counts as a list in the order of symbols; a reshuffle starts from it (A11)."""
    return tuple(symbol for symbol, n in zip(SYMBOLS, counts, strict=True) for _ in range(n))


def by_symbol(counts: Counts) -> dict[Symbol, int]:
    """Return the counts by symbol, without zeros."""
    return {symbol: n for symbol, n in zip(SYMBOLS, counts, strict=True) if n}
