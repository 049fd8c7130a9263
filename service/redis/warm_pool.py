"""Connections to the store that are reused without a check as long as they are warm."""

import threading
from functools import partial
from queue import LifoQueue
from time import monotonic
from typing import Any

from redis import BlockingConnectionPool, Redis

WARM_SECONDS = 1.0
"""Seconds after its last use for which a connection is trusted to be open."""


class _Queue(LifoQueue[Any]):
    """The connections that are not lent, and a None for each that may still be made."""

    def __init__(self, lent: set[Any], maxsize: int) -> None:
        super().__init__(maxsize)
        self._lent = lent

    def _get(self) -> Any:
        connection = super()._get()
        if connection is not None:
            self._lent.add(connection)
        return connection


class WarmPool(BlockingConnectionPool):
    """A blocking pool that checks a connection only after it has been idle for a while."""

    # The check and the queue's locks take half of a short command's CPU. A connection never holds
    # unread data: a reply that breaks off disconnects it. If a restarted server has closed the
    # connections, the first command on one of them fails, and then none counts as warm.

    def reset(self) -> None:
        """Start without connections: at first, and in the child of a fork."""
        self._warm: list[tuple[Any, float]] = []
        self._lent: set[Any] = set()
        self.queue_class = partial(_Queue, self._lent)
        self._waiting, self._counting = 0, threading.Lock()
        super().reset()  # type: ignore[no-untyped-call]

    def get_connection(self, *_: Any, **__: Any) -> Any:
        """Return a warm connection, or one from the queue, waiting for it if necessary."""
        self._checkpid()
        return self._taken() or self._queued()

    def make_connection(self) -> Any:
        """Make a connection, and note that it is lent."""
        connection = super().make_connection()  # type: ignore[no-untyped-call]
        self._lent.add(connection)
        return connection

    def release(self, connection: Any) -> None:
        """Take back a lent connection; disconnect one that leads to a former master."""
        self._checkpid()
        # A connection that is given back twice, or to another pool, may be somebody else's by now.
        # redis-py gives one back twice if a cluster's node redirects to a node that refuses.
        if connection not in self._lent:
            return
        self._lent.discard(connection)
        if not self.owns_connection(connection):
            connection.disconnect()
        self._warm.append((connection, monotonic()))
        # If this one was disconnected, the server may have closed the others, too.
        if self._waiting or not connection.is_connected:
            self._cool()

    def disconnect(self, inuse_connections: bool = True) -> None:
        """Disconnect all connections, or those that are not lent, including the warm ones."""
        self._cool()
        super().disconnect(inuse_connections)

    def _taken(self) -> Any:
        """Return the connection that was used last, if it is warm."""
        try:
            connection, released = self._warm.pop()
        except IndexError:
            return None
        if monotonic() - released < WARM_SECONDS:
            self._lent.add(connection)
            return connection
        super().release(connection)  # type: ignore[no-untyped-call]
        self._cool()  # the others were used still earlier
        return None

    def _queued(self) -> Any:
        """Return a connection from the queue, or one that is given back meanwhile."""
        with self._counting:
            self._waiting += 1
        try:
            return self._taken() or super().get_connection()  # type: ignore[no-untyped-call]
        finally:
            with self._counting:
                self._waiting -= 1

    def _cool(self) -> None:
        """Put all warm connections into the queue, which checks each before it is lent."""
        while self._warm:
            try:
                connection, _ = self._warm.pop()
            except IndexError:
                return
            super().release(connection)  # type: ignore[no-untyped-call]


class OnceClient(Redis):
    """A client that sends each command once."""

    # The library's code for retries takes a third of a command's CPU.

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command and return its reply. Raises as ``Redis`` does."""
        pool = self.connection_pool
        connection: Any = pool.get_connection()
        try:
            connection.send_command(*args, **options)
            return self.parse_response(connection, args[0], **options)  # type: ignore[no-untyped-call]
        finally:
            pool.release(connection)
