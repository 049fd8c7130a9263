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
    others, seats = list[Declined](), {seat}
    for each in state.declined:
        if each.give == give and each.get == get:
            seats.update(each.seats)
        else:
            others.append(each)
    declined = (*others, Declined(give, get, tuple(sorted(seats))))
    return replace(state, declined=declined[-KEPT:])


def forgetting(before: State, after: State) -> State:
    """Return the position without refusals of seats that resigned or whose hand has changed."""
    hands, held = after.cards.hands, before.cards.hands
    # The usual case: no hand has changed, and nobody has left.
    if hands is held and after.standing is before.standing:
        return after
    same = {n for n in after.staying() if hands[n] == held[n]}
    remaining = (
        each if same.issuperset(each.seats) else _by(each, same) for each in after.declined
    )
    return replace(after, declined=tuple([each for each in remaining if each.seats]))


def _by(declined: Declined, seats: set[int]) -> Declined:
    """Return the terms as declined by these seats alone."""
    return replace(declined, seats=tuple([seat for seat in declined.seats if seat in seats]))
