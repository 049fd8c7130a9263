"""The event store on Redis or Valkey: one script appends, streams are read in order."""

import hashlib
import logging
from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib.resources import files
from time import monotonic
from typing import Any, cast

from redis import Redis
from redis.backoff import ConstantBackoff, NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

from domain.record.record import stated_hash
from service.config import Config
from service.store.cluster import refuse_cluster
from service.store.command_ids import (
    appended,
    commands_key,
    find_answer,
    packed_fingerprint,
    packed_id,
    recent_key,
)
from service.store.contract import (
    SHARDS,
    Append,
    Appended,
    FeedEntry,
    OrdersChanged,
    StoredOrders,
    StoreRefused,
    StoreUnavailable,
    Unconfirmed,
    WrongVersion,
    shard_of,
)
from service.store.data_folder import running_url
from service.store.orders import answered_key, change_json, orders_key, stored_orders
from service.store.reaching import reaching
from service.store.summaries import Summaries, summaries_key
from service.store.warm_pool import OnceClient, WarmPool
from service.store.watch import FolderWatch, StoreWatch, unsafe_setting

TIMEOUT = 1.0
CONNECTIONS = 50
BLOCK_SECONDS = 5.0
ATTEMPTS = 3
CONFIRM_MS = 500
GAMES = 1_000
"""Games whose keys a process remembers."""
SCRIPT = files("service.store").joinpath("lua/append.lua").read_text("utf-8")
SCRIPT_SHA = hashlib.sha1(SCRIPT.encode(), usedforsecurity=False).hexdigest()
CHECK_KEY = "anabasis:check"

Outcome = tuple[bytes, bytes]

log = logging.getLogger(__name__)


