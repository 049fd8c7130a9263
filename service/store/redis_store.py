"""The event store on Redis or Valkey: a Lua script appends and checks all before it writes."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoPermissionError, RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

from service.store.contract import (
    SHARDS,
    Append,
    Appended,
    FeedEntry,
    StoreRefused,
    StoreUnavailable,
    Unconfirmed,
    WrongVersion,
    shard_of,
)

TIMEOUT = 1.0
WRITE_ATTEMPTS = 3
READ_RETRIES = 1
WAIT_MILLISECONDS = 800


class RedisStore:
    """Streams ``{sNN}:<game>:ev``, commands ``{sNN}:<game>:cmd`` and feeds ``{sNN}:feed``."""

    def __init__(self, write: "Redis", read: "Redis", blocking: "Redis", replicas: int = 0) -> None:
        self._write = write
        self._blocking = blocking
        self._replicas = replicas
        self._script = write.register_script(
            files("service.store").joinpath("append.lua").read_text()
        )
        self.client = read

    @classmethod
    def connect(cls, url: str, replicas: int = 0) -> "RedisStore":
        """A store on the server at ``url``; connections are made when first needed."""
        return cls(
            write=_client(url, retries=0, timeout=TIMEOUT),
            read=_client(url, retries=READ_RETRIES, timeout=TIMEOUT),
            blocking=_client(url, retries=0, timeout=None),
            replicas=replicas,
        )

    def append(self, append: Append) -> Appended:
        """Append one event; a lost reply is asked for again with the same command id."""
        for attempt in range(1, WRITE_ATTEMPTS + 1):
            try:
                return self._append(append)
            except (RedisConnectionError, RedisTimeoutError) as error:
                if attempt == WRITE_ATTEMPTS:
                    raise StoreUnavailable(f"the store does not answer: {error}") from error
            except RedisError as error:
                raise StoreUnavailable(f"the store does not write: {error}") from error
        raise AssertionError

    def _append(self, append: Append) -> Appended:
        tag = _tag(append.game_id)
        keys = (f"{tag}:{append.game_id}:ev", f"{tag}:{append.game_id}:cmd", f"{tag}:feed")
        arguments = (
            append.command_id,
            append.fingerprint,
            append.version,
            append.prev,
            append.entry,
            append.game_id,
        )
        outcome, told = self._run(keys, arguments)
        if outcome == b"wrong_version":
            raise WrongVersion(int(told))
        if outcome == b"repeated":
            return _known(told)
        return Appended(append.version, append.fingerprint, repeated=False)

    def _run(self, keys: tuple[str, ...], arguments: tuple[Any, ...]) -> Any:
        if not self._replicas:
            return self._script(keys=keys, args=arguments)
        with self._write.pipeline(transaction=False) as pipeline:
            return self._confirmed(pipeline, keys, arguments)

    def _confirmed(self, pipeline: Any, keys: tuple[str, ...], arguments: tuple[Any, ...]) -> Any:
        """WAIT on the connection that wrote: it counts the replicas that have this write."""
        self._script(keys=keys, args=arguments, client=pipeline)
        pipeline.wait(self._replicas, WAIT_MILLISECONDS)
        answer, confirmed = pipeline.execute()
        if confirmed < self._replicas:
            raise Unconfirmed(f"{confirmed} of {self._replicas} replicas confirmed in time")
        return answer

    def find_command(self, game_id: str, command_id: str) -> Appended | None:
        """What a command id led to, None when it is new."""
        with _reachable():
            told: Any = self.client.hget(f"{_tag(game_id)}:{game_id}:cmd", command_id)
        return None if told is None else _known(told)

    def read(self, game_id: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        """The entries with versions past ``after``, in order."""
        with _reachable():
            found: Any = self.client.xrange(_stream(game_id), f"({after}-0", "+", count=limit)
        return [fields[b"e"] for _, fields in found]

    def head(self, game_id: str) -> int:
        """The last version, 0 where there is none."""
        with _reachable():
            last: Any = self.client.xrevrange(_stream(game_id), count=1)
        return int(last[0][0].partition(b"-")[0]) if last else 0

    def feed(self, shard: int, after: str = "0-0", limit: int = 1000) -> list[FeedEntry]:
        """A shard's feed past an id, in order."""
        with _reachable():
            found: Any = self.client.xrange(_feed(shard), f"({after}", "+", count=limit)
        return [_feed_entry(*entry) for entry in found]

    def feed_ends(self) -> dict[int, str]:
        """The last id of every shard's feed, to listen from now on."""
        with _reachable():
            pipeline = self.client.pipeline(transaction=False)
            for shard in range(SHARDS):
                pipeline.xrevrange(_feed(shard), count=1)
            found = pipeline.execute()
        return {shard: last[0][0].decode() if last else "0-0" for shard, last in enumerate(found)}

    def wait_feeds(self, after: Mapping[int, str], timeout: float) -> dict[int, list[FeedEntry]]:
        """What comes past the ids in any of the feeds; waits up to ``timeout`` seconds for it."""
        streams: Any = {_feed(shard): last for shard, last in after.items()}
        with _reachable():
            found: Any = self._blocking.xread(streams, block=max(1, int(timeout * 1000)))
        return {_shard(key): [_feed_entry(*entry) for entry in entries] for key, entries in found}

    def check(self) -> None:
        """Raise StoreUnavailable unless the store can be reached and written."""
        with _reachable():
            self._write.set("anabasis:check", "1", ex=60)

    def verify_settings(self) -> list[str]:
        """Warnings about settings that cannot be read. Raises StoreRefused."""
        warnings: list[str] = []
        for name, check in (("appendonly", _check_appendonly), ("maxmemory-policy", _check_policy)):
            value = self._setting(name)
            if value is None:
                warnings.append(f"The server does not tell its {name}; see that it is right.")
            else:
                check(value)
        return warnings

    def _setting(self, name: str) -> str | None:
        try:
            found: Any = self.client.config_get(name)
        except (NoPermissionError, ResponseError):
            return None
        except RedisError as error:
            raise StoreUnavailable(str(error)) from error
        value: str | None = found.get(name)
        return value


