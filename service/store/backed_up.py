"""The time of a store's newest backup, for metrics: backups leave it out."""

from contextlib import suppress
from typing import Any

from redis import Redis

from service.machine import clock
from service.redis.errors import StoreUnavailable
from service.redis.reaching import reaching

BACKED_UP_KEY = "anabasis:backed_up"


def note_backup(client: Redis) -> None:
    """Note that a backup has just been taken; ignore a store that cannot be reached."""
    with suppress(StoreUnavailable), reaching():
        client.set(BACKED_UP_KEY, clock.now_ms())


def backed_up(client: Redis) -> float:
    """Return when the newest backup was taken, in seconds since 1970; 0 if none is known.

    Raises StoreUnavailable.
    """
    with reaching():
        stored: Any = client.get(BACKED_UP_KEY)
    return int(stored or 0) / 1000
