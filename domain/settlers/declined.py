"""The terms of trade that seats have refused, remembered until their hands change (S10).

Everything here is public: all see the refusals, and that a hand changes, if not always how.
"""

from msgspec.structs import replace

from domain.settlers.cards import Counts
from domain.settlers.state import Declined, State

KEPT = 12
"""The terms remembered, the latest ones: nothing limits the offers of a turn."""


def with_refusal(state: State, give: Counts, get: Counts, seat: int) -> State:
    """Return the position in which a seat, too, has declined these terms."""
    others = tuple(each for each in state.declined if (each.give, each.get) != (give, get))
    before = (n for each in state.declined if each not in others for n in each.seats)
    declined = Declined(give, get, tuple(sorted({*before, seat})))
    return replace(state, declined=(*others, declined)[-KEPT:])


def forgetting(before: State, after: State) -> State:
    """Return the position without the refusals of seats whose hand has changed, or that left."""
    hands, held = after.cards.hands, before.cards.hands
    # The usual cases: nothing is remembered, or no hand has changed.
    if not after.declined or (hands is held and after.standing is before.standing):
        return after
    same = {n for n in after.staying() if hands[n] == held[n]}
    left = [replace(d, seats=tuple(n for n in d.seats if n in same)) for d in after.declined]
    return replace(after, declined=tuple(d for d in left if d.seats))
