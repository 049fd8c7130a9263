"""Taking a backup while the service runs.

The backup has every event acknowledged before the start. It has each game as it was at one moment
after the start, and each shard's feed lists exactly the events that the backup has.
"""

import secrets
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain, islice
from pathlib import Path
from time import monotonic
from typing import Any

from msgspec.structs import replace

from service.machine import clock
from service.machine.plain_text import counted
from service.operations.archive.counting import count
from service.operations.backup import form
from service.operations.backup.blocks import MOST_LOST, Blocks, BlocksLost
from service.operations.backup.errors import BackupFailed
from service.operations.backup.keys import StoreKeys, digest_of, pieces_of
from service.operations.backup.protection import N, new_encryption, protection_of
from service.operations.backup.reading import BackupFile
from service.operations.backup.source import StoreContents, entry_hash, head_of_block
from service.operations.backup.writing import BackupWriter
from service.redis.error_translation import translated_errors
from service.redis.shards import SHARDS, shard_of
from service.store.blocks.archive_identity import MARKER
from service.store.blocks.archive_storage import NOWHERE, Outside
from service.store.broken_games import BrokenRecords
from service.store.schema import schema_of

Progress = Callable[[int], object]

AS_IT_IS = (
    "They are in the backup as they are; `anabasis verify` shows how far each is sound, and an "
    "older backup may hold them whole: keep it."
)


@dataclass(frozen=True, slots=True)
class BackupRequest:
    """The backup to take: its path, the older one that it continues, and its passphrase.

    ``work`` is the cost of deriving the key from the passphrase (scrypt's N). Without ``contents``
    only the index is written: the heads of all games. The file also has the blocks that lie
    ``outside`` of the store. If any are lost, the backup fails, unless it ``leaves_out_lost``.
    """

    path: Path
    older: BackupFile | None = None
    passphrase: str | None = None
    work: int = N
    contents: bool = True
    outside: Outside = NOWHERE
    leaves_out_lost: bool = False


@dataclass(slots=True)
class Written:
    """The numbers of games, events and other keys in a file.

    What is only in the older file that it continues does not count; nor do lost games.
    """

    games: int = 0
    events: int = 0
    keys: int = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """A backup that was taken: its tail, which describes the whole store, and warnings.

    A warning names games that the file does not hold whole. ``written`` and ``size`` (in bytes)
    describe this file alone.
    """

    tail: form.Tail
    written: Written
    size: int
    warnings: list[str]


def take(client: Any, request: BackupRequest, progress: Progress) -> Taken:
    """Write the backup of a store; ``progress`` is called with numbers of events.

    Raises BackupFailed, StoreUnavailable.
    """
    encryption = new_encryption(request.passphrase, request.work) if request.passphrase else None
    since = request.older.header.id if request.older else ""
    release = version("anabasis")
    header = form.BackupHeader(
        secrets.token_hex(8), clock.now(), release, since, request.contents, encryption
    )
    with translated_errors():
        header = replace(header, schema=schema_of(client))
    blocks = Blocks(client, request.outside, leaves_out=request.leaves_out_lost)
    protection = protection_of(encryption, request.passphrase, request.path)
    with BackupWriter(request.path, header, protection) as writer:
        taking = _Taking(client, writer, request, blocks, progress)
        try:
            tail = taking.take()
        except BlocksLost as error:
            raise BackupFailed(_refusal(client, request, blocks, "at least ")) from error
        if blocks.lost and not request.leaves_out_lost:
            raise BackupFailed(_refusal(client, request, blocks))
        writer.finish(tail)
        broken = _broken(client) if request.contents else []
        warnings = [*taking.warnings, *_warnings(client, blocks, broken)]
        return Taken(tail, taking.written, writer.size, warnings)


def _broken(client: Any) -> list[str]:
    """Return the games whose records the verifier has found broken."""
    marks = BrokenRecords(client).marks()
    return sorted(game for game, mark in marks.items() if not mark.disputed)


