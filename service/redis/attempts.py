"""Attempts that may fail slowly: one thread makes each, and the others share its outcome."""

import threading
from collections.abc import Callable
from time import monotonic

from redis.exceptions import RedisClusterException

CALM_SECONDS = 1.0
"""Seconds after a failure within which nobody tries again."""


class Attempts:
    """Makes attempts one after another, but not one for each waiting thread."""

    # Otherwise threads that ask a hanging store would queue up, each waiting for all before it.

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._ended, self._failure, self._calm_until = 0, "", 0.0

    def make(self, step: Callable[[], object]) -> None:
        """Run a step, or share the outcome of another thread's attempt that ends meanwhile.

        Raises the step's errors, or RedisClusterException for a failure of another attempt.
        """
        ended = self._ended
        if monotonic() < self._calm_until:
            raise RedisClusterException(self._failure)
        with self._lock:
            if self._ended == ended:
                self._run(step)
            elif self._failure:
                raise RedisClusterException(self._failure)

    def forgive(self) -> None:
        """Allow the next attempt at once, as it has something new to try."""
        self._calm_until = 0.0

    def _run(self, step: Callable[[], object]) -> None:
        try:
            step()
        except Exception as error:
            self._failure = str(error) or type(error).__name__
            self._calm_until = monotonic() + CALM_SECONDS
            raise
        else:
            self._failure, self._calm_until = "", 0.0
        finally:
            self._ended += 1
