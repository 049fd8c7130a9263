"""The installation's key, and the time of its newest backup."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from redis import Redis

from service.machine import clock
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable

KEY_SECONDS = 2.0
_KEY = "anabasis:key"
BACKED_UP_KEY = "anabasis:backed_up"
"""The time of the newest backup, for metrics; backups leave it out."""


class InstallationKey:
    """The installation's key, read again every few seconds."""

    # Read again, as a store that was emptied or restored has another key: with the old one bots
    # would be strangers.

    def __init__(self, client: Redis, clock: Callable[[], float] = monotonic) -> None:
        self._client = client
        self._clock = clock
        self._due = 0.0
        self._key = b""

    def __call__(self) -> bytes:
        """Return the key (32 bytes). Raises StoreUnavailable."""
        now = self._clock()
        if not self._key or now >= self._due:
            self._key, self._due = installation_key(self._client), now + KEY_SECONDS
        return self._key


def installation_key(client: Redis) -> bytes:
    """Return the installation's key, which the first caller creates. Raises StoreUnavailable."""
    with translated_errors():
        key = client.get(_KEY)
        if key is None:
            client.set(_KEY, secrets.token_bytes(32), nx=True)
            key = client.get(_KEY)
    assert isinstance(key, bytes)
    return key


def note_backup(client: Redis) -> None:
    """Note that a backup has just been taken; ignore a store that cannot be reached."""
    with suppress(StoreUnavailable), translated_errors():
        client.set(BACKED_UP_KEY, clock.now_ms())


def backed_up(client: Redis) -> float:
    """Return the time of the newest backup, in seconds since 1970; 0 if none is known.

    Raises StoreUnavailable.
    """
    with translated_errors():
        stored: Any = client.get(BACKED_UP_KEY)
    return int(stored or 0) / 1000
