"""Advisors: who gets one, and who takes a better one from another (G20, G21)."""

from domain.alexander_the_great.state import ADVISOR_FROM, RANK, Advisor

Held = tuple[Advisor | None, ...]
"""The advisor of each seat."""


def in_play(seats: int) -> tuple[Advisor, ...]:
    """The advisors there are; with fewer than four seats there is no second one."""
    if seats == 4:
        return tuple(Advisor)
    return (Advisor.FIRST, Advisor.THIRD)


def settled(chips: tuple[int, ...], held: Held, seat: int) -> tuple[Held, int | None]:
    """The advisors once a seat has won a chip, and who has to choose from whom to take one.

    A seat with three chips gets the best that is free. A seat with more chips than the holder of a
    better one takes the best such; who lost it may do the same to a third.
    """
    free = [advisor for advisor in in_play(len(held)) if advisor not in held]
    if held[seat] is None and chips[seat] >= ADVISOR_FROM and free:
        held = _with(held, seat, free[0])
    while others := holders_outdone(chips, held, seat):
        if len(others) > 1:
            return held, seat
        held, seat = taken(held, seat, others[0]), others[0]
    return held, None


def holders_outdone(chips: tuple[int, ...], held: Held, seat: int) -> tuple[int, ...]:
    """From whom a seat takes an advisor: of those with fewer chips the holder of the best, and
    whoever else of them has a better one than the seat and as many chips as that holder."""
    own = held[seat]
    rank = len(RANK) if own is None else RANK[own]
    better = {
        RANK[advisor]: other
        for other, advisor in enumerate(held)
        if advisor is not None and RANK[advisor] < rank and chips[other] < chips[seat]
    }
    if not better:
        return ()
    most = chips[better[min(better)]]
    return tuple(sorted(other for other in better.values() if chips[other] == most))


def taken(held: Held, seat: int, other: int) -> Held:
    """The advisors when a seat took another's and handed over its own, if any."""
    return _with(_with(held, seat, held[other]), other, held[seat])


def _with(held: Held, seat: int, advisor: Advisor | None) -> Held:
    return (*held[:seat], advisor, *held[seat + 1 :])
