"""Least numbers of the cards in each hand, as far as public events show them."""

from domain.kernel.counting import Known
from domain.record.visibility import JsonObject


def within_hands(known: Known, state: JsonObject) -> Known:
    """Return the bounds of all hands, with zeros for a hand smaller than its bound."""
    # Only if events were missed: with all of them a bound never exceeds its hand.
    sizes = [seat["cards"] for seat in state["seats"]]
    return tuple(
        least if sum(least) <= size else (0,) * len(least)
        for least, size in zip(known, sizes, strict=True)
    )
