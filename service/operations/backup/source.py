"""Reading any kind of store for a backup: key by key, a few milliseconds at a time.

A game is read in one transaction with its orders and its summary, so all are of one moment. If it
has many command ids, some are read just afterwards; those of later events are then left out.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from msgspec.structs import replace
from redis.exceptions import ResponseError

from domain.record.older_entries import present_entry
from domain.record.record import stated_hash
from service.machine.slices import chunks
from service.operations.backup.blocks import Blocks
from service.operations.backup.errors import BackupFailed
from service.operations.backup.form import FeedLine, GameItem, GameRow, Rest, packed_item
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.retirement import why_retired
from service.redis.shards import SHARDS, feed_key, game_of_stream, stream_key
from service.store.append_script import answered_key, commands_key, orders_key, recent_key
from service.store.blocks.block import BlockDamaged, header_of
from service.store.blocks.sealed_games import ATTEMPTS, is_no_stream, version_of
from service.store.summaries import summaries_key, summary_keys

# 2,000 entries take the server 2 ms, and all its players wait meanwhile.
GAMES_AT_ONCE, ENTRIES = 4, 500
"""The most games in a transaction, and the most entries of each."""
PAGE = 1000
"""Lines, fields or members read at once."""
DIGEST = 12
LOOKED_AT = 200
"""Games whose type of key is read in one round trip, to find those that are sealed."""
UNKNOWN = b"\0" * 32
"""The hash of an entry that states none: a broken one, which is backed up as it is."""

Pairs = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game's row (without its block), and the ``item`` that an older backup lacks.

    ``item`` is None if that backup has the whole game.
    """

    row: GameRow
    item: GameItem | None


class _OtherKind(Exception):
    """A game was sealed or unsealed after it was looked at."""


