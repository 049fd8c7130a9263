"""Outages and clock jumps: times that nobody could trust, given back to all players.

Neither the record nor a view states the time given back: the time of a seat just ends later than it
was due. That is always valid, so an audit need not trust anybody about outages.

A mark in the store says when a worker last looked at the clock. If it is old, the service was down
or the clock was set forward; if it lies ahead, the clock was set back. Both are kept as outages::

    deadlines:mark      the moment of the last look
    deadlines:outages   "<from> <to>" by its end
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from redis import Redis

from domain.kernel.calendars import LONGEST_WAIT
from service.machine import clock
from service.redis.cluster import server_time_ms
from service.redis.error_translation import translated_errors

MARK, OUTAGES = "deadlines:mark", "deadlines:outages"
# Longer than a restart, which costs a running clock some seconds and must not hold any game up.
GAP = 60_000
"""Milliseconds without a look, or of a jump, that count as an outage."""
# Players who were cut off have to find the game again.
GRACE = 600_000
"""Milliseconds after an outage in which no time runs out, not even in live games."""
KEPT = LONGEST_WAIT
"""Milliseconds for which outages are kept."""

Outage = tuple[int, int]
"""Start and end. An outage of no length ends at the first look at a new or restored store."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The present moment and the outages so far, in order, in milliseconds since 1970."""

    now: int
    outages: tuple[Outage, ...] = ()

    @property
    def is_settled(self) -> bool:
        """True if the grace after the last outage is over."""
        # An outage of no length may not have been one. It delays only waits that were running at
        # the first look, so live games that begin on a new store need not wait for its grace.
        return all(end + GRACE <= self.now for start, end in self.outages if start < end)

    def with_times(self, frozen: Iterable[Outage]) -> "ClockReading":
        """Return the same moment for a game that was frozen for these times, too."""
        return ClockReading(
            self.now, tuple(sorted({*self.outages, *_beside(frozen, self.outages)}))
        )

    def due(self, since: int, due: int) -> int:
        """Return the time at which a turn that began at ``since`` is due, outages given back.

        Outages during a pause count, too, as ``since`` stays that of the turn.
        """
        for start, end in self.outages:
            if since <= end and (start < due or start == end):
                due = max(due + end - max(start, since), end + GRACE)
        return due


def _beside(times: Iterable[Outage], outages: Iterable[Outage]) -> Iterable[Outage]:
    """Yield the parts of times that no outage covers, so that none is given back twice."""
    for start, end in times:
        rest = start
        for began, over in outages:
            if began < end and over > rest:
                if rest < began:
                    yield rest, began
                rest = over
        if rest < end:
            yield rest, end


def wall_time() -> int:
    """Return this machine's time."""
    return clock.now_ms()


class Timekeeper:
    """Gives one worker the time, and notes the outages that it sees.

    The time is the earlier of the machine's and the store's. Two faults go unnoticed: an outage of
    the web processes alone, and a clock of theirs that is always slow.
    """

    def __init__(
        self,
        client: "Redis",
        wall: Callable[[], int] = wall_time,
        running: Callable[[], float] = monotonic,
        stores: Callable[[], int] | None = None,
    ) -> None:
        self._client: Any = client
        self._wall, self._running = wall, running
        self._stores = stores or partial(server_time_ms, client, MARK)
        self._last: tuple[int, int] | None = None

    def look(self) -> ClockReading:
        """Note that a worker looks now. Raises StoreUnavailable."""
        wall, running = self._wall(), round(self._running() * 1000)
        with translated_errors():
            stores = self._stores()
            marked = self._client.set(MARK, stores, get=True)
            for start, end in [*self._jump(wall, running), *_gap(marked, stores)]:
                self._client.zadd(OUTAGES, {f"{start} {end}": end})
            # The earlier one, so that a single wrong clock lets no time run out.
            now = min(wall, stores)
            self._client.zremrangebyscore(OUTAGES, 0, now - KEPT)
            kept = self._client.zrange(OUTAGES, 0, -1)
        self._last = wall, running
        return ClockReading(now, tuple(sorted(map(_outage, kept))))

    def _jump(self, wall: int, running: int) -> Iterable[Outage]:
        """Return the jump of this machine's clock since the last look, if there was one."""
        if self._last is None:
            return []
        # Unlike the wall clock, nobody can set the time for which a process has run.
        before = self._last[0] + running - self._last[1]
        return [(min(before, wall - 1), wall)] if abs(wall - before) > GAP else []


def _gap(marked: bytes | None, now: int) -> Iterable[Outage]:
    """Return the outage that ends now by the store's mark, if there was one."""
    if marked is None:
        return [(now, now)]
    before = int(marked)
    return [(min(before, now - 1), now)] if abs(now - before) > GAP else []


def _outage(entry: bytes) -> Outage:
    start, end = map(int, entry.split())
    return start, end
