"""Closing the store that a move leaves, and reopening it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from service.machine import clock
from service.operations.backup.errors import BackupFailed
from service.operations.backup.interrupts import DeferredSignals, deferred_signals
from service.redis.cluster import masters
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.retirement import moved_note, moving_note, reopen, retire

REFUSE_WRITES = "min-replicas-to-write"
# A server that requires more replicas than it has refuses every write, but still answers reads.
NO_SERVER_HAS_SO_MANY = 1_000


@dataclass(frozen=True, slots=True)
class StoreNames:
    """The names of the old store and the new one, without passwords."""

    source: str
    target: str


class StoreRetirement:
    """The end of a move for the old store. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis, names: StoreNames) -> None:
        self._client, self._names = client, names

    @contextmanager
    def stopped(self) -> Iterator[DeferredSignals]:
        """Close the store to events; reopen it after an error. Signals wait meanwhile."""
        # A signal while feeds are being closed would leave some closed and others open.
        with deferred_signals() as signals:
            try:
                with translated_errors():
                    names = self._names
                    retire(self._client, moving_note(names.source, names.target, clock.now()))
                yield signals
            except BaseException as error:
                self._open_again(error)
                raise

    def _open_again(self, error: BaseException) -> None:
        try:
            undo(self._client)
        except StoreUnavailable as away:
            name = self._names.source
            raise BackupFailed(
                f"{error or 'The move failed'}, and {name} cannot be reached to open it again "
                f"({away}): once it can, `anabasis move --undo {name}` does."
            ) from error

    def refuse_writes(self) -> bool:
        """Name the new place, and then refuse all writes until the servers are restarted.

        False if a server cannot do that: it allows no CONFIG, or holds other databases, too.
        """
        with translated_errors():
            names = self._names
            note = moved_note(names.source, names.target, clock.now())
            # Only the first shard's note, as commands read no other; all feeds are closed already.
            retire(self._client, note, shards=[0])
            servers = masters(self._client)
            alone = all(map(_is_alone, servers))
            return alone and _set_replicas(servers, 0, NO_SERVER_HAS_SO_MANY)


def undo(source: Redis) -> None:
    """Reopen a store that a move has closed. Raises StoreUnavailable."""
    with translated_errors():
        _set_replicas(masters(source), NO_SERVER_HAS_SO_MANY, 0)
        reopen(source)


def refuse_same_server(source: Redis, target: Redis) -> None:
    """Raise BackupFailed if two stores share a server: a move stops the writes to both."""
    with translated_errors():
        if _servers(source) & _servers(target):
            raise BackupFailed(
                "FROM and TO are on the same server, which holds one store: name another server, "
                "or a new folder, as TO."
            )


def _servers(client: Redis) -> set[str]:
    """Return the run ids of the servers; a server that does not state one is left out."""
    about: list[Any] = [master.info("server") for master in masters(client)]
    return {str(each["run_id"]) for each in about if each.get("run_id")}


def _is_alone(server: Redis) -> bool:
    """True if no other database of a server holds anything."""
    held_here: Any = server.info("keyspace")
    # The setting is that of the whole server, so it would close other databases on it, too.
    return len(held_here) <= 1


def _set_replicas(servers: list[Redis], before: int, after: int) -> bool:
    """Change the replicas that a write needs from ``before`` to ``after``; True if done."""
    for server in servers:
        try:
            settings: Any = server.config_get(REFUSE_WRITES)
            # Any other number was set by the host, and is not ours to change.
            if int(settings.get(REFUSE_WRITES, -1)) == before:
                server.config_set(REFUSE_WRITES, after)
            elif int(settings.get(REFUSE_WRITES, -1)) != after:
                return False
        except ResponseError:
            return False
    return True
