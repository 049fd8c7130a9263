"""Connections on which a server announces the keys that any client changes."""

from collections.abc import Sequence
from typing import Any

from redis import Redis

CHANNEL = "__redis__:invalidate"


def follow(connection: Any, prefixes: Sequence[str]) -> None:
    """Ask the server to announce changed keys with these prefixes (CLIENT TRACKING)."""
    own = _reply(connection, "CLIENT", "ID")
    chosen = [part for prefix in prefixes for part in ("PREFIX", prefix)]
    _reply(connection, "CLIENT", "TRACKING", "ON", "REDIRECT", own, "BCAST", *chosen)
    _reply(connection, "SUBSCRIBE", CHANNEL)


def new_connection(client: Redis) -> Any:
    """Return a connection to a client's server that no pool counts."""
    pool: Any = client.connection_pool
    return pool.connection_class(**pool.connection_kwargs)


def changed_keys(message: Any) -> Sequence[bytes] | None:
    """Return the keys of a message; None if the whole store was emptied."""
    keys: Sequence[bytes] | None = message[2]
    return keys


def _reply(connection: Any, *command: str) -> Any:
    connection.send_command(*command, check_health=False)
    return connection.read_response()
