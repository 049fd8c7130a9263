"""Advisors: awarded for three chips, and taken over by seats with more (G20, G21)."""

from domain.alexander_the_great.state import ADVISOR_FROM, RANK, Advisor
from domain.settlers.state import with_item

Held = tuple[Advisor | None, ...]
"""The advisor of each seat."""


def in_play(seats: int) -> tuple[Advisor, ...]:
    """Return the advisors in play; with three seats there is no Second."""
    if seats == 4:
        return tuple(Advisor)
    return (Advisor.FIRST, Advisor.THIRD)


def after_chip(
    chips: tuple[int, ...], held: Held, seat: int, staying: tuple[int, ...]
) -> tuple[Held, int | None]:
    """Return the advisors after a seat has won a chip, and the seat that has to choose, if any.

    A seat with three chips gets the best free advisor (G20).
    """
    free = [advisor for advisor in in_play(len(held)) if advisor not in held]
    # G20: free advisors go first; only without one does a seat take another's.
    if held[seat] is None and chips[seat] >= ADVISOR_FROM and free:
        held = with_item(held, seat, free[0])
    return after_takeovers(chips, held, staying)


def after_takeovers(
    chips: tuple[int, ...], held: Held, staying: tuple[int, ...]
) -> tuple[Held, int | None]:
    """Return the advisors after all takeovers, or up to a choice, and the seat that has to choose.

    Seats with more chips take first (G21); seats that have left take none.
    """
    # Most chips first: a seat that takes an advisor frees its own for the next.
    for seat in sorted(staying, key=lambda seat: -chips[seat]):
        others = holders_outdone(chips, held, seat)
        # G21: a choice stops here; the rest follows once it is made.
        if len(others) > 1:
            return held, seat
        if others:
            # Start again, as the swap may let a seat with fewer chips take over. It ends, as each
            # swap moves a better advisor to a seat with more chips.
            return after_takeovers(chips, swapped(held, seat, others[0]), staying)
    return held, None


def after_leaving(chips: tuple[int, ...], held: Held, seat: int, staying: tuple[int, ...]) -> Held:
    """Return the advisors after a seat has left (G21).

    Its advisor goes to an heir, the heir's to the next, and so on.
    """
    freed, held = held[seat], with_item(held, seat, None)
    while freed is not None and (heir := _heir(chips, held, freed, staying)) is not None:
        # The heir's own advisor is free now and goes on in the same way.
        freed, held = held[heir], with_item(held, heir, freed)
    return held


def _heir(
    chips: tuple[int, ...], held: Held, freed: Advisor, staying: tuple[int, ...]
) -> int | None:
    """Return the seat that gets a freed advisor, None if there is none.

    The heir has the most chips, three at least, and no better advisor.
    """
    able = [n for n in staying if chips[n] >= ADVISOR_FROM and _rank(held[n]) > RANK[freed]]
    # Among equals the seat with the better advisor is the heir, so that nobody has to choose.
    return max(able, key=lambda n: (chips[n], -_rank(held[n])), default=None)


def _rank(advisor: Advisor | None) -> int:
    """Return the rank of an advisor, 0 for the best; having none ranks last."""
    return len(RANK) if advisor is None else RANK[advisor]


def holders_outdone(chips: tuple[int, ...], held: Held, seat: int) -> tuple[int, ...]:
    """Return the holders from whom a seat may take an advisor; several if it has to choose (G21).

    All have fewer chips and a better advisor than the seat. All have as many chips as the one among
    them with the best advisor.
    """
    rank = _rank(held[seat])
    better = {
        RANK[advisor]: other
        for other, advisor in enumerate(held)
        # Strictly more chips, and a strictly better advisor: otherwise equal seats would swap
        # forever.
        if advisor is not None and RANK[advisor] < rank and chips[other] < chips[seat]
    }
    if not better:
        return ()
    most = chips[better[min(better)]]
    return tuple(sorted(other for other in better.values() if chips[other] == most))


def swapped(held: Held, seat: int, other: int) -> Held:
    """Return the advisors after two seats swapped theirs; the taker may have had none."""
    # It is a swap: the outdone holder gets the taker's former advisor (G21).
    return with_item(with_item(held, seat, held[other]), other, held[seat])
