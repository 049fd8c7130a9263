"""The host's announcement: a text in some languages that every page shows until its end."""

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from service.machine import clock
from service.people.quiet_hours import DAY
from service.redis.error_translation import translated_errors
from service.redis.tracked_values import LastKnown, Remembered

KEY = "anabasis:announcement"
LONGEST = 300
"""The most characters of the text in one language."""
LONGEST_TIME = 366 * DAY
"""The most milliseconds until the end."""


class Announcement(Struct, frozen=True):
    """A text by language, shown until a time (ms); ``by`` made it at ``made_at`` (ms)."""

    id: str
    texts: Mapping[str, str]
    until: int
    made_at: int
    by: str


class Announcements:
    """``anabasis:announcement`` holds the present announcement, and expires with it."""

    def __init__(self, client: Redis, kept: Remembered) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept = kept
        nothing: Announcement | None = None
        self._known = LastKnown(kept, KEY, lambda: (self.read(),), (nothing,))

    def read(self) -> Announcement | None:
        """Return the present announcement, None without one. Raises StoreUnavailable."""
        with translated_errors():
            stored = self._client.get(KEY)
        return _present(msgspec.json.decode(stored, type=Announcement) if stored else None)

    def known(self) -> Announcement | None:
        """Return the present announcement as this process knows it: a page costs no trip."""
        return _present(self._known.get()[0])

    def set(self, announcement: Announcement) -> None:
        """Replace the present announcement. Raises StoreUnavailable."""
        with translated_errors():
            self._client.set(KEY, msgspec.json.encode(announcement), pxat=announcement.until)
        self._kept.forget(KEY)

    def end(self) -> None:
        """End the present announcement, if there is one. Raises StoreUnavailable."""
        with translated_errors():
            self._client.delete(KEY)
        self._kept.forget(KEY)


def new_announcement(texts: Mapping[str, str], until: int, by: str) -> Announcement:
    """Return an announcement that was not made before."""
    return Announcement(secrets.token_hex(8), dict(texts), until, clock.now_ms(), by)


def _present(announcement: Announcement | None) -> Announcement | None:
    # A process whose clock is ahead, or that knows an older one, must not show what is over.
    over = announcement is None or announcement.until <= clock.now_ms()
    return None if over else announcement