def stream_key(game_id: str) -> str:
    """Return the stream of a game's events."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:ev"


def feed_key(shard: int) -> str:
    """Return the stream that tells which games of a shard have grown."""
    return f"{{s{shard:02}}}:feed"


class RedisStore:
    """The event store on one server, Redis or Valkey; safe in threads and under gevent.

    ``write`` must not retry by itself (a lost reply would be sent twice), ``blocking`` must have a
    socket timeout above BLOCK_SECONDS or none. With ``replicas`` above 0 that many must confirm
    each append. ``folder`` is the embedded server's, where it is one.
    """

    def __init__(
        self,
        write: Redis,
        read: Redis,
        blocking: Redis,
        replicas: int = 0,
        folder: FolderWatch | None = None,
    ) -> None:
        self._write = write
        self._read = read
        self._blocking = blocking
        self._replicas = replicas
        self.summaries = Summaries(read)
        self._watch = StoreWatch(self._settings, folder, read_written=self._written)

    @classmethod
    def connect(cls, config: Config) -> "RedisStore":
        """Return the store a configuration names; the running embedded server where it names none.

        Raises StoreUnavailable where nothing is named or runs, StoreRefused for a cluster.
        """
        store = cls.unconnected(config)
        refuse_cluster(store.client)
        return store

    @classmethod
    def unconnected(cls, config: Config) -> "RedisStore":
        """Return the same store without a look at it, as one that processes will share by a fork.

        Raises StoreUnavailable where nothing is named or runs.
        """
        url = config.redis_url or running_url(config.data)
        if url is None:
            raise StoreUnavailable(
                f"No service runs on {config.data}: set ANABASIS_DATA to its folder "
                "(or ANABASIS_REDIS_URL), or start `anabasis run`."
            )
        watched = config.data_mark or not config.redis_url
        folder = FolderWatch(config.data, config.data_mark) if watched else None
        return cls.of_url(url, config.replicas, folder)

    @classmethod
    def of_url(cls, url: str, replicas: int = 0, folder: FolderWatch | None = None) -> "RedisStore":
        """Return the store at an address: ``redis://…``, ``rediss://…`` or ``unix://…``."""
        return cls(
            write=_client(url, Retry(NoBackoff(), 0), TIMEOUT, OnceClient),
            read=_client(url, Retry(ConstantBackoff(0.05), 2), TIMEOUT),
            blocking=_client(url, Retry(NoBackoff(), 0), BLOCK_SECONDS + 2 * TIMEOUT),
            replicas=replicas,
            folder=folder,
        )

    @property
    def client(self) -> Redis:
        """A client for everything but the record: players, read models, notifications."""
        return self._read

    def append(self, append: Append) -> Appended:
        """Append a command's events; safe to send again, its id tells what was recorded."""
        self._watch.guard()
        with reaching("nothing is known to be recorded"):
            outcome, detail = self._try_append(append)
        if outcome == b"WRONGVERSION":
            raise WrongVersion(int(detail))
        if outcome == b"ORDERSCHANGED":
            raise OrdersChanged
        self._watch.guard()  # the folder may have gone while the server wrote to it
        return appended(detail, repeated=outcome == b"REPEATED")

    def find_command(self, game_id: str, command_id: str) -> Appended | None:
        """Return the events of a command id, None if it is new.

        Raises Unconfirmed: to answer a command again is to acknowledge it.
        """
        with reaching():
            known = find_answer(self._read, game_id, command_id)
            if known is not None and self._replicas:
                known = self._confirmed(game_id, command_id)
        self._watch.guard()
        return None if known is None else appended(known, repeated=True)

    def _confirmed(self, game_id: str, command_id: str) -> bytes | None:
        """Return a command id's events once enough replicas have them; None if they are gone."""
        nothing = Append(game_id, command_id, "", 0, "", ())
        outcome, known = self._run_script(nothing)
        return known if outcome == b"REPEATED" else None

    def orders(self, game_id: str) -> StoredOrders:
        """Return the standing orders of a game."""
        with reaching():
            return stored_orders(self._read.hgetall(orders_key(game_id)))

    def answered(self, game_id: str) -> dict[int, str]:
        """Return the codes of the orders that events of a game follow from, by version."""
        with reaching():
            codes: Any = self._read.hgetall(answered_key(game_id))
        return {int(version): code.decode() for version, code in codes.items()}

    def read(
        self, game_id: str, after: int = 0, limit: int | None = None, until: int | None = None
    ) -> list[bytes]:
        """Return the entries with versions past ``after``, up to ``until``, in order."""
        last = "+" if until is None else f"{until}-0"
        with reaching():
            entries: Any = self._read.xrange(stream_key(game_id), f"{after + 1}-0", last, limit)
        return [fields[b"e"] for _, fields in entries]

    def head(self, game_id: str) -> int:
        """Return the last version, 0 where there is none."""
        with reaching():
            last: Any = self._read.xrevrange(stream_key(game_id), count=1)
        return int(last[0][0].split(b"-")[0]) if last else 0

    def exists(self, game_id: str) -> bool:
        """True if anything is recorded of the game."""
        with reaching():
            return bool(self._read.exists(stream_key(game_id)))

    def feed(self, shard: int, after: str = "0-0", limit: int = 1000) -> list[FeedEntry]:
        """Return a shard's feed past an id, in order."""
        with reaching():
            entries: Any = self._read.xrange(feed_key(shard), f"({after}", count=limit)
        return _feed_entries(entries)

    def feeds(self, places: Collection[tuple[int, str]], limit: int) -> list[list[FeedEntry]]:
        """Return the feeds of these shards past these ids, each up to a limit."""
        with reaching():
            pipeline = self._read.pipeline(transaction=False)
            for shard, after in places:
                pipeline.xrange(feed_key(shard), f"({after}", count=limit)
            replies: list[Any] = pipeline.execute()
        return [_feed_entries(entries) for entries in replies]

    def feed_lines(self, places: Collection[tuple[int, str]]) -> list[FeedEntry | None]:
        """Return the feeds' lines at these shards and ids, in order; None for a missing one."""
        with reaching():
            pipeline = self._read.pipeline(transaction=False)
            for shard, line in places:
                pipeline.xrange(feed_key(shard), line, line)
            replies: list[Any] = pipeline.execute()
        return [next(iter(_feed_entries(entries)), None) for entries in replies]

    def feed_ends(self) -> dict[int, str]:
        """Return the last id of every shard's feed, to listen from now on."""
        with reaching():
            pipeline = self._read.pipeline(transaction=False)
            for shard in range(SHARDS):
                pipeline.xrevrange(feed_key(shard), count=1)
            lasts: list[Any] = pipeline.execute()
        return {shard: last[0][0].decode() if last else "0-0" for shard, last in enumerate(lasts)}

    def wait_feeds(self, after: Mapping[int, str], timeout: float) -> dict[int, list[FeedEntry]]:
        """Return the feeds' lines past the ids; wait up to ``timeout`` seconds for some."""
        self._watch.look()  # the worker comes by here all the time, also while nobody moves
        deadline = monotonic() + timeout
        while True:
            seconds = min(deadline - monotonic(), BLOCK_SECONDS)
            news = self._read_feeds(after, int(seconds * 1000))
            if news or monotonic() >= deadline:
                return news

    def check(self) -> None:
        """Raise StoreUnavailable unless the store can be reached and written, to be kept."""
        self._watch.guard(fresh=True)  # first: a folder that is gone takes the socket along
        with reaching():
            pipeline = self._write.pipeline(transaction=False)
            pipeline.set(CHECK_KEY, "1")
            self._enforce(self._wait(pipeline)[1])

    def verify_settings(self) -> list[str]:
        """Refuse settings that would lose games; warn of those that might, or cannot be read."""
        refuse_cluster(self._read)
        with reaching():
            try:
                settings = self._read.config_get("appendonly", "maxmemory-policy", "appendfsync")
            except ResponseError as error:
                return [_unreadable(str(error))]
        verified = _verified({_str(name): _str(value) for name, value in settings.items()})
        return [*verified, *self._replicas_missing()]

    def _replicas_missing(self) -> list[str]:
        with reaching():
            there = self._read.info("replication").get("connected_slaves", 0)
        if there >= self._replicas:
            return []
        return [
            f"{self._replicas} replicas must confirm each move (ANABASIS_REPLICAS) and the server "
            f"has {there}: moves are refused until the others are there."
        ]

    def _settings(self) -> dict[str, str]:
        settings: Any = self._write.config_get("appendonly", "maxmemory-policy")
        return {_str(name): _str(value) for name, value in settings.items()}

    def _written(self) -> int:
        return written(self._write)

    def _try_append(self, append: Append) -> Outcome:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._run_script(append)
            except (RedisConnectionError, RedisTimeoutError) as error:
                if attempt == ATTEMPTS:
                    raise
                log.warning("append to %s: %s; sending it again", append.game_id, error)
        raise AssertionError

    def _run_script(self, append: Append) -> Outcome:
        game = append.game_id
        keys = _keys(game)
        last = append.version + len(append.entries) - 1
        arguments = (
            *(append.version, bytes.fromhex(append.prev)),
            *(packed_id(append.command_id), append.command_id, int(append.keep_id)),
            *(packed_fingerprint(append.fingerprint), game, int(self._replicas > 0)),
            *(append.told or last, change_json(append.orders), append.summary),
            *(part for entry in append.entries for part in (entry, stated_hash(entry))),
        )
        try:
            return self._send(SCRIPT_SHA, keys, arguments)
        except NoScriptError:
            self._write.script_load(SCRIPT)
            return self._send(SCRIPT_SHA, keys, arguments)

    def _send(self, sha: str, keys: tuple[str, ...], arguments: tuple[Any, ...]) -> Outcome:
        if not self._replicas:
            return cast("Outcome", self._write.evalsha(sha, len(keys), *keys, *arguments))
        pipeline = self._write.pipeline(transaction=False)
        pipeline.evalsha(sha, len(keys), *keys, *arguments)
        outcome, confirmed = self._wait(pipeline)
        if outcome[0] not in (b"WRONGVERSION", b"ORDERSCHANGED"):
            self._enforce(confirmed)
        return cast("Outcome", outcome)

    def _wait(self, pipeline: Any) -> tuple[Any, int]:
        """Return the reply to a pipeline's one command, and the number of replicas that have it."""
        if self._replicas:
            pipeline.wait(self._replicas, CONFIRM_MS)
        reply, *confirmed = pipeline.execute()
        return reply, sum(confirmed)

    def _enforce(self, confirmed: int) -> None:
        if confirmed < self._replicas:
            raise Unconfirmed(
                f"{confirmed} of {self._replicas} replicas confirmed the write: "
                "send it again with the same command id"
            )

    def _read_feeds(self, after: Mapping[int, str], block_ms: int) -> dict[int, list[FeedEntry]]:
        shards = {feed_key(shard).encode(): shard for shard in after}
        positions: dict[Any, Any] = {feed_key(shard): position for shard, position in after.items()}
        with reaching():
            news: Any = self._blocking.xread(positions, count=1000, block=max(block_ms, 1))
        return {shards[key]: _feed_entries(entries) for key, entries in news or ()}