def _client(url: str, *, retries: int, timeout: float | None) -> "Redis":
    """A client that makes its connections when first used, so that it survives a fork before."""
    return Redis.from_url(
        url,
        socket_connect_timeout=TIMEOUT,
        socket_timeout=timeout,
        retry=Retry(NoBackoff(), retries),
        protocol=2,
        max_connections=100,
    )


@contextmanager
def _reachable() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise StoreUnavailable(f"the store does not answer: {error}") from error


def _tag(game_id: str) -> str:
    return f"{{s{shard_of(game_id):02}}}"


def _stream(game_id: str) -> str:
    return f"{_tag(game_id)}:{game_id}:ev"


def _feed(shard: int) -> str:
    return f"{{s{shard:02}}}:feed"


def _shard(feed: bytes) -> int:
    return int(feed[2:4])


def _known(told: bytes) -> Appended:
    version, _, fingerprint = told.decode().partition(":")
    return Appended(int(version), fingerprint, repeated=True)


def _feed_entry(entry_id: bytes, fields: Mapping[bytes, bytes]) -> FeedEntry:
    return FeedEntry(entry_id.decode(), fields[b"game"].decode(), int(fields[b"version"]))


def _check_appendonly(value: str) -> None:
    if value != "yes":
        raise StoreRefused(
            f"appendonly is {value!r}: a restart would lose games. "
            "Set it to yes (CONFIG SET appendonly yes, and in the server's file)."
        )


def _check_policy(value: str) -> None:
    if value != "noeviction":
        raise StoreRefused(
            f"maxmemory-policy is {value!r}: a full server would drop games. "
            "Set it to noeviction (CONFIG SET maxmemory-policy noeviction, and in the file)."
        )
