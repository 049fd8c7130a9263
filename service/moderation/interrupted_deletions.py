"""Deletions of players that a crash may have interrupted, by the name that the host gave.

``forgetting:<sha256>`` has the player's id for a day, unless the deletion ends: by then nothing
else in the store knows the name.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis import Redis

from service.redis.error_translation import translated_errors

SECONDS = 24 * 3600


class InterruptedDeletions:
    """The unfinished deletions in a store. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def of(self, text: str) -> str | None:
        """Return the player whose deletion was asked for by this text, and has not ended."""
        with translated_errors():
            player = self._client.get(_key(text))
        return player and str(player.decode())

    @contextmanager
    def noted(self, text: str, player: str) -> Iterator[None]:
        """Note a deletion while it lasts; what breaks off stays noted."""
        with translated_errors():
            self._client.set(_key(text), player, ex=SECONDS)
        yield
        with translated_errors():
            self._client.delete(_key(text))


def _key(text: str) -> str:
    return f"forgetting:{hashlib.sha256(text.casefold().encode()).hexdigest()}"