@lru_cache(GAMES)
def _keys(game: str) -> tuple[str, ...]:
    """Return the keys of an append, in the script's order."""
    return (
        *(stream_key(game), recent_key(game), commands_key(game)),
        *(feed_key(shard_of(game)), orders_key(game), answered_key(game)),
        summaries_key(shard_of(game)),
    )


def written(client: Redis) -> int:
    """Ask the server how many bytes its append-only files have. Raises RedisError."""
    info: Any = client.info("persistence")
    return int(info.get("aof_current_size", 0))


def _client(url: str, retry: Retry, timeout: float, kind: type[Redis] = Redis) -> Redis:
    pool: WarmPool = WarmPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=TIMEOUT,
        socket_timeout=timeout,
        retry=retry,
        protocol=2,
        **({} if url.startswith("unix:") else {"socket_connect_timeout": TIMEOUT}),
    )
    return kind(connection_pool=pool)


def _feed_entries(entries: list[Any]) -> list[FeedEntry]:
    return [
        FeedEntry(
            entry_id.decode(),
            fields[b"game"].decode(),
            int(fields[b"version"]),
            fields[b"h"].hex() if b"h" in fields else fields.get(b"hash", b"").decode(),
        )
        for entry_id, fields in entries
    ]


def _verified(settings: dict[str, str]) -> list[str]:
    if not settings:
        return [_unreadable("it answers nothing")]
    if unsafe := unsafe_setting(settings):
        raise StoreRefused(f"{unsafe.detail[0].upper()}{unsafe.detail[1:]}. {unsafe.remedy}")
    if settings.get("appendfsync", "always") != "always":
        return [
            f"The server has appendfsync {settings['appendfsync']}: a crash may lose the last "
            "second of accepted moves. Set `appendfsync always` to keep every one."
        ]
    return []


def _unreadable(reason: str) -> str:
    return (
        f"The server's settings cannot be read (CONFIG: {reason}). "
        "See to it that it has appendonly yes and maxmemory-policy noeviction."
    )


def _str(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
