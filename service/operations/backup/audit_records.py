"""Auditing records from a store or from backups, by one process or several."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import TypeVar

from domain.kernel.audit import Audit
from service.game.audits import audit_entries, entries_of
from service.machine.pools import process_pool
from service.operations.backup.bounds import LONGEST_ENTRY
from service.operations.backup.errors import BackupBroken
from service.operations.backup.form import FeedLine, GameItem
from service.operations.backup.reading import BackupFile
from service.operations.backup.restoring import check_blocks, check_chain, continued
from service.redis.shards import SHARDS, shard_of
from service.store.blocks.archive_storage import ArchiveUnreachable
from service.store.blocks.block import NewerBlock
from service.store.blocks.sealed_games import DAMAGED
from service.store.contract import EventStore

T = TypeVar("T")
# Enough for no process to wait for the reader, and few enough to bound the memory.
AHEAD = 4
"""The number of waiting records for each process."""
UNREADABLE = ArchiveUnreachable, NewerBlock
"""The errors for a block that cannot be reached, or that a newer release has sealed."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game's entries; the last should have version ``head``, and ``hash`` if that is known.

    ``newest`` is the game's newest version in the feed.
    """

    game: str
    entries: list[bytes]
    head: int
    newest: int = 0
    hash: bytes = b""


def records_of_store(
    store: EventStore, versions: dict[str, int], unreachable: dict[str, str]
) -> Iterator[Record]:
    """Yield the records of games, given their newest versions in the feeds.

    Games whose blocks are ``UNREADABLE`` are left out, and put into ``unreachable`` with the
    reason.
    """
    for game, newest in versions.items():
        try:
            record = _record_of(store, game, newest)
        except UNREADABLE as error:
            unreachable[game] = str(error)
        else:
            yield record


def _record_of(store: EventStore, game: str, newest: int) -> Record:
    head = store.newest_version(game)
    return Record(game, [*entries_of(store, game, head)], head, newest)


def records_of_backups(
    chain: Sequence[BackupFile], unreachable: dict[str, str]
) -> Iterator[Record]:
    """Yield the records of a backup and its continuations; check all other blocks as well.

    Games that were left out, or sealed by a newer release, are put into ``unreachable`` with the
    reason. Raises BackupFailed.
    """
    check_chain(chain)
    check_blocks(chain)
    left_out = chain[-1].tail.left_out
    unreachable |= dict.fromkeys(left_out, "it is not in the backup, as its block was lost")
    # Files are joined one shard at a time, so that only a shard's records are held in memory.
    for shard in range(SHARDS):
        for record in _records_of_shard(chain, shard, unreachable):
            if record.game not in unreachable:
                yield record


def _records_of_shard(
    chain: Sequence[BackupFile], shard: int, unreachable: dict[str, str]
) -> Iterator[Record]:
    lines: dict[str, FeedLine] = {}
    for file in chain:
        lines = continued(lines, file.tail.shards[shard].after)
        lines |= {line.id: line for line in file.lines_of(shard)}
    newest: dict[str, int] = {}
    for line in lines.values():
        if shard_of(line.game) == shard:
            newest[line.game] = max(newest.get(line.game, 0), line.version)
    heads = chain[-1].games
    for game, entries in _entries(chain, shard, unreachable):
        row = heads.get(game)
        if row is None:
            raise BackupBroken(f"{chain[-1].path}: {game} is not in the index. Use another copy.")
        yield Record(game, entries, row.version, newest.pop(game, 0), row.hash)
    # The feeds name these games, but no file has their records: their audits fail.
    for game, version in newest.items():
        yield Record(game, [], 0, version)


def _entries(
    chain: Sequence[BackupFile], shard: int, unreachable: dict[str, str]
) -> Iterable[tuple[str, list[bytes]]]:
    items = (item for file in chain for item in file.games_of(shard))
    stored = _stored(items, unreachable)
    if len(chain) == 1:
        return ((item.game, entries) for item, entries in stored)
    games: dict[str, list[bytes]] = {}
    for item, entries in stored:
        games[item.game] = (games.get(item.game, []) if item.after else []) + entries
    return ((game, entries) for game, entries in games.items() if game in chain[-1].games)


def _stored(
    items: Iterable[GameItem], unreachable: dict[str, str]
) -> Iterator[tuple[GameItem, list[bytes]]]:
    for item in items:
        try:
            entries = item.stored()
        except NewerBlock as error:
            unreachable[item.game] = str(error)
        else:
            # No release writes so long an event, and decoding it could take any amount of memory.
            yield item, [each if len(each) <= LONGEST_ENTRY else DAMAGED for each in entries]


def audits(records: Iterable[Record], processes: int) -> Iterator[tuple[str, Audit]]:
    """Yield the game and the audit of each record, in order."""
    if processes == 1:
        return map(_audited, records)
    return in_order(_audited, records, processes)


def in_order(work: Callable[[Record], T], records: Iterable[Record], processes: int) -> Iterator[T]:
    """Run ``work`` on each record in other processes; yield the results in order."""
    with process_pool(processes) as pool:
        waiting: deque[Future[T]] = deque()
        for record in records:
            waiting.append(pool.submit(work, record))
            if len(waiting) >= AHEAD * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _audited(record: Record) -> tuple[str, Audit]:
    audit = audit_entries(record.game, record.entries, record.head, record.newest)
    if audit.valid and record.hash and audit.hash != record.hash.hex():
        audit = replace(audit, broken_at=audit.events, reason="the index has another head")
    return record.game, audit
