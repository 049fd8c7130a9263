"""Advisors: who gets one, and who takes a better one from another (G20, G21)."""

from domain.alexander_the_great.state import ADVISOR_FROM, RANK, Advisor

Held = tuple[Advisor | None, ...]
"""The advisor of each seat."""


def in_play(seats: int) -> tuple[Advisor, ...]:
    """The advisors there are; with fewer than four seats there is no second one."""
    if seats == 4:
        return tuple(Advisor)
    return (Advisor.FIRST, Advisor.THIRD)


def won(
    chips: tuple[int, ...], held: Held, seat: int, staying: tuple[int, ...]
) -> tuple[Held, int | None]:
    """The advisors once a seat has won a chip, and who has to choose from whom to take one.

    A seat with three chips gets the best advisor that is free.
    """
    free = [advisor for advisor in in_play(len(held)) if advisor not in held]
    if held[seat] is None and chips[seat] >= ADVISOR_FROM and free:
        held = _with(held, seat, free[0])
    return settled(chips, held, staying)


def settled(
    chips: tuple[int, ...], held: Held, staying: tuple[int, ...]
) -> tuple[Held, int | None]:
    """The advisors when every seat has taken what it can from others, the one with the most chips
    first; or as far as a seat has to choose. Who has left keeps an advisor, but takes none."""
    for seat in sorted(staying, key=lambda seat: -chips[seat]):
        others = holders_outdone(chips, held, seat)
        if len(others) > 1:
            return held, seat
        if others:
            return settled(chips, taken(held, seat, others[0]), staying)
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
