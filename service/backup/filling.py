"""Filling an empty store: entries and lines are written by a script that is safe to repeat."""

from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Any

from service.backup.form import GameItem, KeyItem, Line, Rest
from service.backup.keys import AT_ONCE
from service.backup.source import chunks
from service.store.closed import FILLING_KEY
from service.store.command_ids import commands_key, recent_key
from service.store.contract import SHARDS, shard_of
from service.store.orders import answered_key, orders_key
from service.store.reaching import reaching
from service.store.redis_store import feed_key, stream_key
from service.store.summaries import changed_key, summaries_key, summary_keys

ENTRIES = 500
"""Entries in one script call: less than 2 ms of the server's time."""
SCRIPT = files("service.backup").joinpath("fill.lua").read_text("utf-8")

Field = bytes | str | int
Entry = tuple[str, str, list[Field]]
"""A stream's key, an entry's id, and its alternating fields and values."""


class Filling:
    """Writes into one store. Every method may raise StoreUnavailable."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._append = client.register_script(SCRIPT)

    def is_empty(self) -> bool:
        """True if the store holds nothing at all."""
        with reaching():
            return next(iter(self._client.scan_iter(count=1)), None) is None

    def begin(self) -> bool:
        """Mark the store as being filled; False if it already is."""
        with reaching():
            return bool(self._client.set(FILLING_KEY, "1", nx=True))

    def end(self) -> None:
        """Remove the mark."""
        with reaching():
            self._client.delete(FILLING_KEY)

    def write_entries(self, items: Iterable[GameItem]) -> None:
        """Append the entries of games of one shard."""
        self._fill(
            (stream_key(item.game), f"{version}-0", ["e", entry])
            for item in items
            for version, entry in item.numbered()
        )

    def write_lines(self, shard: int, lines: Iterable[Line]) -> None:
        """Append to a shard's feed."""
        self._fill((feed_key(shard), line.id, _fields(line)) for line in lines)

    def settle(self, lines: Mapping[int, str]) -> None:
        """Note by shard the last line of a feed, if each game has its newest summary up to it.

        Without that note read models follow the whole feed.
        """
        pipeline = self._client.pipeline(transaction=False)
        for shard, line in lines.items():
            pipeline.set(summary_keys(shard)[2], line)
        with reaching():
            pipeline.execute()

    def write_rests(self, rests: Mapping[str, Rest], *, anew: bool = False) -> None:
        """Write what is stored beside the games' records; ``anew`` replaces it."""
        with reaching():
            for some in chunks(rests.items(), AT_ONCE):
                pipeline = self._client.pipeline(transaction=False)
                for game, rest in some:
                    if anew:
                        _drop_rest(pipeline, game)
                    _put_rest(pipeline, game, rest)
                pipeline.execute()

    def drop_keys(self, keys: Iterable[bytes]) -> None:
        """Delete other keys before they are written again."""
        with reaching():
            for some in chunks(keys, AT_ONCE):
                pipeline = self._client.pipeline(transaction=False)
                for key in some:
                    pipeline.delete(key)
                pipeline.execute()

    def feed_ends(self) -> list[tuple[int, str]]:
        """Return the length of each shard's feed, and the id of its last line."""
        return ends_of(self._client, [feed_key(shard) for shard in range(SHARDS)])

    def write_keys(self, items: Iterable[KeyItem]) -> None:
        """Write other keys; the server leaves out those that have expired since."""
        with reaching():
            for some in chunks(items, AT_ONCE):
                pipeline = self._client.pipeline(transaction=False)
                for item in some:
                    _put(pipeline, item.key, item.type, item.value, item.end)
                pipeline.execute()

    def heads(self, games: Iterable[str]) -> list[tuple[int, int]]:
        """Return number and last version of each game's entries."""
        pipeline = self._client.pipeline(transaction=False)
        for game in games:
            pipeline.xlen(stream_key(game))
            pipeline.xrevrange(stream_key(game), count=1)
        with reaching():
            replies = pipeline.execute()
        return [
            (count, int(last[0][0].split(b"-")[0]) if last else 0)
            for count, last in chunks(replies, 2)
        ]

    def _fill(self, entries: Iterable[Entry]) -> None:
        for some in chunks(entries, ENTRIES):
            keys = list(dict.fromkeys(key for key, _, _ in some))
            numbers = {key: number for number, key in enumerate(keys, start=1)}
            arguments = [
                part
                for key, name, fields in some
                for part in (numbers[key], name, len(fields), *fields)
            ]
            with reaching():
                self._append(keys=keys, args=arguments)


def _fields(line: Line) -> list[Field]:
    told: list[Field] = ["game", line.game, "version", line.version]
    if line.written_out:
        return [*told, "hash", (line.hash or b"").hex()]
    return [*told, "h", line.hash] if line.hash else told


def ends_of(client: Any, feeds: Iterable[str]) -> list[tuple[int, str]]:
    """Return the lengths of feeds, and the ids of their last lines. Raises StoreUnavailable."""
    pipeline = client.pipeline(transaction=False)
    for key in feeds:
        pipeline.xlen(key)
        pipeline.xrevrange(key, count=1)
    with reaching():
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
