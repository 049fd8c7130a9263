"""The installation's key, shared by its processes: made by the first to ask."""

import secrets
from collections.abc import Callable
from time import monotonic

from redis import Redis

from service.redis.reaching import reaching

KEY_SECONDS = 2.0
_KEY = "anabasis:key"


class InstallationKey:
    """The installation's key, asked for again every few seconds.

    A store that was emptied or restored has another one; bots would be strangers with the old.
    """

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
    """Return the installation's key, made by the first process to ask. Raises StoreUnavailable."""
    with reaching():
        key = client.get(_KEY)
        if key is None:
            client.set(_KEY, secrets.token_bytes(32), nx=True)
            key = client.get(_KEY)
    assert isinstance(key, bytes)
    return key
