"""Advisors: who gets one, and who takes a better one from another (G20, G21)."""

from domain.alexander_the_great.state import ADVISOR_FROM, RANK, Advisor
from domain.settlers.state import with_item

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
        held = with_item(held, seat, free[0])
    return settled(chips, held, staying)


def settled(
    chips: tuple[int, ...], held: Held, staying: tuple[int, ...]
) -> tuple[Held, int | None]:
    """The advisors when every seat has taken what it can from others, the one with the most chips
    first; or as far as a seat has to choose. Seats that have left take none."""
    for seat in sorted(staying, key=lambda seat: -chips[seat]):
        others = holders_outdone(chips, held, seat)
        if len(others) > 1:
            return held, seat
        if others:
            return settled(chips, taken(held, seat, others[0]), staying)
    return held, None


def given_up(chips: tuple[int, ...], held: Held, seat: int, staying: tuple[int, ...]) -> Held:
    """Return the advisors after a seat has left.

    Its advisor goes to an heir, whose own goes to the next one, and so on.
    """
    freed, held = held[seat], with_item(held, seat, None)
    while freed is not None and (heir := _heir(chips, held, freed, staying)) is not None:
        freed, held = held[heir], with_item(held, heir, freed)
    return held


def _heir(
    chips: tuple[int, ...], held: Held, freed: Advisor, staying: tuple[int, ...]
) -> int | None:
    """Return the seat that gets a freed advisor, None if there is none.

    It is the one with the most chips, three at least, among the seats without a better advisor; of
    equals the one with the better advisor of its own.
    """
    able = [n for n in staying if chips[n] >= ADVISOR_FROM and _rank(held[n]) > RANK[freed]]
    return max(able, key=lambda n: (chips[n], -_rank(held[n])), default=None)


def _rank(advisor: Advisor | None) -> int:
    """Return the rank of an advisor, 0 for the best; having none ranks last."""
    return len(RANK) if advisor is None else RANK[advisor]


def holders_outdone(chips: tuple[int, ...], held: Held, seat: int) -> tuple[int, ...]:
    """From whom a seat takes an advisor: of those with fewer chips the holder of the best, and
    whoever else of them has a better one than the seat and as many chips as that holder."""
    rank = _rank(held[seat])
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
    return with_item(with_item(held, seat, held[other]), other, held[seat])