class StoreContents:
    """The games and feeds of a store. Every method may raise StoreUnavailable."""

    def __init__(self, client: Any, blocks: Blocks | None = None) -> None:
        """Without ``blocks`` sealed games are read as the store has them, stubs included."""
        self._client = client
        self._blocks = blocks

    def events(self) -> int:
        """Return the number of events in the feeds. Raises BackupFailed if the store was moved."""
        with translated_errors():
            if why := why_retired(self._client):
                raise BackupFailed(why)
            return sum(int(self._client.xlen(feed_key(shard))) for shard in range(SHARDS))

    def games(self) -> dict[int, set[str]]:
        """Return the games that have a record, by shard."""
        games: dict[int, set[str]] = defaultdict(set)
        with translated_errors():
            for key in self._client.scan_iter(count=PAGE):
                if named := game_of_stream(key):
                    games[named[0]].add(named[1])
        return games

    def summarised(self, shard: int) -> set[str]:
        """Return a shard's games that have a summary."""
        with translated_errors():
            fields = self._client.hscan_iter(summaries_key(shard), count=PAGE)
            return {game.decode() for game, _ in fields}

    def settled(self) -> dict[int, str]:
        """Return, by shard, the feed's line up to which each game has its newest summary."""
        pipeline = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipeline.get(summary_keys(shard)[2])
        with translated_errors():
            lines = pipeline.execute()
        return {shard: line.decode() for shard, line in enumerate(lines) if line}

    def read(
        self, shard: int, games: Iterable[str], known: Mapping[str, GameRow]
    ) -> Iterator[GameChange]:
        """Yield a shard's games, each without the entries in ``known``. Raises BlocksLost."""
        for some in chunks(sorted(games), LOOKED_AT):
            sealed = self._sealed(some)
            yield from self._read(shard, [game for game in some if game not in sealed], known)
            for game in sealed:
                yield self._alone(shard, game, known, is_sealed=True)

    def _sealed(self, games: Sequence[str]) -> list[str]:
        """Return the games that are sealed."""
        pipeline = self._client.pipeline(transaction=False)
        for game in games:
            pipeline.type(stream_key(game))
        with translated_errors():
            kinds = pipeline.execute()
        return [game for game, kind in zip(games, kinds, strict=True) if kind == b"string"]

    def _read(
        self, shard: int, games: Iterable[str], known: Mapping[str, GameRow]
    ) -> Iterator[GameChange]:
        """Yield games that were not sealed when they were looked at."""
        for some in chunks(games, GAMES_AT_ONCE):
            try:
                changes = self._changes(shard, some, known)
            except _OtherKind:
                # One by one, as the transaction does not say which of the games was sealed.
                changes = [self._alone(shard, game, known, is_sealed=False) for game in some]
            yield from changes

    def _alone(
        self, shard: int, game: str, known: Mapping[str, GameRow], *, is_sealed: bool
    ) -> GameChange:
        """Return the change of a game that may be sealed or unsealed at the same moment."""
        for _ in range(ATTEMPTS):
            with suppress(_OtherKind):
                if is_sealed:
                    return self._sealed_change(shard, game, known)
                return self._changes(shard, [game], known)[0]
            is_sealed = not is_sealed
        raise StoreUnavailable(f"{stream_key(game)} is of another kind each time it is read")

    def _sealed_change(self, shard: int, game: str, known: Mapping[str, GameRow]) -> GameChange:
        """Return the change of a sealed game: its block, unless the older backup has its record."""
        [(block, *beside)] = self._transaction(shard, {game: 0}, sealed=True)
        if block is None:  # an imported game that was deleted just now
            raise _OtherKind
        version, head = head_of_block(block)
        kept = header_of(block).kept if head != UNKNOWN else []
        rest = self._beside(game, beside, version)
        rest = replace(rest, kept=sorted(dict([*rest.kept, *kept]).items()))
        about = blake2b(packed_item(rest), digest_size=DIGEST).digest()
        row = known.get(game)
        after = version if row and (row.version, row.hash) == (version, head) else 0
        new_row = GameRow(game, version, head, about, after=after)
        if row and after:
            return GameChange(new_row, None if about == row.rest else _item(game, after, [], rest))
        whole = self._blocks.whole(block) if self._blocks else block
        return GameChange(new_row, GameItem(game, 0, [], rest, None, whole))

    def _changes(
        self, shard: int, games: Sequence[str], known: Mapping[str, GameRow]
    ) -> list[GameChange]:
        """Return the changes of games. Raises _OtherKind if one was sealed just now."""
        rows = [known.get(game) for game in games]
        starts = [row.version if row else 0 for row in rows]
        moments = self._moments(shard, dict(zip(games, starts, strict=True)))
        return [
            self._change(shard, game, row, entries, rest)
            for game, row, (entries, rest) in zip(games, rows, moments, strict=True)
        ]

    def feed_end(self, shard: int) -> str:
        """Return the id of the last line of a feed."""
        with translated_errors():
            last = self._client.xrevrange(feed_key(shard), count=1)
        return last[0][0].decode() if last else "0-0"

    def lines(
        self, shard: int, start: str = "-", end: str = "+", key: str | None = None
    ) -> Iterator[FeedLine]:
        """Yield a feed's lines between two ids, both included unless they begin with ``(``.

        ``key`` names a feed that was put aside.
        """
        while True:
            with translated_errors():
                page = self._client.xrange(key or feed_key(shard), start, end, count=PAGE)
            yield from self._stated(list(map(_line, page)))
            if len(page) < PAGE:
                return
            start = f"({page[-1][0].decode()}"

    def _stated(self, lines: list[FeedLine]) -> list[FeedLine]:
        """Return lines; those that state no hash get that of their entry."""
        if all(line.hash for line in lines):
            return lines
        pipeline = self._client.pipeline(transaction=False)
        for line in lines:
            pipeline.xrange(stream_key(line.game), f"{line.version}-0", f"{line.version}-0")
        with translated_errors():
            # A sealed game has no stream: its reply is an error, and its line stays without a hash.
            replies = pipeline.execute(raise_on_error=False)
        return [
            line if line.hash else replace(line, hash=_hash_in(reply))
            for line, reply in zip(lines, replies, strict=True)
        ]

    def _change(
        self, shard: int, game: str, row: GameRow | None, entries: list[Any], rest: Rest
    ) -> GameChange:
        after = row.version if row else 0
        if row and after:
            # The store was rolled back, and the game went on differently: the entries in the older
            # backup are of no use.
            if not entries or entries[0][0] != after or entry_hash(entries[0][1]) != row.hash:
                [(entries, rest)] = self._moments(shard, {game: 0})
                return self._change(shard, game, None, entries, rest)
            entries = entries[1:]
        head = _head(entries) if entries or row is None else (row.version, row.hash)
        about = blake2b(packed_item(rest), digest_size=DIGEST).digest()
        new_row = GameRow(game, *head, about, after=after)
        if row and not entries and about == row.rest:
            return GameChange(new_row, None)
        return GameChange(new_row, _item(game, after, entries, rest))

    def _moments(self, shard: int, starts: Mapping[str, int]) -> list[tuple[list[Any], Rest]]:
        """Return entries and ``Rest`` of games, each from the version in ``starts`` on."""
        replies = self._transaction(shard, starts)
        return [
            self._moment(shard, game, reply) for game, reply in zip(starts, replies, strict=True)
        ]

    def _moment(self, shard: int, game: str, reply: Sequence[Any]) -> tuple[list[Any], Rest]:
        page = reply[0]
        entries = _entries(page)
        while len(page) == ENTRIES:
            [reply] = self._transaction(shard, {game: entries[-1][0] + 1})
            page = reply[0]
            entries += _entries(page)
        return entries, self._rest(game, reply, entries)

    def _transaction(
        self, shard: int, starts: Mapping[str, int], *, sealed: bool = False
    ) -> list[Sequence[Any]]:
        """Return the replies for each game. Raises _OtherKind if one was sealed or unsealed."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=True)
            for game, start in starts.items():
                if sealed:
                    pipeline.get(stream_key(game))
                else:
                    pipeline.xrange(stream_key(game), f"{start}-0", count=ENTRIES)
                pipeline.hget(summaries_key(shard), game)
                pipeline.hgetall(orders_key(game))
                pipeline.hgetall(answered_key(game))
                pipeline.hscan(recent_key(game), count=PAGE)
                pipeline.hscan(commands_key(game), count=PAGE)
                pipeline.pexpiretime(recent_key(game))
            try:
                replies = pipeline.execute()
            except ResponseError as error:
                if is_no_stream(error):
                    raise _OtherKind from error
                raise
        return list(chunks(replies, 7))

    def _rest(self, game: str, reply: Sequence[Any], entries: list[Any]) -> Rest:
        head = entries[-1][0] if entries else 0
        return self._beside(game, reply[1:], head)

    def _beside(self, game: str, reply: Sequence[Any], head: int) -> Rest:
        """Return the values beside a record that ends with a version."""
        summary, orders, answered, ids, kept, end = reply
        return Rest(
            summary or b"",
            sorted(_fields(orders).items()),
            sorted(_fields(answered).items()),
            self._command_ids(recent_key(game), ids, head),
            self._command_ids(commands_key(game), kept, head),
            max(end, -1),
        )

    def _command_ids(self, key: str, scanned: tuple[Any, Any], head: int) -> Pairs:
        """Return the command ids whose answers are no later than a version."""
        cursor, fields = int(scanned[0]), _fields(scanned[1])
        while cursor:
            with translated_errors():
                cursor, more = self._client.hscan(key, cursor, count=PAGE)
            fields = fields | more
        return sorted(each for each in fields.items() if _version(each[1]) <= head)


def _item(game: str, after: int, entries: list[Any], rest: Rest) -> GameItem:
    versions = [version for version, _ in entries]
    is_plain = versions == list(range(after + 1, after + 1 + len(versions)))
    stored = [entry for _, entry in entries]
    return GameItem(game, after, stored, rest, None if is_plain else versions)


def _entries(page: list[Any]) -> list[tuple[int, bytes]]:
    return [(int(name.split(b"-")[0]), _fields(reply).get(b"e", b"")) for name, reply in page]


def _fields(reply: Any) -> dict[bytes, bytes]:
    """Return fields as a dict."""
    # A cluster's client leaves the replies of a transaction as lists.
    return reply if isinstance(reply, dict) else dict(zip(reply[::2], reply[1::2], strict=True))


def _head(entries: list[Any]) -> tuple[int, bytes]:
    return (entries[-1][0], entry_hash(entries[-1][1])) if entries else (0, UNKNOWN)


def head_of_block(block: bytes) -> tuple[int, bytes]:
    """Return the last version and hash of a sealed game; the hash of a damaged one is UNKNOWN."""
    try:
        header = header_of(block)
    except BlockDamaged:
        return version_of(block), UNKNOWN
    return header.version, header.hash


def entry_hash(entry: bytes) -> bytes:
    """Return the hash that an entry states, UNKNOWN for a broken one."""
    try:
        return stated_hash(present_entry(entry))
    except ValueError:
        return UNKNOWN


def _version(answer: bytes) -> int:
    """Return the version at the beginning of a command's kept answer."""
    digits = re.match(rb"\d+", answer)
    return int(digits[0]) if digits else 0


def _line(entry: Any) -> FeedLine:
    name, fields = entry
    written_out = bytes.fromhex(fields.get(b"hash", b"").decode())  # of older releases
    about = fields[b"game"].decode(), int(fields[b"version"])
    return FeedLine(name.decode(), *about, fields.get(b"h", written_out))


def _hash_in(reply: Any) -> bytes:
    """Return the hash that the one entry of a reply states, empty without such an entry."""
    if not isinstance(reply, list) or not reply:
        return b""
    stated = entry_hash(_entries(reply)[0][1])
    return b"" if stated == UNKNOWN else stated
