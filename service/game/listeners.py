"""Listeners to games: how they wait for news, and where the fan-out may send a stream some."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

KEEP_ALIVE_SECONDS = 15.0
"""Seconds of silence after which a stream gives a sign of life."""


class StreamConnection(Protocol):
    """A stream's connection, which takes whole pieces past the request that opened it."""

    def send_now(self, piece: bytes) -> bool:
        """Send a piece without waiting; False if its reader must be waited for by ``flush``."""

    def flush(self) -> None:
        """Send the rest of a piece, however long that takes. Raises OSError."""


@dataclass(slots=True)
class StreamPosition:
    """Where a stream of a live game waits for news: the event it sent last, and to which seat.

    While ``is_open``, the fan-out may send what follows and move the place on. The right to listen
    is trusted until ``trusted_until``; a sign of life is due at ``beat_due``.
    """

    line: StreamConnection
    version: int
    hash: str
    seat: int | None
    trusted_until: float
    beat_due: float
    is_open: bool = True


class Waiter:
    """One listener of one game; ``version`` is the newest the feed has told of.

    ``must_look`` is set where the feed has gone back: the events it told of may be gone.
    ``place`` is that of a stream with a line, while it waits. Once ``is_dismissed`` it waits no
    more.
    """

    __slots__ = ("_bell", "is_called", "is_dismissed", "must_look", "place", "version")

    def __init__(self) -> None:
        self._bell = threading.Lock()  # held but for the moment in which the listener is woken
        self._bell.acquire()
        self.version = 0
        self.must_look = False
        self.is_called = self.is_dismissed = False
        self.place: StreamPosition | None = None

    def tell(self, version: int) -> None:
        """Wake the listener: the game has reached ``version``."""
        self.version = max(self.version, version)
        self._ring()

    def look(self) -> None:
        """Wake the listener: the feed has gone back, so its earlier versions count no more."""
        self.must_look, self.version = True, 0
        self._ring()

    def call(self) -> None:
        """Wake the listener without news, to see to its line and its rights."""
        self.is_called = True
        self._ring()

    def dismiss(self) -> None:
        """Wake the listener, which must not wait again: its process is about to end."""
        self.is_dismissed = True
        self._ring()

    def wait_past(self, version: int, timeout: float) -> bool:
        """Wait until the game has passed ``version``, or must be looked at.

        False when ``timeout`` seconds went by.
        """
        return self._wait(lambda: self.must_look or self.version > version, timeout)

    def wait_at(self, place: StreamPosition) -> bool:
        """Wait at a place, which the fan-out may move on, until there is news that it cannot send.

        False if the listener is called without news.
        """
        self.place, place.is_open, self.is_called = place, True, False
        try:
            self._wait(lambda: self.is_called or self._has_news(place), None)
        finally:
            self.place, place.is_open = None, False
        return self._has_news(place)

    def _has_news(self, place: StreamPosition) -> bool:
        return self.must_look or self.version > place.version

    def looked(self) -> None:
        """Go back to waiting for the feed."""
        self.must_look = False

    def pause(self, seconds: float) -> None:
        """Wait, or until the next news."""
        self._bell.acquire(timeout=seconds)

    def _wait(self, is_over: Callable[[], bool], timeout: float | None) -> bool:
        due = None if timeout is None else monotonic() + timeout
        while not (self.is_dismissed or is_over()):
            left = -1.0 if due is None else due - monotonic()
            if (due is not None and left <= 0) or not self._bell.acquire(timeout=left):
                break
        return is_over()

    def _ring(self) -> None:
        if self.place is not None:
            self.place.is_open = False
        with suppress(RuntimeError):  # it rings already
            self._bell.release()
