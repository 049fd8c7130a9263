"""Filling an empty store: entries and lines are written by a script that is safe to repeat."""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from service.machine import clock
from service.machine.slices import chunks
from service.operations.backup.errors import BackupFailed
from service.operations.backup.form import FeedLine, GameItem, KeyItem, Rest, packed_item
from service.operations.backup.heartbeat import Working
from service.operations.backup.interrupts import deferred_signals
from service.operations.backup.keys import AT_ONCE
from service.operations.backup.present_forms import present_rest
from service.operations.backup.source import PAGE
from service.redis.cluster import masters
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.heartbeat import WORKING_KEY, drop_dead
from service.redis.retirement import (
    FILLING_KEY,
    feed_keys,
    place_left_for,
    reopen,
    retire,
    way_to_empty,
    why_retired,
)
from service.redis.scripts import Script
from service.redis.shards import SHARDS, shard_of, stream_key
from service.store.append_script import answered_key, commands_key, orders_key, recent_key
from service.store.blocks.sealed_games import version_of
from service.store.schema import SCHEMA, SCHEMA_KEY
from service.store.summaries import changed_key, summaries_key, summary_keys

# These take less than 2 ms of the server's time.
ENTRIES = 500
"""Entries in one script call."""
_FILL = Script.of("service.operations.backup", "fill.lua")

Field = bytes | str | int
Entry = tuple[str, str, list[Field]]
"""A stream's key, an entry's id, and its alternating fields and values."""


FEEDS = {key for shard in range(SHARDS) for key in feed_keys(shard)[:1]}


