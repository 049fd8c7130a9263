"""Clocks that are wrong, as changes to the web processes of a test."""

from domain.record.times import milliseconds, moment
from service.machine import clock

DAY = 24 * 3_600_000
"""In milliseconds."""


def a_day_ahead() -> None:
    """Set the processes' clock ahead."""
    _set(DAY)


def a_day_behind() -> None:
    """Set the processes' clock back."""
    _set(-DAY)


def _set(by: int) -> None:
    right = clock.now
    clock.now = lambda: moment(milliseconds(right()) + by)
