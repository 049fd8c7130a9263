"""Games under a deadline."""

from collections.abc import Callable

import pytest

from domain.errors import Refused
from domain.kernel.deadlines import DAY, HOUR, Deadline
from domain.kernel.expiry import due_moments
from domain.record.times import milliseconds
from tests.domain.conftest import Table, seated

A_DAY = Deadline(at_zero="nudge", per_move=DAY)
FISCHER = Deadline(at_zero="nudge", reserve=5 * DAY, increment=12 * HOUR)
BOT = Deadline(at_zero="bot", per_move=DAY, bot="random")
PATIENT = Deadline(at_zero="nudge", per_move=DAY, open_for=7 * DAY, idle_for=30 * DAY)


def timed(deadline: Deadline = A_DAY, seats: int = 2, **terms) -> Table:
    return seated(seats, deadline=deadline, **terms)


def refused(code: str, act: Callable[[], object]) -> None:
    with pytest.raises(Refused) as refusal:
        act()
    assert refusal.value.code == code


def left(table: Table) -> dict[int, float]:
    """Seconds left by seat that owes a move."""
    now = milliseconds(table.now)
    return {seat: (due - now) / 1000 for seat, due in due_moments(table.game).items()}