class Filling:
    """Fills one store, which is closed meanwhile. Every method may raise StoreUnavailable.

    ``purpose`` is "restore", or "move from …"; errors call the store ``name``.
    """

    def __init__(self, client: Any, purpose: str, name: str = "The store") -> None:
        self._client, self._name = client, name
        self._mark = f"{purpose} that began at {clock.now()} ({secrets.token_hex(4)})"
        self._working = Working(client)
        self._games: set[str] = set()
        self._keys: set[str | bytes] = set()
        self._servers: set[str] = set()
        self._is_opening = False

    @contextmanager
    def filled(self) -> Iterator[None]:
        """Close the store, which must be empty; after an error, delete everything that was written.

        Raises BackupFailed.
        """
        self._begin()
        try:
            yield
        except BaseException:
            with deferred_signals():
                self._take_back()
            raise

    def end(self) -> None:
        """Open the store. Raises BackupFailed if a replica has taken a master's place meanwhile."""
        if self._servers - _histories(self._client):
            # The replica may lack the master's last writes; comparing heads covers only games.
            raise BackupFailed(
                f"{self._name} has had a fail-over while it was filled, and may lack some of what "
                "was written: nothing of it is left there; begin again."
            )
        self._keys.add(SCHEMA_KEY)
        with translated_errors():
            self._client.set(SCHEMA_KEY, SCHEMA)
        # From here on people may play in it, so an error must no longer empty it.
        self._is_opening = True
        with translated_errors():
            reopen(self._client)
            self._client.delete(FILLING_KEY)
        self._working.end()

    def tick(self) -> None:
        """Give a sign of life."""
        self._working.tick()

    def _begin(self) -> None:
        with translated_errors():
            drop_dead(self._client)
            refuse_filled(self._client, self._name)
            self._client.set(FILLING_KEY, self._mark, nx=True)
            # If SET was sent again after a lost reply, our own mark was there already: compare it.
            if self._client.get(FILLING_KEY) != self._mark.encode():
                raise BackupFailed("Another restore or move fills the store.")
        try:
            with translated_errors():
                self._working.begin()
                # If these differ at the end, a fail-over has come, and may have lost writes.
                self._servers = _histories(self._client)
                retire(self._client, f"A {self._mark} fills this store")
                # Check again, now that it is closed: others may have written since the first check.
                refuse_filled(self._client, self._name, {*FEEDS, FILLING_KEY, WORKING_KEY})
        except BaseException:
            with deferred_signals():
                self._open_again()
            raise

    def _take_back(self) -> None:
        """Delete everything that was written, unless the store may be in use or another's by now.

        It stays closed and marked if some of it cannot be deleted.
        """
        if self._is_opening or not self._is_ours():
            return
        with suppress(StoreUnavailable), translated_errors():
            games = (key for game in self._games for key in _keys_of(game))
            shards = (key for shard in range(SHARDS) for key in _keys_beside(shard))
            for some in chunks([*games, *shards, *self._keys], AT_ONCE):
                self._delete(some)
            self._open_again()

    def _is_ours(self) -> bool:
        """True if the store still has the mark of this restore or move."""
        with suppress(StoreUnavailable), translated_errors():
            mark = self._client.get(FILLING_KEY)
            return mark is not None and bool(mark.decode() == self._mark)
        return False

    def _open_again(self) -> None:
        with suppress(StoreUnavailable), translated_errors():
            reopen(self._client)
            self._working.end()
            self._client.delete(FILLING_KEY)

    def _delete(self, keys: Iterable[str | bytes]) -> None:
        pipeline = self._client.pipeline(transaction=False)
        for key in keys:
            pipeline.unlink(key)
        pipeline.execute()

    def write_entries(self, items: Iterable[GameItem]) -> None:
        """Append the entries of games of one shard."""
        items = list(items)
        self._games.update(item.game for item in items)
        self._fill(
            (stream_key(item.game), f"{version}-0", ["e", entry])
            for item in items
            for version, entry in item.numbered()
        )

    def write_blocks(self, items: Iterable[GameItem]) -> None:
        """Write sealed games as blocks, also over their streams."""
        with translated_errors():
            for some in chunks(items, AT_ONCE):
                self._games.update(item.game for item in some)
                pipeline = self._client.pipeline(transaction=False)
                for item in some:
                    pipeline.set(stream_key(item.game), item.block)
                pipeline.execute()

    def write_lines(self, shard: int, lines: Iterable[FeedLine]) -> None:
        """Append lines to a shard's feed, which is under another key while the store is closed."""
        self._fill((feed_keys(shard)[1], line.id, _fields(line)) for line in lines)

    def settle(self, lines: Mapping[int, str]) -> None:
        """Note, by shard, the line of the feed up to which every game has its newest summary.

        Without that note, read models follow the whole feed.
        """
        pipeline = self._client.pipeline(transaction=False)
        for shard, line in lines.items():
            pipeline.set(summary_keys(shard)[2], line)
        with translated_errors():
            pipeline.execute()

    def write_rests(self, rests: Mapping[str, Rest], *, replacing: bool = False) -> None:
        """Write the values beside games' records; if ``replacing``, delete the old ones first."""
        self._games.update(rests)
        with translated_errors():
            for some in chunks(rests.items(), AT_ONCE):
                pipeline = self._client.pipeline(transaction=False)
                for game, rest in some:
                    if replacing:
                        _drop_rest(pipeline, game)
                    _put_rest(pipeline, game, present_rest(rest))
                pipeline.execute()

    def drop_keys(self, keys: Iterable[bytes]) -> None:
        """Delete other keys before they are written again."""
        with translated_errors():
            for some in chunks(keys, AT_ONCE):
                pipeline = self._client.pipeline(transaction=False)
                for key in some:
                    pipeline.delete(key)
                pipeline.execute()

    def feed_ends(self) -> list[tuple[int, str]]:
        """Return the length of each shard's feed, and the id of its last line."""
        return ends_of(self._client, [feed_keys(shard)[1] for shard in range(SHARDS)])

    def write_keys(self, items: Iterable[KeyItem]) -> None:
        """Write other keys; the server drops those that have expired since."""
        # The number of the stored forms is left out: everything is written in this release's forms,
        # so `end` writes its own number.
        others = (item for item in items if item.key != SCHEMA_KEY.encode())
        with translated_errors():
            for some in chunks(others, AT_ONCE, lambda item: len(packed_item(item))):
                self._keys.update(item.key for item in some)
                pipeline = self._client.pipeline(transaction=False)
                for item in some:
                    _put(pipeline, item.key, item.type, item.value, item.end)
                pipeline.execute()
                self.tick()

    def heads(self, games: Iterable[str]) -> list[tuple[int, int]]:
        """Return, for each game, the number of its entries and the last version."""
        self.tick()
        names = list(games)
        pipeline = self._client.pipeline(transaction=False)
        for game in names:
            pipeline.type(stream_key(game))
        with translated_errors():
            sealed = [kind == b"string" for kind in pipeline.execute()]
            for game, is_sealed in zip(names, sealed, strict=True):
                _ask_head(pipeline, game, is_sealed)
            replies = chunks(pipeline.execute(), 2)
        return [_head(*reply) for reply in replies]

    def _fill(self, entries: Iterable[Entry]) -> None:
        for some in chunks(entries, ENTRIES):
            keys = list(dict.fromkeys(key for key, _, _ in some))
            numbers = {key: number for number, key in enumerate(keys, start=1)}
            arguments = [
                part
                for key, name, fields in some
                for part in (numbers[key], name, len(fields), *fields)
            ]
            with translated_errors():
                _FILL.run(self._client, keys, *arguments)


