"""The event store on Redis or Valkey: one script appends, streams are read in order."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any

from redis import Redis

from domain.record.origin import Origin
from domain.record.record import stated_hash
from projections.record_fault import RecordFault
from service.redis.cluster import Cluster, masters, refuse_other_kind, replicas
from service.redis.connecting import BLOCK_SECONDS, ConnectionCheck, connect
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.feed_reading import FeedReader, feed_reader
from service.redis.retirement import refuse_retired, retirement_error
from service.redis.scripts import Script
from service.redis.shards import SHARDS, check_key, feed_key, shard_of, stream_key
from service.redis.writing import NO_REPLICAS, Replicas, Writer
from service.server.data_folder import running_url
from service.server.folder_files import APPEND_ONLY
from service.server.server_settings import append_only_bytes, kept_settings, verified_all
from service.server.watch import FolderWatch, StoreWatch
from service.settings.config import Config
from service.store.append_script import (
    REFUSALS,
    answered_key,
    append_keys,
    change_json,
    find_answer,
    orders_key,
    packed_fingerprint,
    packed_id,
    stored_orders,
    unpack_answer,
)
from service.store.blocks.archive_storage import NOWHERE, Outside, outside_of
from service.store.blocks.block import BlockDamaged
from service.store.blocks.sealed_games import UNSEAL, Sealed, SealedGames, unseal_call
from service.store.contract import Append, Appended, FeedEntry, RecordClosed, StoredOrders
from service.store.instance import instance_of
from service.store.schema import forms_check, refuse_newer
from service.store.summaries import ServerSummaries

SCRIPT = Script.of("service.store", "append.lua")
CHECK_KEY = "anabasis:check"
"""The key that ``check`` writes; on a cluster, one beside each feed."""

Outcome = tuple[bytes, bytes]


class RedisStore:
    """The event store on Redis or Valkey; safe in threads and under gevent.

    It works on one server, on the master that sentinels name, or on a cluster: all keys of a game
    and of its shard's feed are in one slot.

    ``write`` must not retry by itself: if a reply is lost, it would send the command twice.
    ``blocking`` must have a socket timeout above BLOCK_SECONDS, or none. ``replicas`` must confirm
    each append. ``folder`` is that of an embedded server. ``outside`` may hold blocks of
    sealed games.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - its clients and its settings
        self,
        write: Redis,
        read: Redis,
        blocking: Redis,
        replicas: Replicas = NO_REPLICAS,
        folder: FolderWatch | None = None,
        outside: Outside = NOWHERE,
    ) -> None:
        self._writer = Writer(write, replicas)
        self._read = read
        self.outside = outside
        self._sealed = SealedGames(read, outside.fetch)
        self._blocking = blocking
        self._feeds = self.reader_of([feed_key(shard) for shard in range(SHARDS)])
        self.summaries = ServerSummaries(read)
        self._watch = StoreWatch(self._settings, folder, read_written=self._written)

    @classmethod
    def connect(cls, config: Config) -> "RedisStore":
        """Return the store that a configuration names, by default the running embedded server.

        Raises StoreUnavailable if no store is named and none runs, StoreRefused if the address is
        of the other kind (server or cluster).
        """
        store = cls.unconnected(config)
        refuse_other_kind(store.client)
        return store

    @classmethod
    def unconnected(cls, config: Config) -> "RedisStore":
        """Return the same store unconnected, for processes that will share it by a fork.

        Raises StoreUnavailable if no store is named and none runs.
        """
        url = config.redis_url or running_url(config.data)
        if url is None and (config.data / APPEND_ONLY).is_dir():
            raise StoreUnavailable(f"No service runs on {config.data}: start `anabasis run`.")
        if url is None:
            raise StoreUnavailable(
                f"No service runs on {config.data}: set ANABASIS_DATA to its folder "
                "(or ANABASIS_REDIS_URL), or start `anabasis run`."
            )
        watched = config.data_mark or not config.redis_url
        folder = FolderWatch(config.data, config.data_mark) if watched else None
        clients = _clients(url, forms_check(url))
        replicas = Replicas(config.replicas, config.replicas_synced)
        return cls(*clients, replicas, folder, outside_of(config.archive_url))

    @classmethod
    def of_url(
        cls,
        url: str,
        replicas: int = 0,
        folder: FolderWatch | None = None,
        outside: Outside = NOWHERE,
        *,
        synced: bool = False,
    ) -> "RedisStore":
        """Return the store at an address (see ``address``). Raises ValueError.

        ``replicas`` is the number of replicas that must confirm each append; if ``synced``, once it
        is on their disks.
        """
        return cls(*_clients(url), Replicas(replicas, synced), folder, outside)

    @property
    def client(self) -> Redis:
        """A client for everything but the record: players, read models, notifications."""
        return self._read

    @property
    def writing(self) -> Redis:
        """The client that never repeats a command by itself."""
        return self._writer.client

    @property
    def replicas(self) -> Replicas:
        """The replicas that have to confirm writes."""
        return self._writer.replicas

    def append(self, append: Append) -> Appended:
        """Append a command's events; safe to repeat, as its id shows whether it was recorded."""
        self._watch.guard()
        with translated_errors("nothing is known to be recorded"):
            outcome, detail = self._run_script(append)
        if refusal := REFUSALS.get(outcome):
            raise refusal(detail)
        # The folder may be gone by now: a server acknowledges even writes to a deleted file.
        self._watch.guard()
        return unpack_answer(detail, repeated=outcome == b"REPEATED")

    def find_command(self, game_id: str, command_id: str) -> Appended | None:
        """Return the recorded answer of a command id, None if it is new. Raises Unconfirmed."""
        # To answer a command again is to acknowledge it, so replicas have to confirm it: a master
        # that one of them has replaced may not know the command, and would take it for a new one.
        with translated_errors():
            known = self._known(game_id, command_id)
            if self._writer.replicas.number:
                known = self._confirmed(game_id, command_id)
        self._watch.guard()
        return None if known is None else unpack_answer(known, repeated=True)

    def _known(self, game_id: str, command_id: str) -> bytes | None:
        """Return the kept answer of a command id, None if it is new."""
        known, is_sealed = find_answer(self._read, game_id, command_id)
        sealed = self._sealed.find(game_id) if known is None and is_sealed else None
        return known if sealed is None else sealed.answer(packed_id(command_id))

    def _confirmed(self, game_id: str, command_id: str) -> bytes | None:
        """Return a command id's answer, or None, once enough replicas have confirmed it."""
        outcome, known = self._run_script(Append(game_id, command_id, "", 0, "", ()))
        return known if outcome == b"REPEATED" else None

    def _confirm(self, game_id: str) -> None:
        if self._writer.replicas.number:
            self._writer.enforce(self._writer.set(check_key(shard_of(game_id)), "1"))

    def orders(self, game_id: str) -> StoredOrders:
        """Return the standing orders of a game."""
        with translated_errors():
            return stored_orders(self._read.hgetall(orders_key(game_id)))

    def answered(self, game_id: str) -> dict[int, str]:
        """Return the codes of the orders that caused events of a game, by version."""
        with translated_errors():
            codes: Any = self._read.hgetall(answered_key(game_id))
        return {int(version): code.decode() for version, code in codes.items()}

    def read(
        self, game_id: str, after: int = 0, limit: int | None = None, until: int | None = None
    ) -> list[bytes]:
        """Return the entries with versions past ``after``, up to ``until``, in order."""
        last = "+" if until is None else f"{until}-0"
        with translated_errors():
            stored: Any = self._sealed.either(
                game_id,
                lambda: self._read.xrange(stream_key(game_id), f"{after + 1}-0", last, limit),
            )
        if isinstance(stored, Sealed):
            return self._sealed.entries(stored)[max(after, 0) : until][:limit]
        return [fields[b"e"] for _, fields in stored]

    def newest_version(self, game_id: str) -> int:
        """Return the newest version of a game, 0 if it has no record."""
        with translated_errors():
            last: Any = self._sealed.either(
                game_id, lambda: self._read.xrevrange(stream_key(game_id), count=1)
            )
        if isinstance(last, Sealed):
            return last.version
        return int(last[0][0].split(b"-")[0]) if last else 0

    def exists(self, game_id: str) -> bool:
        """True if anything is recorded of the game."""
        with translated_errors():
            return bool(self._read.exists(stream_key(game_id)))

    def origin(self, game_id: str) -> Origin | None:
        """Return the origin of an imported game, None for any other."""
        with translated_errors():
            return self._sealed.origin(game_id)

    def feed(self, shard: int, after: str = "0-0", limit: int = 1000) -> list[FeedEntry]:
        """Return a shard's feed past an id, in order."""
        with translated_errors():
            entries: Any = self._read.xrange(feed_key(shard), f"({after}", count=limit)
        return _feed_entries(entries)

    def feeds(self, places: Collection[tuple[int, str]], limit: int) -> list[list[FeedEntry]]:
        """Return the feeds of these shards past these ids, each up to a limit."""
        with translated_errors():
            pipeline = self._read.pipeline(transaction=False)
            for shard, after in places:
                pipeline.xrange(feed_key(shard), f"({after}", count=limit)
            replies: list[Any] = pipeline.execute()
        return [_feed_entries(entries) for entries in replies]

    def feed_lines(self, places: Collection[tuple[int, str]]) -> list[FeedEntry | None]:
        """Return the feeds' lines at these shards and ids, in order; None for a missing one."""
        with translated_errors():
            pipeline = self._read.pipeline(transaction=False)
            for shard, line in places:
                pipeline.xrange(feed_key(shard), line, line)
            replies: list[Any] = pipeline.execute()
        return [next(iter(_feed_entries(entries)), None) for entries in replies]

    def feed_ends(self) -> dict[int, str]:
        """Return the last id of every shard's feed, from which to listen."""
        with translated_errors():
            pipeline = self._read.pipeline(transaction=False)
            for shard in range(SHARDS):
                pipeline.xrevrange(feed_key(shard), count=1)
            lasts: list[Any] = pipeline.execute()
        return {shard: last[0][0].decode() if last else "0-0" for shard, last in enumerate(lasts)}

    def wait_feeds(self, after: Mapping[int, str], timeout: float) -> dict[int, list[FeedEntry]]:
        """Return the feeds' lines past the ids; wait up to ``timeout`` seconds for some."""
        self._watch.look()  # here, as workers call this all the time, even when nobody moves
        deadline = monotonic() + timeout
        while True:
            seconds = min(deadline - monotonic(), BLOCK_SECONDS)
            news = self._read_feeds(after, seconds)
            if news or monotonic() >= deadline:
                return news

    def reader_of(self, feeds: Sequence[str]) -> FeedReader:
        """Return a reader that waits for news in these streams, for a thread of its own."""
        return feed_reader(self._blocking, feeds)

    def check(self) -> None:
        """Raise StoreUnavailable unless the store takes events and keeps them."""
        self._watch.guard(fresh=True)  # first: if the folder is gone, so is the socket
        with translated_errors():
            if reason := retirement_error(self._read):
                raise reason
            for key in self._check_keys():
                self._writer.enforce(self._writer.set(key, "1"))

    @property
    def late_sync(self) -> str | None:
        """The server's last known appendfsync, if it is one that may lose moves in a power cut."""
        return self._watch.late_sync

    @property
    def full_folder(self) -> Path | None:
        """The embedded server's folder if its disk is full."""
        return self._watch.full_folder

    def instance(self) -> str | None:
        """Return the name of the store's running server, None if INFO is forbidden."""
        with translated_errors():
            return instance_of(self._read)

    def _check_keys(self) -> list[str]:
        """Return a key on each master that has feeds."""
        client = self._writer.client
        if not isinstance(client, Cluster):
            return [CHECK_KEY]
        keys = [check_key(shard) for shard in range(SHARDS)]
        return list({id(client.node_of(key)): key for key in keys}.values())

    def verify_settings(self) -> list[str]:
        """Refuse settings that would lose games; warn of those that might, or cannot be read."""
        refuse_other_kind(self._read)
        with translated_errors():
            refuse_newer(self._read)
            refuse_retired(self._read)
            servers = masters(self._read), replicas(self._read)
            return verified_all(*servers, self._writer.replicas.number)

    def _settings(self) -> dict[str, str]:
        return kept_settings(masters(self._writer.client))

    def _written(self) -> int:
        return append_only_bytes(self._writer.client)

    def _run_script(self, append: Append) -> Outcome:
        game = append.game_id
        keys = append_keys(game)
        told = append.told or append.version + len(append.entries) - 1
        is_confirmed = int(self._writer.replicas.number > 0)
        place = append.version, bytes.fromhex(append.prev)
        command_id = packed_id(append.command_id), int(append.keep_id)
        command = *command_id, packed_fingerprint(append.fingerprint), game, is_confirmed
        beside = told, change_json(append.orders), append.summary
        entries = chain(*zip(append.entries, map(stated_hash, append.entries), strict=True))
        arguments = (*place, *command, *beside, *entries)
        reply: Any = self._sealed.either(game, lambda: self._writer.run(SCRIPT, keys, arguments))
        if isinstance(reply, Sealed):
            self._confirm(game)
            if known := reply.answer(packed_id(append.command_id)):
                return b"REPEATED", known
            actual = self._unsealed(append, reply)
            return self._run_script(append) if actual is None else (b"WRONGVERSION", actual)
        outcome: Outcome = reply[0]
        if outcome[0] == b"UNSAFE":
            self._watch.refuse(outcome[1].decode())
        self._writer.enforce(reply[1])  # also for refusals: a replaced master may be out of date
        return outcome

    def _unsealed(self, append: Append, sealed: Sealed) -> bytes | None:
        """Put back the stream of a sealed game for an append, although no rule allows one today.

        Return the actual version instead if the append would be refused. Raises RecordClosed if
        the block is damaged, StoreUnavailable if it is no block.
        """
        if sealed.header is None:
            raise StoreUnavailable(f"{stream_key(append.game_id)} holds no record")
        header, place = sealed.header, (append.version - 1, append.prev)
        if place != (header.version, header.hash.hex()):
            return b"%d" % header.version
        try:
            entries = self._sealed.sound_entries(sealed)
        except BlockDamaged as error:
            raise RecordClosed(RecordFault(len(error.sound) + 1, str(error))) from error
        self._writer.run(UNSEAL, *unseal_call(sealed, entries))
        return None

    def _read_feeds(self, after: Mapping[int, str], seconds: float) -> dict[int, list[FeedEntry]]:
        shards = {feed_key(shard): shard for shard in after}
        with translated_errors():
            news = self._feeds.read({feed_key(shard): at for shard, at in after.items()}, seconds)
        return {shards[key]: _feed_entries(entries) for key, entries in news.items()}


def _clients(url: str, check: ConnectionCheck | None = None) -> tuple[Redis, Redis, Redis]:
    """Return the clients for writing, reading and blocking."""
    return (
        connect(url, "write", check),
        connect(url, "read", check),
        connect(url, "blocking", check),
    )


def _feed_entries(entries: list[Any]) -> list[FeedEntry]:
    return [
        FeedEntry(
            entry_id.decode(),
            fields[b"game"].decode(),
            int(fields[b"version"]),
            fields.get(b"h", b"").hex(),
        )
        for entry_id, fields in entries
    ]
