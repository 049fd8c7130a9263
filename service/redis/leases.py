"""Leases: each kind of work is shared, part by part, among the workers that are alive.

Leases only keep workers from doing the same work twice; no promise rests on them. A worker that was
held up may go on for a moment with parts that another has taken over: appends and checkpoints are
compare-and-set, and whoever comes second changes nothing.

One hash for each kind of work, by the store's clock alone::

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
from service.redis.error_translation import reaching
from service.redis.scripts import Script
from service.redis.shards import SHARDS

LEASE_SECONDS = 2.0
RENEWAL_SECONDS = 0.5

SLICES = 16
"""The parts of work that is shared by game: more than there will be workers on most machines."""
WORKS = {"projections": SHARDS, "deadlines": SLICES, "notices": SLICES}
"""The kinds of shared work, and their parts.

The worker that follows a shard also plays its bots: the news that it reads wakes them at once.
"""

_RENEW = Script.of("service.redis", "lease.lua")


class Share(Protocol):
    """The parts of some work that one worker does."""

    def parts(self) -> frozenset[int]:
        """Return the parts to do now. Raises StoreUnavailable."""

    def release(self) -> None:
        """Leave all parts to others, for good. Raises StoreUnavailable."""


class Everything:
    """All parts of some work, for a worker that is alone with its store."""

    def __init__(self, parts: int) -> None:
        self._parts = frozenset(range(parts))

    def parts(self) -> frozenset[int]:
        """Return all parts."""
        return self._parts

    def release(self) -> None:
        """Do nothing: there is nobody to leave them to."""


class Leases:
    """One worker's fair share of some work's numbered parts, held by leases that it renews.

    A lease that is not renewed for LEASE_SECONDS is another worker's to take. May be used by
    several threads.
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
        """Return the parts held now; ask the store twice a second. Raises StoreUnavailable.

        A worker that could not renew its leases in time holds nothing, whatever the store says.
        """
        with self._lock:
            if not self._is_released and self._clock() >= self._due:
                self._renew()
            return self._held if self._clock() < self._until else frozenset()

    def release(self) -> None:
        """Give all parts back, for good, so that others take them at once."""
        with self._lock:
            self._is_released = True
            self._held = frozenset()
            self._run(leaves=True)

    def _renew(self) -> None:
        asked = self._clock()
        self._held = frozenset(self._run(leaves=False))
        self._due, self._until = asked + RENEWAL_SECONDS, asked + LEASE_SECONDS

    def _run(self, *, leaves: bool) -> list[int]:
        about = f"{os.getpid()} {socket.gethostname()}"
        length = round(LEASE_SECONDS * 1000)
        arguments = (self._id, about, length, self._parts, int(leaves))
        with reaching():
            held: list[int] = _RENEW.run(self._client, [_key(self._work)], *arguments)
        return held


@dataclass(frozen=True, slots=True)
class Holder:
    """A worker that is known for some work: the parts it holds, and how long ago it was heard of.

    Past LEASE_SECONDS its parts are anybody's.
    """

    id: str
    pid: int
    host: str
    seconds: float
    parts: frozenset[int]


def holders(client: "Redis", work: str) -> list[Holder]:
    """Return the workers of some work, by host and process id. Raises StoreUnavailable."""
    store: Any = client
    with reaching():
        fields = {k.decode(): v.decode() for k, v in store.hgetall(_key(work)).items()}
    now = server_time_ms(client, _key(work)) / 1000
    holders = [_holder(name, fields, now) for name in fields if name.startswith("worker:")]
    return sorted(holders, key=lambda each: (each.host, each.pid, each.id))


def part_of(game_id: str, parts: int) -> int:
    """Return a game's part, of so many: the same on every machine."""
    return zlib.crc32(game_id.encode()) % parts


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
