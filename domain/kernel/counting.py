"""Card counting: a seat's knowledge of cards that it does not see, from the positions it saw.

Knowledge of a hand is a lower bound: the cards of each kind that it has at least. A viewer sees how
many cards a hand has, and which ones it gains and pays in public; changes that it does not see can
only lower the bound, never raise it. In recorded games this finds about nine of ten cards of the
other hands in settlers, two of three in Alexandros, and less than half in Alexander the Great,
where hands are dealt.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

Counts = tuple[int, ...]
"""Numbers of cards by kind."""
Known = tuple[Counts, ...]
"""The cards that each hand has at least, by seat."""

S = TypeVar("S")


def counted(
    positions: Iterable[S], start: Callable[[S], Known], follow: Callable[[Known, S, S], Known]
) -> Known:
    """Return the bounds after successive positions, of which there is at least one.

    ``start`` gives the bounds of the first position. ``follow`` takes the bounds before a change
    and the positions before and after it, and gives the bounds after it.
    """
    each = iter(positions)
    before = next(each)
    known = start(before)
    for after in each:
        if before is not after:  # an event of the kernel leaves the position as it is
            known = follow(known, before, after)
        before = after
    return known


def changed(known: Counts, before: Counts, after: Counts) -> Counts:
    """Return the bound of a hand that changed in public."""
    # Not strict: goods beyond the cards lie open and are not counted.
    each = zip(known, before, after, strict=False)
    # Never below 0: a paid card that was not known was one of the unseen cards.
    return tuple([max(0, least + now - then) for least, then, now in each])


def robbed(known: Counts) -> Counts:
    """Return the bound of a hand that lost an unseen card: it may be of any kind."""
    # Each kind loses one, as the lost card may be of any kind: bounds stay true, if low.
    return tuple([max(0, least - 1) for least in known])


def joined(one: Counts, other: Counts) -> Counts:
    """Return the bound that follows from two."""
    return tuple(map(max, one, other))


def beyond(cards: Counts, known: Counts) -> Counts:
    """Return the cards that are not among the known ones."""
    return tuple([max(0, n - least) for n, least in zip(cards, known, strict=True)])