def _warnings(client: Any, blocks: Blocks, broken: Collection[str]) -> Iterator[str]:
    """Yield sentences about lost and damaged blocks, and about broken records."""
    if blocks.lost:
        yield f"{_lost(client, blocks)} They are left out."
    if blocks.damaged:
        yield f"The archive has damaged blocks of {_named(blocks.damaged)}. {AS_IT_IS}"
    if broken:
        yield f"The records of {_named(broken)} are broken. {AS_IT_IS}"


def _refusal(client: Any, request: BackupRequest, blocks: Blocks, more: str = "") -> str:
    refusal = f"{_lost(client, blocks, more)} Nothing is left of {request.path}."
    if request.leaves_out_lost:
        return (
            f"{refusal} --leave-out-lost needs the archive, which does not have this store's id "
            f"({MARKER}): mount it, or set ANABASIS_ARCHIVE_URL to it."
        )
    if blocks.is_archive_there():
        return f"{refusal} If they are permanently lost, --leave-out-lost takes it without them."
    return refusal


def _lost(client: Any, blocks: Blocks, more: str = "") -> str:
    """Return the sentence that names the games whose blocks are lost, and the first reason."""
    outside = count(client, lambda _: None).outside
    first = next(iter(blocks.lost.values()))
    reason = " ".join(str(first.__cause__ or first).split())
    return (
        f"The archive does not give the blocks of {more}{len(blocks.lost):,} of "
        f"{counted(outside, 'game that lies', 'games that lie')} there ({_named(blocks.lost)}): "
        f"{reason}."
    )


def _named(games: Collection[str]) -> str:
    """Return the first of the games, and how many more there are."""
    others = len(games) - MOST_LOST
    return ", ".join(islice(games, MOST_LOST)) + (f" and {others:,} more" if others > 0 else "")


class _Taking:
    """One backup while it is written."""

    def __init__(
        self,
        client: Any,
        writer: BackupWriter,
        request: BackupRequest,
        blocks: Blocks,
        progress: Progress,
    ) -> None:
        self.warnings: list[str] = []
        self.written = Written()
        self._records = StoreContents(client, blocks if request.contents else None)
        self._keys = StoreKeys(client)
        self._lost, self._damaged = blocks.lost, blocks.damaged
        self._writer = writer
        self._older = request.older
        self._contents = request.contents
        self._progress = progress
        self._rows: list[form.GameRow] = []

    def take(self) -> form.Tail:
        started = monotonic()
        games = self._records.games()
        shards = [self._take_shard(shard, games[shard]) for shard in range(SHARDS)]
        # All other keys come after the records, so every player named in a record is among them.
        keys = [self._take_key(item, digest_of(item)) for item in self._key_items()]
        for row in self._rows:
            self._writer.put(form.GAME_ROWS, row)
        for key_row in keys:
            self._writer.put(form.KEY_ROWS, key_row)
        self._writer.end_block()
        held = [row for row in self._rows if row.game not in self._lost]
        return form.Tail(
            places=self._writer.places,
            kinds=bytes(self._writer.kinds),
            shards=shards,
            games=len(held),
            events=sum(row.version for row in held),
            keys=len(keys),
            seconds=monotonic() - started,
            left_out=sorted(self._lost),
            damaged=sorted(self._damaged),
        )

    def _take_shard(self, shard: int, games: set[str]) -> form.ShardRow:
        # First read the feed up to its present end, so that no game is missed; then the records;
        # then the lines added meanwhile, as far as the records have their events.
        end = self._records.feed_end(shard)
        after, lines = self._lines_until(shard, end)
        changed = {line.game for line in lines if shard_of(line.game) == shard}
        names = games | changed | self._records.summarised(shard)
        blocks: dict[int, None] = {}
        heads, hashes = self._take_games(shard, names, blocks)
        self._warn_of_missing(lines, heads)
        kept, resume = _matching(chain(lines, self._records.lines(shard, f"({end}")), end, heads)
        feed = [
            self._writer.put(form.LINES, _shortened(line, hashes)) for line in self._in_file(kept)
        ]
        self._writer.end_block()
        last = kept[-1].id if kept else after
        return form.ShardRow(list(blocks), sorted(set(feed)), after, resume or after, last)

    def _lines_until(self, shard: int, end: str) -> tuple[str, list[form.FeedLine]]:
        """Return the id of an older backup's last line, and the lines after it up to ``end``."""
        resume = self._older.tail.shards[shard].resume if self._older else ""
        if resume:
            lines = list(self._records.lines(shard, resume, end))
            # If that line is gone, the feed was trimmed or rolled back, and is taken as a whole.
            if lines and lines[0].id == resume:
                return resume, lines[1:]
        return "", list(self._records.lines(shard, "-", end))

    def _take_games(
        self, shard: int, names: Iterable[str], blocks: dict[int, None]
    ) -> tuple[dict[str, int], dict[tuple[str, int], bytes]]:
        """Write the games; return their heads, and the hashes of the entries that were written."""
        known = self._older.intact_games if self._older else {}
        heads: dict[str, int] = {}
        hashes: dict[tuple[str, int], bytes] = {}
        for change in self._records.read(shard, names, known):
            row, item = change.row, change.item
            heads[row.game] = row.version
            self._progress(row.version)
            if item is not None and self._contents:
                row = replace(row, block=self._writer.put(form.GAMES, item), after=item.after)
                blocks[row.block] = None
                hashes |= hashes_of(item)
                self._count(row)
            self._rows.append(row)
        self._writer.end_block()
        return heads, hashes

    def _count(self, row: form.GameRow) -> None:
        if row.game not in self._lost:
            self.written.games += 1
            self.written.events += row.version - row.after

    def _warn_of_missing(self, lines: list[form.FeedLine], heads: dict[str, int]) -> None:
        newest: dict[str, int] = {}
        for line in lines:
            newest[line.game] = max(newest.get(line.game, 0), line.version)
        for game, latest in newest.items():
            if latest > heads.get(game, 0):
                self.warnings.append(
                    f"{game}: version {heads.get(game, 0) + 1} is missing: the feed lists {latest}"
                )

    def _key_items(self) -> Iterator[Any]:
        return self._keys.each() if self._contents else iter(())

    def _in_file(self, lines: list[form.FeedLine]) -> list[form.FeedLine]:
        return lines if self._contents else []

    def _take_key(self, item: Any, digest: bytes) -> form.KeyRow:
        known = self._older.keys.get(item.key) if self._older else None
        if known is not None and known.digest == digest:
            return form.KeyRow(item.key, digest, form.ELSEWHERE)
        self.written.keys += 1
        blocks = [self._writer.put(form.KEYS, piece) for piece in pieces_of(item)]
        return form.KeyRow(item.key, digest, blocks[0])


