"""Card counting: the cards other hands are known to hold; only the supply's draws are hidden."""

from collections.abc import Iterable

from domain.alexandros.cards import NO_CARDS, Counts, from_list
from domain.alexandros.state import Phase, State
from domain.kernel import counting


def known_cards(positions: Iterable[State]) -> tuple[Counts, ...]:
    """Return by seat the cards that everybody knows to be in its hand, after these positions.

    A hand is dealt one unseen card, and may draw more (A10). All else that it gains or pays is
    public: cards of the display (A1, A10), payments (A13, A14), compensations (A15), levies (A16).
    """
    return tuple(map(from_list, counting.counted(positions, nothing, followed)))


def nothing(first: State) -> counting.Known:
    """Return the bounds before any card was seen."""
    return (NO_CARDS,) * first.table.seats


def followed(known: counting.Known, before: State, after: State) -> counting.Known:
    """Return the bounds after one more position."""
    drawing = _drawing(before, after)
    hands = zip(known, before.cards.hands, after.cards.hands, strict=True)
    return tuple(
        least if seat == drawing else counting.changed(least, held, holds)
        for seat, (least, held, holds) in enumerate(hands)
    )


def _drawing(before: State, after: State) -> int | None:
    """Return the seat that drew from the supply: a card taken from the display leaves a gap."""
    seat = before.turn.seat
    # A march's card also comes from the display, and an equal card may refill its slot, so the
    # phase is checked too.
    if before.turn.phase is not Phase.ACTIONS or after.cards.display != before.cards.display:
        return None
    # Other actions keep the display too, but none of them gives its own seat a card.
    is_one_more = sum(after.cards.hands[seat]) == sum(before.cards.hands[seat]) + 1
    return seat if is_one_more else None
