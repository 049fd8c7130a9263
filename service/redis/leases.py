"""Leases: each kind of work is shared, part by part, among the living workers.

Leases only save work; no promise rests on them. A worker that was held up may go on for a moment
with parts that another has taken over: appends and checkpoints are compare-and-set, so the second
one changes nothing.

One hash for each kind of work, with times only by the store's clock::

    {work:<name>}:leases    worker:<id>  "<time of the last heartbeat, ms> <process id> <host>"
                            part:<n>     the id of the worker that holds it
"""

import os
import secrets
import socket
import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from redis import Redis

from service.redis.cluster import server_time_ms
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.shards import SHARDS

LEASE_SECONDS = 2.0
RENEWAL_SECONDS = 0.5

# More than there will be workers on most machines.
SLICES = 16
"""The number of parts of work that is not shared by shard."""
# Bots have no leases of their own: the worker that follows a shard plays its bots, as the news
# that it reads wakes them at once.
WORKS = {"projections": SHARDS, "deadlines": SLICES, "notices": SLICES}
"""The kinds of shared work, and the numbers of their parts."""

_RENEW = Script.of("service.redis", "lease.lua")


class Share(Protocol):
    """The parts of some work that one worker does."""

    def parts(self) -> frozenset[int]:
        """Return the parts to do now. Raises StoreUnavailable."""

    def release(self) -> None:
        """Leave all parts to others permanently. Raises StoreUnavailable."""


class Everything:
    """All parts of some work, for the only worker of a store."""

    def __init__(self, parts: int) -> None:
        self._parts = frozenset(range(parts))

    def parts(self) -> frozenset[int]:
        """Return all parts."""
        return self._parts

    def release(self) -> None:
        """Do nothing, as there are no other workers."""


class Leases:
    """One worker's fair share of some work's numbered parts, held by leases that it renews.

    Another worker may take a lease that was not renewed for LEASE_SECONDS. Safe in threads.
    """

    def __init__(
        self, client: "Redis", work: str, parts: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._client = client
        self._work, self._parts, self._clock = work, parts, clock
        self._id = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._held: frozenset[int] = frozenset()
        self._due, self._until = 0.0, 0.0
        self._is_released = False

    def parts(self) -> frozenset[int]:
        """Return the parts held now; ask the store twice a second. Raises StoreUnavailable."""
        with self._lock:
            if not self._is_released and self._clock() >= self._due:
                self._renew()
            # Without a timely renewal nothing is held, even if the store says so: another
            # worker may have taken the parts.
            return self._held if self._clock() < self._until else frozenset()

    def release(self) -> None:
        """Give back all parts permanently, so that others take them at once."""
        with self._lock:
            self._is_released = True
            self._held = frozenset()
            self._run(leaves=True)

    def _renew(self) -> None:
        # The time is taken before the call, so that a slow answer shortens the lease here and never
        # lengthens it.
        asked = self._clock()
        self._held = frozenset(self._run(leaves=False))
        self._due, self._until = asked + RENEWAL_SECONDS, asked + LEASE_SECONDS

    def _run(self, *, leaves: bool) -> list[int]:
        about = f"{os.getpid()} {socket.gethostname()}"
        length = round(LEASE_SECONDS * 1000)
        arguments = (self._id, about, length, self._parts, int(leaves))
        with translated_errors():
            held: list[int] = _RENEW.run(self._client, [_key(self._work)], *arguments)
        return held


@dataclass(frozen=True, slots=True)
class Holder:
    """A worker with a share of some work: its parts, and the seconds since its last heartbeat.

    After LEASE_SECONDS any worker may take its parts.
    """

    id: str
    pid: int
    host: str
    seconds: float
    parts: frozenset[int]


def holders(client: "Redis", work: str) -> list[Holder]:
    """Return the workers of some work, by host and process id. Raises StoreUnavailable."""
    store: Any = client
    with translated_errors():
        fields = {k.decode(): v.decode() for k, v in store.hgetall(_key(work)).items()}
    now = server_time_ms(client, _key(work)) / 1000
    holders = [_holder(name, fields, now) for name in fields if name.startswith("worker:")]
    return sorted(holders, key=lambda each: (each.host, each.pid, each.id))


def part_of(game_id: str, parts: int) -> int:
    """Return the number of a game's part, which is the same on every machine."""
    return zlib.crc32(game_id.encode()) % parts


def slice_of(player: str) -> int:
    """Return the slice of a player: the same on every machine, forever."""
    return part_of(player, SLICES)


def prefix(number: int) -> str:
    """Return the prefix of a slice's keys."""
    return f"{{n{number:02}}}:"


def _holder(name: str, fields: dict[str, str], now: float) -> Holder:
    worker = name.partition(":")[2]
    heartbeat, pid, host = fields[name].split(" ", 2)
    parts = frozenset(
        int(field.partition(":")[2])
        for field, owner in fields.items()
        if field.startswith("part:") and owner == worker
    )
    return Holder(worker, int(pid), host, max(now - int(heartbeat) / 1000, 0.0), parts)


def _key(work: str) -> str:
    return f"{{work:{work}}}:leases"
