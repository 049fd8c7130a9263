"""The bounds of all listeners of a process: those to a game, and those to a player's own events."""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from service.settings.config import STREAMS, STREAMS_ADDRESS, STREAMS_EACH


class TooManyListen(Exception):
    """As many as ``limit`` listen already, in this process or on this account."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"{limit} listen already")


@dataclass(frozen=True, slots=True)
class Room:
    """The most that may listen at once: in all, on one account, and from one address."""

    most: int = STREAMS
    each: int = STREAMS_EACH
    address: int = STREAMS_ADDRESS


ROOM = Room()
"""The room of a process without settings."""


class Admission:
    """Admits listeners as long as there is room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._listening: Counter[str] = Counter()
        self._total = 0
        self._lock = threading.Lock()

    @property
    def total(self) -> int:
        """The number of listeners."""
        return self._total

    @contextmanager
    def admitted(self, account: str, address: str) -> Iterator[None]:
        """Count a listener for its account and its address. Raises TooManyListen.

        An unknown asker counts for its address alone.
        """
        bounds = {account: self._room.each, address: self._room.address}
        with self._lock:
            self._check_room(bounds)
            self._total += 1
            self._listening.update(bounds.keys())
        try:
            yield
        finally:
            with self._lock:
                self._leave(bounds)

    def _check_room(self, bounds: Mapping[str, int]) -> None:
        for account, most in bounds.items():
            if self._listening[account] >= most:
                raise TooManyListen(most)
        if self._total >= self._room.most:
            raise TooManyListen(self._room.most)

    def _leave(self, bounds: Mapping[str, int]) -> None:
        self._total -= 1
        for account in bounds:
            self._listening[account] -= 1
            if not self._listening[account]:
                del self._listening[account]
