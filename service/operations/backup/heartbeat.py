"""Signs of life of this command, for everyone who finds a store closed."""

from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any

from redis import Redis

from service.operations.backup.errors import BackupFailed
from service.redis.error_translation import STORE_ERRORS, translated_errors
from service.redis.heartbeat import WORKING_KEY, drop_dead, this_process

SECONDS = 60
# Others take this command for dead only after five signs are late or lost.
AGAIN_SECONDS = 10.0


class Working:
    """This command's sign of life in a store, renewed by ``tick``."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client
        self._due = 0.0
        self._process = this_process()

    def begin(self) -> None:
        """Give the first sign. Raises BackupFailed if another command works on the store."""
        with translated_errors():
            drop_dead(self._client)
            if not self._client.set(WORKING_KEY, self._process, nx=True, ex=SECONDS):
                raise BackupFailed("Another move or restore works on this store: wait for it.")
        self._due = monotonic() + AGAIN_SECONDS

    def tick(self) -> None:
        """Renew the sign if it is time. Raises StoreUnavailable."""
        if monotonic() >= self._due:
            self._due = monotonic() + AGAIN_SECONDS
            with translated_errors():
                self._client.set(WORKING_KEY, self._process, ex=SECONDS)

    def end(self) -> None:
        """Remove the sign permanently; it expires by itself if the store cannot be reached."""
        self._due = inf
        with suppress(*STORE_ERRORS):
            # After a pause longer than SECONDS, the sign may be another command's.
            if self._client.get(WORKING_KEY) == self._process:
                self._client.delete(WORKING_KEY)
