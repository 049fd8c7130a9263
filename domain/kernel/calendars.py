"""Calendars: which time counts for a seat.

All times are in milliseconds, moments since 1970. The service makes calendars from players' quiet
hours. A replay needs none, as the record states the moments that were settled by them.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from domain.kernel.deadlines import LONGEST_TURN, MOST_VACATION


class Calendar(Protocol):
    """The time that counts for a seat."""

    def after(self, since: int, length: int) -> int:
        """Return the moment at which ``length`` has counted since ``since``."""
        ...

    def counted(self, since: int, until: int) -> int:
        """Return the time between two moments that counts; none if the second is earlier."""
        ...


class _AllTime:
    """A calendar by which all time counts."""

    def after(self, since: int, length: int) -> int:
        return since + length

    def counted(self, since: int, until: int) -> int:
        return max(0, until - since)


# A wait keeps the calendar of the moment it began: otherwise a player could win time by changing
# the hours just before a move.
CalendarOf = Callable[[int], Calendar]
"""Returns the calendar for a wait that began at a moment, always the same one."""
Calendars = Mapping[int, CalendarOf]
"""Calendars by seat; for seats without one all time counts."""

ALL_TIME = _AllTime()
DAY = 86_400_000


def all_time(_since: int) -> Calendar:
    """Return the calendar by which all time counts."""
    return ALL_TIME


def latest(since: int, length: int) -> int:
    """Return a bound of ``after`` for any quiet hours: three times the time, and three days."""
    # At least twelve hours of a weekday count, so 60 of a week's 168; at most 60 in a row do not.
    return since + 3 * length + 3 * DAY


LONGEST_WAIT = latest(0, LONGEST_TURN * 1000) + MOST_VACATION * DAY
"""The longest wait for a seat, apart from pauses, in milliseconds."""