def hashes_of(
    item: form.GameItem, wanted: Container[tuple[str, int]] | None = None
) -> dict[tuple[str, int], bytes]:
    """Return the hashes that a game's entries state, by game and version, if ``wanted``.

    Of a block, only the last hash is returned.
    """
    if item.block:
        stated = iter([head_of_block(item.block)])
    else:
        stated = ((version, entry_hash(entry)) for version, entry in item.numbered())
    return {
        (item.game, version): head
        for version, head in stated
        if wanted is None or (item.game, version) in wanted
    }


def place_of(line_id: str) -> tuple[int, int]:
    """Return a line's place in its feed, for comparison."""
    time, _, number = line_id.partition("-")
    return int(time), int(number or 0)


def _matching(
    lines: Iterable[form.FeedLine], end: str, heads: dict[str, int]
) -> tuple[list[form.FeedLine], str]:
    """Return the lines up to ``end`` or covered by the heads; and the last id before a gap."""
    # The next backup resumes before the first gap, to have the lines that were left out there.
    kept, resume, is_gapless = [], "", True
    for line in lines:
        is_kept = place_of(line.id) <= place_of(end) or line.version <= heads.get(line.game, 0)
        is_gapless = is_gapless and is_kept
        resume = line.id if is_gapless else resume
        kept += [line] if is_kept else []
    return kept, resume


def _shortened(line: form.FeedLine, hashes: dict[tuple[str, int], bytes]) -> form.FeedLine:
    """Return a line, without its hash if its entry in the same file states that hash."""
    is_own = hashes.get((line.game, line.version)) == line.hash
    return replace(line, hash=None) if is_own else line
