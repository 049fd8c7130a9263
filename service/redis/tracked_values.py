"""Values remembered in a process until the server announces that their keys have changed."""

import logging
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Generic, TypeVar

from redis import Redis

from service.redis.cluster import epoch_of, look_again, masters
from service.redis.connecting import changed_keys, follow, new_connection
from service.redis.error_translation import STORE_ERRORS
from service.redis.errors import StoreUnavailable

PING_SECONDS = 0.5
TRUST_SECONDS = 1.5
"""The most seconds since the server's last sign of life for which a value is trusted."""
IDLE_SECONDS = 10.0
RETRY_SECONDS = 5.0
UNTOLD_SECONDS = 3.0
"""Seconds for which a value is trusted if the server announces no changes."""
# With their keys, some 6 MB.
KEPT = 20_000
"""The most values kept."""

T = TypeVar("T")

log = logging.getLogger("service.redis.remembered")


class Remembered:
    """The values of keys under some prefixes, as long as nobody changes them.

    The server announces every change by any client (CLIENT TRACKING), and gives a sign of life
    twice a second, which comes after all earlier announcements. Without one for TRUST_SECONDS
    nothing is remembered, so no value outlives a change by more than that. The connection is made
    when values are first asked for, and closed when nobody asks any more.
    """

    def __init__(
        self, client: Redis, prefixes: Sequence[str], now: Callable[[], float] = monotonic
    ) -> None:
        self._client, self._prefixes, self._now = client, prefixes, now
        self._values: dict[str, dict[str, tuple[float, Any]]] = {}
        self._changes = self._count = 0
        self._last_use = self._retry_at = 0.0
        self._heard = _Heard(0)
        self._lock, self._starting = threading.Lock(), threading.Lock()
        self._listeners: list[threading.Thread] = []

    @property
    def is_listening(self) -> bool:
        """True if threads of this process listen for changes; a fork leaves none behind."""
        return bool(self._listeners) and all(each.is_alive() for each in self._listeners)

    def get(self, key: str, part: str = "") -> Any:
        """Return the value of a key or a part of it, None if it has to be read from the store."""
        parts = self._values.get(key)
        kept = parts.get(part) if parts else None
        if kept is None:
            return None
        now = self._last_use = self._now()
        own_end, value = kept
        return value if now < self._heard.sound_until or now < own_end else None

    def changes(self) -> int:
        """Return the number of changes so far; call it before a key is read."""
        self._last_use = now = self._now()
        if not self.is_listening and now >= self._retry_at:
            self._start()
        return self._changes

    def put(self, key: str, value: Any, changes: int, seconds: float = 0.0, part: str = "") -> None:
        """Keep a value, unless something has changed since ``changes``.

        For ``seconds`` it is kept even if the server announces nothing.
        """
        with self._lock:
            # The value may have been read before the change and its announcement.
            if changes != self._changes:
                return
            if self._count >= KEPT:
                self._values.clear()
                self._count = 0
            parts = self._values.setdefault(key, {})
            self._count += part not in parts
            parts[part] = (self._now() + seconds, value)

    def forget(self, key: str) -> None:
        """Forget a key that this process changes, with all its parts."""
        with self._lock:
            self._changes += 1
            self._count -= len(self._values.pop(key, ()))

    def _forget_all(self) -> None:
        with self._lock:
            self._changes += 1
            self._values.clear()
            self._count = 0

    def _start(self) -> None:
        """Start listening, once all earlier listeners have ended."""
        with self._starting:
            if any(each.is_alive() for each in self._listeners):
                return
            try:
                # All masters of a cluster have to announce, as a key's slot may move to any of
                # them. If one falls silent, or the masters change, all values are forgotten.
                servers = masters(self._client)
            except STORE_ERRORS as error:
                self._give_up(error)
                return
            heard = self._heard = _Heard(len(servers))
            self._listeners = [
                self._listening(server, heard, number) for number, server in enumerate(servers)
            ]

    def _listening(self, *of: Any) -> threading.Thread:
        listener = threading.Thread(target=self._listen, args=of, name="changes", daemon=True)
        listener.start()
        return listener

    def _listen(self, server: Redis, heard: "_Heard", number: int) -> None:
        """Listen to one server until nobody asks any more, or another falls silent."""
        connection = new_connection(server)
        try:
            epoch = epoch_of(self._client, server)
            follow(connection, self._prefixes)
            self._forget_all()  # changes to values read before may have been missed
            while self._is_wanted() and not heard.is_over:
                self.hear(connection, number)
                if epoch_of(self._client, server) != epoch:
                    break  # other masters may have slots now
        except (*STORE_ERRORS, OSError) as error:
            self._give_up(error)
        finally:
            heard.end()
            self._forget_all()
            connection.disconnect()
            look_again(self._client)

    def _is_wanted(self) -> bool:
        return self._now() - self._last_use < IDLE_SECONDS

    def _give_up(self, error: Exception) -> None:
        log.info("changes of tokens and names: %s; they are read each time meanwhile", error)
        self._retry_at = self._now() + RETRY_SECONDS

    def hear(self, connection: Any, server: int = 0) -> None:
        """Ask for a sign of life, and note all changes announced until the next one."""
        sent = self._now()
        connection.send_command("PING", check_health=False)
        while (message := connection.read_response())[0] != b"pong":
            self._note(message)
        self._heard.note(server, sent + TRUST_SECONDS)
        while (left := sent + PING_SECONDS - self._now()) > 0 and connection.can_read(left):
            self._note(connection.read_response())

    def _note(self, message: Any) -> None:
        """Forget the keys of a message; it has none if the whole store was emptied."""
        keys = changed_keys(message)
        if keys is None:
            self._forget_all()
            return
        for key in keys:
            self.forget(key.decode())


class LastKnown(Generic[T]):
    """A remembered value of the store; while the store is away, the last one known."""

    def __init__(self, kept: Remembered, key: str, read: Callable[[], T], first: T) -> None:
        """Call ``read`` when the ``key`` has changed; return ``first`` until the store answers."""
        self._kept, self._key, self._read = kept, key, read
        self._last = first

    def get(self) -> T:
        """Return the value."""
        known: T | None = self._kept.get(self._key)
        return self._renewed() if known is None else known

    def _renewed(self) -> T:
        changes = self._kept.changes()
        try:
            self._last = self._read()
        except StoreUnavailable:
            return self._last
        self._kept.put(self._key, self._last, changes, UNTOLD_SECONDS)
        return self._last


class _Heard:
    """The times until which servers are trusted to have announced all changes."""

    def __init__(self, servers: int) -> None:
        self._until = [0.0] * servers
        self.sound_until = 0.0
        self.is_over = False

    def note(self, server: int, until: float) -> None:
        """Trust a server until a time."""
        self._until[server] = until
        self.sound_until = 0.0 if self.is_over else min(self._until)

    def end(self) -> None:
        """Stop trusting them, permanently."""
        self.is_over = True
        self.sound_until = 0.0