def _histories(client: Any) -> set[str]:
    """Return the replication ids of a store's masters; a promoted replica has another one."""
    with translated_errors():
        about: list[Any] = [master.info("replication") for master in masters(client)]
    return {each["master_replid"] for each in about}


def is_empty(client: Any) -> bool:
    """True if a store holds nothing at all. Raises StoreUnavailable."""
    with translated_errors():
        return next(iter(client.scan_iter(count=1)), None) is None


def refuse_filled(client: Any, name: str, marks: Collection[str] = ()) -> None:
    """Raise BackupFailed if a store holds any key not in ``marks``. Raises RedisError."""
    known = {key.encode() for key in marks}
    if all(key in known for key in client.scan_iter(count=PAGE)):
        return
    if not marks and (place := place_left_for(client)):
        raise BackupFailed(
            f"{name} holds a closed copy of games that are in {place} now: empty it first, by "
            f"{way_to_empty(client)}."
        )
    if not marks and (why := why_retired(client)):
        raise BackupFailed(f"{why[0].upper()}{why[1:]}")
    raise BackupFailed(
        f"{name} is not empty, and nothing is overwritten. Name another store; or, if "
        f"nobody needs what this one holds, empty it by {way_to_empty(client)}."
    )


def _keys_of(game: str) -> Iterator[str]:
    for key in (stream_key, orders_key, answered_key, recent_key, commands_key):
        yield key(game)


def _keys_beside(shard: int) -> Iterator[str]:
    """Yield the keys beside a shard's games, except the note that replaces its feed."""
    yield feed_keys(shard)[1]
    yield from summary_keys(shard)


def _ask_head(pipeline: Any, game: str, is_sealed: bool) -> None:
    key = stream_key(game)
    if is_sealed:
        pipeline.strlen(key)
        pipeline.get(key)
    else:
        pipeline.xlen(key)
        pipeline.xrevrange(key, count=1)


def _head(count: int, last: Any) -> tuple[int, int]:
    """Return the number of a game's entries and the last version; for a block they are equal."""
    if isinstance(last, bytes):
        return (version_of(last),) * 2
    return count, int(last[0][0].split(b"-")[0]) if last else 0


def _fields(line: FeedLine) -> list[Field]:
    fields: list[Field] = ["game", line.game, "version", line.version]
    return [*fields, "h", line.hash] if line.hash else fields


def ends_of(client: Any, feeds: Iterable[str]) -> list[tuple[int, str]]:
    """Return the lengths of feeds, and the ids of their last lines. Raises StoreUnavailable."""
    pipeline = client.pipeline(transaction=False)
    for key in feeds:
        pipeline.xlen(key)
        pipeline.xrevrange(key, count=1)
    with translated_errors():
        replies = pipeline.execute()
    return [(count, last[0][0].decode() if last else "") for count, last in chunks(replies, 2)]


def _drop_rest(pipeline: Any, game: str) -> None:
    for key in (orders_key, answered_key, recent_key, commands_key):
        pipeline.delete(key(game))


def _put_rest(pipeline: Any, game: str, rest: Rest) -> None:
    if rest.summary:
        shard, at = shard_of(game), int(rest.summary.partition(b"-")[0])
        pipeline.hset(summaries_key(shard), game, rest.summary)
        pipeline.zadd(changed_key(shard), {game: at})
    _put(pipeline, orders_key(game), "hash", rest.orders)
    _put(pipeline, answered_key(game), "hash", rest.answered)
    _put(pipeline, recent_key(game), "hash", rest.ids, rest.ids_end)
    _put(pipeline, commands_key(game), "hash", rest.kept)


def _put(pipeline: Any, key: Any, kind: str, value: Any, end: int = -1) -> None:
    """Write a value; the server deletes it at once if its expiry has passed."""
    if kind == "string":
        pipeline.set(key, value)
    # In parts, as one command with a large value would make the server's clients wait.
    for some in chunks(value if kind != "string" else (), AT_ONCE):
        _WRITE[kind](pipeline, key, some)
    if end >= 0:
        pipeline.pexpireat(key, end)


def _add_entries(pipeline: Any, key: Any, entries: list[Any]) -> None:
    for name, fields in entries:
        pipeline.xadd(key, dict(fields), id=name)


_WRITE: dict[str, Callable[[Any, Any, list[Any]], object]] = {
    "hash": lambda pipeline, key, some: pipeline.hset(key, mapping=dict(some)),
    "set": lambda pipeline, key, some: pipeline.sadd(key, *some),
    "zset": lambda pipeline, key, some: pipeline.zadd(key, dict(some)),
    "list": lambda pipeline, key, some: pipeline.rpush(key, *some),
    "stream": _add_entries,
}
