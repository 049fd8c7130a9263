"""Values remembered in a process until the server tells that their keys have changed."""

import logging
from collections.abc import Callable, Sequence
from threading import Lock, Thread
from time import monotonic
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

PING_SECONDS = 0.5
TRUST_SECONDS = 1.5
"""The age of the server's last word up to which a value is returned without asking."""
IDLE_SECONDS = 10.0
RETRY_SECONDS = 5.0
KEPT = 20_000
"""Values kept at most; with their keys, some 6 MB."""
CHANNEL = "__redis__:invalidate"

log = logging.getLogger(__name__)


class Remembered:
    """The values of keys under some prefixes, as long as nobody changes them.

    The server itself tells of every change, whoever makes it (CLIENT TRACKING). It is asked for a
    sign of life twice a second: its answer comes after all that it had to tell before. Without one
    for TRUST_SECONDS nothing is remembered, so no value outlives a change by more than that. The
    connection is made when values are first asked for, and given up when none are any more.
    """

    def __init__(
        self, client: Redis, prefixes: Sequence[str], now: Callable[[], float] = monotonic
    ) -> None:
        self._client, self._prefixes, self._now = client, prefixes, now
        self._values: dict[str, tuple[float, Any]] = {}
        self._changes = 0
        self._sound_until = self._last_use = self._retry_at = 0.0
        self._lock, self._starting = Lock(), Lock()
        self._listener: Thread | None = None

    @property
    def is_listening(self) -> bool:
        """True if a thread of this process listens for changes; a fork leaves none behind."""
        return self._listener is not None and self._listener.is_alive()

    def get(self, key: str) -> Any:
        """Return the value of a key, None if it has to be read from the store."""
        kept = self._values.get(key)
        if kept is None:
            return None
        now = self._last_use = self._now()
        own_end, value = kept
        return value if now < self._sound_until or now < own_end else None

    def changes(self) -> int:
        """Return the number of changes heard of: to be taken before a key is read."""
        self._last_use = now = self._now()
        if not self.is_listening and now >= self._retry_at:
            self._start()
        return self._changes

    def put(self, key: str, value: Any, changes: int, seconds: float = 0.0) -> None:
        """Keep a value, unless something has changed since ``changes`` were heard of.

        For ``seconds`` it is kept even where the server tells nothing.
        """
        with self._lock:
            if changes != self._changes:
                return
            if len(self._values) >= KEPT:
                self._values.clear()
            self._values[key] = (self._now() + seconds, value)

    def forget(self, key: str) -> None:
        """Forget the value of a key that this process changes."""
        with self._lock:
            self._changes += 1
            self._values.pop(key, None)

    def _forget_all(self) -> None:
        with self._lock:
            self._changes += 1
            self._values.clear()

    def _start(self) -> None:
        """Listen from now on."""
        with self._starting:
            if not self.is_listening:
                self._listener = Thread(target=self._listen, name="changes", daemon=True)
                self._listener.start()

    def _listen(self) -> None:
        pool = self._client.connection_pool
        connection: Any = pool.connection_class(**pool.connection_kwargs)
        try:
            self._follow(connection)
            while self._now() - self._last_use < IDLE_SECONDS:
                self.hear(connection)
        except (RedisError, OSError) as error:
            log.info("changes of tokens and names: %s; they are read each time meanwhile", error)
            self._retry_at = self._now() + RETRY_SECONDS
        finally:
            self._sound_until = 0.0
            self._forget_all()
            connection.disconnect()

    def _follow(self, connection: Any) -> None:
        own = _reply(connection, "CLIENT", "ID")
        prefixes = [part for prefix in self._prefixes for part in ("PREFIX", prefix)]
        _reply(connection, "CLIENT", "TRACKING", "ON", "REDIRECT", own, "BCAST", *prefixes)
        _reply(connection, "SUBSCRIBE", CHANNEL)
        self._forget_all()  # of what was read before, changes may have been missed

    def hear(self, connection: Any) -> None:
        """Ask for a sign of life and note all changes that the server tells of until the next."""
        sent = self._now()
        connection.send_command("PING", check_health=False)
        while (message := connection.read_response())[0] != b"pong":
            self._note(message)
        self._sound_until = sent + TRUST_SECONDS
        while (left := sent + PING_SECONDS - self._now()) > 0 and connection.can_read(left):
            self._note(connection.read_response())

    def _note(self, message: Any) -> None:
        """Forget the keys of a message; it has none where the whole store was emptied."""
        if message[2] is None:
            self._forget_all()
            return
        for key in message[2]:
            self.forget(key.decode())


def _reply(connection: Any, *command: str) -> Any:
    connection.send_command(*command, check_health=False)
    return connection.read_response()
