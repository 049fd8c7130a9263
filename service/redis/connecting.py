"""Making clients for the store: a server, sentinels or a cluster.

Also separate connections, on which a server announces the keys that any client changes.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, cast

from redis import DriverInfo, Redis
from redis.backoff import ConstantBackoff, NoBackoff
from redis.connection import UnixDomainSocketConnection
from redis.retry import Retry
from redis.sentinel import (
    MasterNotFoundError,
    Sentinel,
    SentinelConnectionPool,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)

from service.redis.cluster import Cluster
from service.redis.warm_pool import OnceClient, WarmPool
from service.settings.address import StoreAddress, parse_address

Purpose = Literal["write", "read", "blocking"]
"""``write`` never repeats a command by itself; ``blocking`` waits longer than the server blocks."""

ConnectionCheck = Callable[[Any], None]
"""Checks the server by a new connection; a RedisError ends that connection."""

TIMEOUT = 1.0
CONNECTIONS = 50
"""The most connections to each server; further borrowers wait."""
BLOCK_SECONDS = 5.0
# Made once, as otherwise each new connection looks them up.
DRIVER = DriverInfo()
"""redis-py's name and version, for the server."""
CHANGES = "__redis__:invalidate"
"""The channel of changed keys."""


class Sentinels(Sentinel):
    """Sentinels that report a missing master in one sentence."""

    def discover_master(self, service_name: str) -> Any:
        """Return host and port of the master. Raises MasterNotFoundError."""
        try:
            return super().discover_master(service_name)  # type: ignore[no-untyped-call]
        except MasterNotFoundError:
            about = [each.connection_pool.connection_kwargs for each in self.sentinels]
            hosts = ", ".join(f"{each['host']}:{each['port']}" for each in about)
            message = f"no sentinel at {hosts} answers with a master {service_name!r}"
            raise MasterNotFoundError(message) from None


class MasterPool(WarmPool, SentinelConnectionPool):
    """A bounded number of connections to the master that the sentinels name."""


class LocalConnection(UnixDomainSocketConnection):
    """A connection through a file."""

    # redis-py asks for the port of any connection that times out.

    port = None


def connect(url: str, purpose: Purpose = "read", check: ConnectionCheck | None = None) -> Redis:
    """Return a client for the store at an address (see ``address``); nothing is connected yet.

    The client of a cluster is a ``Cluster``. ``check`` is called with each new connection. Raises
    ValueError for a malformed address.
    """
    address = parse_address(url)
    if address.kind == "cluster":
        # Not a subclass of Redis, but it has all methods that the service uses.
        return cast("Redis", _cluster(address, purpose, check))
    kind = OnceClient if purpose == "write" else Redis
    client = kind(connection_pool=_pool(address, _options(purpose, check)))
    client.auto_close_connection_pool = True  # nobody else uses the pool
    return client


def _pool(address: StoreAddress, options: dict[str, Any]) -> WarmPool:
    if address.kind == "sentinel":
        return _master_pool(address, options)
    kind = {"connection_class": LocalConnection} if address.url.startswith("unix:") else {}
    pool: WarmPool = WarmPool.from_url(address.url, **options, **kind)
    return pool


def _options(purpose: Purpose, check: ConnectionCheck | None) -> dict[str, Any]:
    return {
        "redis_connect_func": check and _after_greeting(check),
        "max_connections": CONNECTIONS,
        "timeout": TIMEOUT,
        "socket_timeout": _timeout(purpose),
        "socket_connect_timeout": TIMEOUT,
        "retry": _retry(purpose),
        "protocol": 2,
        "driver_info": DRIVER,
    }


def _after_greeting(check: ConnectionCheck) -> ConnectionCheck:
    def greet(connection: Any) -> None:
        connection.on_connect()
        check(connection)

    return greet


def _timeout(purpose: Purpose) -> float:
    return BLOCK_SECONDS + 2 * TIMEOUT if purpose == "blocking" else TIMEOUT


def _retry(purpose: Purpose) -> Retry:
    # A write whose reply is lost may have been done: repeated by the library, it would be done
    # twice.
    return Retry(ConstantBackoff(0.05), 2) if purpose == "read" else Retry(NoBackoff(), 0)


def _account(address: StoreAddress) -> dict[str, Any]:
    options = {name: text for name, text in address.options.items() if name.startswith("ssl_")}
    return {"username": address.username, "password": address.password, **options}


def _cluster(address: StoreAddress, purpose: Purpose, check: ConnectionCheck | None) -> Cluster:
    # Nothing blocks on a cluster: see feed_reading.
    options = _options(purpose, None) | {"socket_timeout": TIMEOUT}
    del options["redis_connect_func"]  # the library uses its own
    pool_timeout = options.pop("timeout")
    return Cluster(address, check, pool_timeout=pool_timeout, **options, **_account(address))


def _master_pool(address: StoreAddress, options: dict[str, Any]) -> MasterPool:
    tls = {"ssl": True} if address.tls else {}
    account = _account(address)
    sentinel = Sentinels(  # type: ignore[no-untyped-call]
        address.hosts,
        sentinel_kwargs={
            **account,
            **tls,
            "username": address.options.get("sentinel_username"),
            "password": address.options.get("sentinel_password"),
            "socket_timeout": TIMEOUT,
            "socket_connect_timeout": TIMEOUT,
            "retry": Retry(NoBackoff(), 0),
            "protocol": 2,
            "driver_info": DRIVER,
        },
    )
    connection = SentinelManagedSSLConnection if address.tls else SentinelManagedConnection
    return MasterPool(  # type: ignore[no-untyped-call]
        service_name=address.master,
        sentinel_manager=sentinel,
        connection_class=connection,
        db=address.db,
        **options,
        **account,
    )


def new_connection(client: Redis) -> Any:
    """Return a connection to a client's server, outside of any pool."""
    pool: Any = client.connection_pool
    return pool.connection_class(**pool.connection_kwargs)


def follow(connection: Any, prefixes: Sequence[str]) -> None:
    """Ask the server to announce changed keys with these prefixes (CLIENT TRACKING)."""
    own = _reply(connection, "CLIENT", "ID")
    chosen = [part for prefix in prefixes for part in ("PREFIX", prefix)]
    _reply(connection, "CLIENT", "TRACKING", "ON", "REDIRECT", own, "BCAST", *chosen)
    _reply(connection, "SUBSCRIBE", CHANGES)


def changed_keys(message: Any) -> Sequence[bytes] | None:
    """Return the keys of a message; None if the whole store was emptied."""
    keys: Sequence[bytes] | None = message[2]
    return keys


def _reply(connection: Any, *command: str) -> Any:
    connection.send_command(*command, check_health=False)
    return connection.read_response()
