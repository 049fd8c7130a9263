"""Listeners to games: how they wait for news, and the place at which the fan-out may send some."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

# Many proxies cut a connection that is silent for 30 to 60 s.
KEEP_ALIVE_SECONDS = 15.0
"""Seconds of silence after which a stream gives a sign of life."""


class StreamConnection(Protocol):
    """A stream's connection, to which others may send whole pieces while its request waits."""

    def send_now(self, piece: bytes) -> bool:
        """Send a piece without waiting; False if ``flush`` must wait for the reader."""

    def flush(self) -> None:
        """Send the rest of a piece, however long that takes. Raises OSError."""


@dataclass(slots=True)
class StreamPosition:
    """The place at which a stream of a live game waits: the event it sent last, and its seat.

    While ``is_open``, the fan-out may send the events that follow and move the place on. The right
    to listen is trusted until ``trusted_until``; a sign of life is due at ``beat_due``.
    """

    line: StreamConnection
    version: int
    hash: str
    seat: int | None
    trusted_until: float
    beat_due: float
    is_open: bool = True


class Waiter:
    """One listener of one game; ``version`` is the newest that the feed has announced.

    ``must_look`` is set when the feed has gone back: the events that it announced may be gone.
    ``place`` is set while a stream with a line waits there. A listener that ``is_dismissed`` must
    not wait again.
    """

    __slots__ = ("_bell", "is_called", "is_dismissed", "must_look", "place", "version")

    def __init__(self) -> None:
        # A bare lock as the bell: it is far smaller than an Event, and listeners may be thousands.
        # It is held except at the moment in which the listener is woken.
        self._bell = threading.Lock()
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
        """Wake the listener: the feed has gone back, so its earlier versions are void."""
        self.must_look, self.version = True, 0
        self._ring()

    def call(self) -> None:
        """Wake the listener without news, to check its line and its rights."""
        self.is_called = True
        self._ring()

    def dismiss(self) -> None:
        """Wake the listener, which must not wait again: its process is about to end."""
        self.is_dismissed = True
        self._ring()

    def wait_past(self, version: int, timeout: float) -> bool:
        """Wait until the game has passed ``version`` or must be read; False after ``timeout`` s."""
        return self._wait(lambda: self.must_look or self.version > version, timeout)

    def wait_at(self, place: StreamPosition) -> bool:
        """Wait at a place until there is news that the fan-out cannot send.

        The fan-out may move the place on meanwhile. False if the listener is called without news.
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
        """Wait for so many seconds, or until the next news."""
        self._bell.acquire(timeout=seconds)

    def _wait(self, is_over: Callable[[], bool], timeout: float | None) -> bool:
        due = None if timeout is None else monotonic() + timeout
        while not (self.is_dismissed or is_over()):
            left = -1.0 if due is None else due - monotonic()
            if (due is not None and left <= 0) or not self._bell.acquire(timeout=left):
                break
        return is_over()

    def _ring(self) -> None:
        # From here on the stream itself sends; nothing may come between its pieces.
        if self.place is not None:
            self.place.is_open = False
        with suppress(RuntimeError):  # it rings already
            self._bell.release()
