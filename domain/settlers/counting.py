"""Card counting: the resource cards that other hands are known to hold.

All changes of hands are public, except that only thief and victim see a stolen card (S7).
"""

from collections.abc import Collection, Iterable
from functools import partial

from domain.kernel import counting
from domain.kernel.counting import Known
from domain.settlers.cards import RESOURCES, Counts, resource_cards, resources
from domain.settlers.state import Answer, Offer, State

NOTHING: Counts = (0,) * len(RESOURCES)


def known_cards(positions: Iterable[State], viewer: int | None) -> Known:
    """Return by seat the cards that a viewer knows to be in its hand, after these positions."""
    return counting.counted(positions, _nothing, partial(followed, viewer))


def _nothing(first: State) -> Known:
    return (NOTHING,) * first.table.seats


def followed(
    viewer: int | None, known: Known, before: State, after: State, drawing: Collection[int] = ()
) -> Known:
    """Return the bounds after one more position; seats that are ``drawing`` gained unseen cards."""
    thief, victim = before.turn.seat, _robbed(before, after)
    # The public (None) is neither thief nor victim.
    is_unseen = victim is not None and viewer not in (thief, victim)
    gaining = {*drawing, thief} if is_unseen else drawing
    hands = zip(known, before.cards.hands, after.cards.hands, strict=True)
    bounds = [
        least if seat in gaining else counting.changed(least, held, holds)
        for seat, (least, held, holds) in enumerate(hands)
    ]
    if victim is not None and is_unseen:
        # Uses the bound before the theft: the difference of the true hands would name the card.
        bounds[victim] = counting.robbed(known[victim])
    return _shown(tuple(bounds), before.turn.offer, after)


def _robbed(before: State, after: State) -> int | None:
    """Return the seat that was robbed between two positions."""
    if after.standing.thefts == before.standing.thefts:
        return None
    hands = enumerate(zip(before.cards.hands, after.cards.hands, strict=True))
    # In a theft only the victim's hand shrinks, so positions need not store the victim.
    smaller = (n for n, (held, holds) in hands if resource_cards(holds) < resource_cards(held))
    return next(smaller, None)


def _shown(known: Known, before: Offer | None, state: State) -> Known:
    """Return the bounds with the cards shown by a new offer, or a new acceptance of it (S10).

    An older one proves nothing: its cards may have been stolen since.
    """
    offer, seat = state.turn.offer, state.turn.seat
    if offer is None or offer == before:
        return known
    bounds = list(known)
    # Another offer: all of its answers are new.
    if before is None or (offer.give, offer.get) != (before.give, before.get):
        # `decide` lets nobody offer or accept goods that it does not have, so both show cards.
        bounds[seat], before = counting.joined(known[seat], resources(offer.give)), None
    for other, answer in enumerate(offer.answers):
        if before is None or answer != before.answers[other]:
            bounds[other] = counting.joined(bounds[other], accepted(answer))
    return tuple(bounds)


def accepted(answer: Answer) -> Counts:
    """Return the resource cards that a seat would give by its answer to an offer."""
    return resources(answer[1]) if isinstance(answer, tuple) else NOTHING
