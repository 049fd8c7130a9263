"""Quiet hours: times of a player's day at which no notices come and no clock runs.

All moments are in milliseconds since 1970, all lengths in milliseconds. Only the zone's offset from
UTC is looked up, so that days of 23 or 25 hours come out right.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from service.people.answers import QuietHours

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
LONGEST_NIGHT = 12 * HOUR
"""The most quiet hours of a weekday; at weekends they may take the whole day."""
FIRST_WEEKDAY, SATURDAY = 3, 5
"""1970 began on a Thursday; Monday is 0."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class QuietWindow(QuietHours, frozen=True):
    """A player's quiet hours, such as ``22:00`` to ``07:00``; two equal times mean none.

    ``weekends`` adds the whole of Saturday and Sunday.
    """

    weekends: bool = False

    @property
    def length(self) -> int:
        """The quiet part of a weekday."""
        return (time_of_day(self.end) - time_of_day(self.start)) % DAY


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours in a time zone."""

    time_zone: str
    hours: QuietWindow

    def is_quiet(self, at: int) -> bool:
        """True if a moment lies in the quiet hours."""
        wall = at + self._offset(at)
        if self.hours.weekends and (wall // DAY + FIRST_WEEKDAY) % 7 >= SATURDAY:
            return True
        start = time_of_day(self.hours.start)
        return (wall - start) % DAY < self.hours.length

    def end_of_quiet(self, at: int) -> int:
        """Return when the quiet hours around a moment end; the moment itself if it is not quiet."""
        while self.is_quiet(at):
            at = self._next_change(at)
        return at

    def after(self, since: int, length: int) -> int:
        """Return the moment at which ``length`` outside of quiet hours has passed."""
        at, left = since, length
        while True:
            change = self._next_change(at)
            counted = 0 if self.is_quiet(at) else change - at
            if left <= counted:
                return at + left
            at, left = change, left - counted

    def counted(self, since: int, until: int) -> int:
        """Return the time between two moments that lies outside of quiet hours."""
        at, total = since, 0
        while at < until:
            change = min(until, self._next_change(at))
            total += 0 if self.is_quiet(at) else change - at
            at = change
        return total

    def _next_change(self, at: int) -> int:
        """Return a later moment up to which nothing changes: all of it is quiet, or none."""
        offset = self._offset(at)
        wall = at + offset
        day = wall - wall % DAY
        bounds = (time_of_day(self.hours.start), time_of_day(self.hours.end), DAY)
        change = at + min(day + bound for bound in bounds if day + bound > wall) - wall
        return change if self._offset(change) == offset else self._clock_change(at, change)

    def _clock_change(self, at: int, until: int) -> int:
        """Return the moment between two at which the clocks go forward or back."""
        offset = self._offset(at)
        while until - at > 1:
            middle = (at + until) // 2
            at, until = (middle, until) if self._offset(middle) == offset else (at, middle)
        return until

    def _offset(self, at: int) -> int:
        """Return how far the zone's clock is ahead of UTC at a moment."""
        return offset_of((EPOCH + timedelta(milliseconds=at)).astimezone(ZoneInfo(self.time_zone)))


def offset_of(local: datetime) -> int:
    """Return how far a local time is ahead of UTC, in ms."""
    offset = local.utcoffset()
    assert offset is not None
    return offset // timedelta(milliseconds=1)


def time_of_day(written: str) -> int:
    """Return a time of the form ``22:30`` as milliseconds since midnight."""
    hours, minutes = written.split(":")
    return int(hours) * HOUR + int(minutes) * MINUTE


@lru_cache(maxsize=1)
def time_zones() -> frozenset[str]:
    """Return the names of all time zones in the package, which are the same on every machine."""
    zones = (files("tzdata") / "zones").read_text(encoding="ascii")
    return frozenset(zones.split()) - {"Factory"}
