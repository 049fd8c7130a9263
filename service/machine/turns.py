"""Turns: one caller of a key at a time, and a bounded number of all callers."""

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, nullcontext
from math import inf


class TooManyWait(Exception):
    """Already ``limit`` callers of a key have its turn or wait for it."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        super().__init__(f"{limit} wait already")


class Turns:
    """Turns of keys, ``most`` at a time; a key has at most ``each`` callers, holder included."""

    def __init__(self, most: int | None = None, each: float = inf) -> None:
        self._room = nullcontext() if most is None else threading.Semaphore(most)
        self._each = each
        self._lock = threading.Lock()
        self._taken: dict[Hashable, tuple[threading.Lock, int]] = {}

    def callers(self, key: Hashable) -> int:
        """Return the number of callers that have the turn of a key, or wait for it."""
        taken = self._taken.get(key)
        return taken[1] if taken else 0

    @contextmanager
    def of(self, key: Hashable) -> Iterator[None]:
        """Hold the turn of a key, after those who asked before. Raises TooManyWait."""
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
