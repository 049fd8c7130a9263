"""Turns: callers of one key wait for one another, and few of all keys go on at a time."""

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, nullcontext
from math import inf


class TooManyWait(Exception):
    """As many as ``limit`` callers of a key have its turn, or wait for it."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        super().__init__(f"{limit} wait already")


class Turns:
    """Turns by key, one at a time: ``most`` of all keys, and ``each`` callers of one that wait."""

    def __init__(self, most: int | None = None, each: float = inf) -> None:
        self._room = nullcontext() if most is None else threading.Semaphore(most)
        self._each = each
        self._lock = threading.Lock()
        self._taken: dict[Hashable, tuple[threading.Lock, int]] = {}

    def callers(self, key: Hashable) -> int:
        """Return the number of callers that have the turn of a key, or wait for it."""
        return self._taken[key][1] if key in self._taken else 0

    @contextmanager
    def of(self, key: Hashable) -> Iterator[None]:
        """Have the turn of a key, after those who asked before. Raises TooManyWait."""
        with self._lock:
            turn, callers = self._taken.get(key) or (threading.Lock(), 0)
            if callers >= self._each:
                raise TooManyWait(self._each)
            self._taken[key] = turn, callers + 1
        try:
            with turn, self._room:
                yield
        finally:
            with self._lock:
                _, callers = self._taken.pop(key)
                if callers > 1:
                    self._taken[key] = turn, callers - 1
