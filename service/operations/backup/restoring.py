"""Restoring backups into an empty store: the oldest first, then its continuations."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from msgspec.structs import replace

from service.machine.slices import chunks
from service.operations.backup.creation import hashes_of, place_of
from service.operations.backup.errors import BackupBroken, BackupFailed
from service.operations.backup.form import ELSEWHERE, FeedLine, GameItem, GameRow, Rest
from service.operations.backup.interrupts import deferred_signals
from service.operations.backup.keys import AT_ONCE
from service.operations.backup.places import Empty
from service.operations.backup.reading import BackupFile
from service.operations.backup.source import head_of_block
from service.operations.backup.store_writer import Filling
from service.redis.shards import SHARDS

Progress = Callable[[int], object]
Place = tuple[str, int]
"""A game and a version."""


def restore(chain: Sequence[BackupFile], target: Empty, progress: Progress) -> None:
    """Fill an empty store from backups; ``progress`` is called with numbers of events.

    After an error the store is empty again. Raises BackupFailed, StoreUnavailable.
    """
    check_chain(chain)
    filling = Filling(target.client, "restore", target.name)
    with filling.filled():
        _Restore(chain, filling, progress).run()
        # A signal that has come by now undoes everything; none does once the store is open.
        with deferred_signals() as signals:
            signals.check()
            filling.end()
            target.put_in_place()


def check_chain(chain: Sequence[BackupFile]) -> None:
    """Raise BackupFailed unless each backup continues the one before it."""
    before: BackupFile | None = None
    for file in chain:
        since = file.header.since
        if before is None and since:
            raise BackupFailed(f"{file.path} continues an older backup: name that one before it.")
        if before is not None and since != before.header.id:
            does = "continues another backup" if since else "continues none"
            raise BackupFailed(f"{file.path} {does}: it cannot come after {before.path}.")
        if not file.header.contents:
            raise BackupFailed(
                f"{file.path} holds only heads, no events: name a backup taken without --heads."
            )
        before = file


def check_blocks(chain: Sequence[BackupFile]) -> None:
    """Raise BackupBroken at the first block that is not as it was written."""
    for file in chain:
        for _ in file.check():
            pass


class _Restore:
    """One restore: everything the newest file lists, from the newest file that holds it."""

    def __init__(self, chain: Sequence[BackupFile], filling: Filling, progress: Progress) -> None:
        self._chain = chain
        self._filling = filling
        self._progress = progress
        self._games = chain[-1].games
        self._begun = {game: self._first(game) for game in self._games}
        self._newest = {game: next(n for n, _ in self._rows(game)) for game in self._games}
        self._summarised: dict[str, str] = {}

    def run(self) -> None:
        for shard in range(SHARDS):
            lines: dict[str, FeedLine] = {}
            for number, file in enumerate(self._chain):
                own = list(file.lines_of(shard))
                wanted = {(line.game, line.version) for line in own if not line.hash}
                hashes = self._write_games(number, file.games_of(shard), wanted)
                lines = continued(lines, file.tail.shards[shard].after)
                lines |= {line.id: _completed(line, hashes, file) for line in own}
            # A file's lines may come between those of an older file, which left out lines whose
            # events it did not have.
            in_order = sorted(lines.values(), key=lambda line: place_of(line.id))
            self._filling.write_lines(shard, in_order)
            self._settle(shard, in_order)
            self._filling.tick()
        self._write_keys()
        self._compare()

    def _write_games(
        self, number: int, items: Iterator[GameItem], places: Container[Place]
    ) -> dict[Place, bytes]:
        """Write a file's items of games of a shard; return the hashes of entries at ``places``."""
        hashes: dict[Place, bytes] = {}
        for some in chunks(items, AT_ONCE, size_of):
            for item in some:
                hashes |= hashes_of(item, places)
            wanted = [item for item in some if self._begun.get(item.game, number + 1) <= number]
            final = [item for item in wanted if self._is_sealed(item)]
            self._filling.write_blocks(final)
            self._filling.write_entries(item for item in wanted if item not in final)
            self._filling.write_rests(dict(self._rests(number, wanted)))
            self._progress(sum(events_in(item) for item in wanted))
            self._filling.tick()
        return hashes

    def _is_sealed(self, item: GameItem) -> bool:
        """True for a block if no later file adds events to the game."""
        if not item.block:
            return False
        row = self._games[item.game]
        return head_of_block(item.block) == (row.version, row.hash)

    def _settle(self, shard: int, lines: list[FeedLine]) -> None:
        """Note the end of a feed, unless a game there lacks its newest summary."""
        last = {line.game: line.id for line in lines}
        if last and all(self._summarised.get(game) == line for game, line in last.items()):
            self._filling.settle({shard: lines[-1].id})

    def _rests(self, number: int, items: list[GameItem]) -> Iterator[tuple[str, Rest]]:
        for item in items:
            # Each file has the whole rest of a game, so only the newest file's counts.
            if self._newest[item.game] == number:
                line, _, _ = item.rest.summary.partition(b" ")
                self._summarised[item.game] = line.decode()
                yield item.game, item.rest

    def _first(self, game: str) -> int:
        """Return the number of the last file that has a game from its first event on."""
        return next(n for n, row in self._rows(game) if row.after == 0)

    def _rows(self, game: str) -> Iterator[tuple[int, GameRow]]:
        """Yield the numbers of files that hold a game, newest first, with the game's row."""
        for number, file in reversed(list(enumerate(self._chain))):
            row = file.games.get(game)
            if row is not None and row.block != ELSEWHERE:
                yield number, row
        raise BackupBroken(f"{self._chain[-1].path}: no file holds the start of {game}.")

    def _write_keys(self) -> None:
        newest: dict[bytes, int] = {}
        for number, file in enumerate(self._chain):
            newest |= {key: number for key, row in file.keys.items() if row.block != ELSEWHERE}
        listed = self._chain[-1].keys
        if lost := next((key for key in listed if key not in newest), None):
            raise BackupBroken(f"{self._chain[-1].path}: no file holds the key {lost[:60]!r}.")
        for number, file in enumerate(self._chain):
            self._filling.write_keys(
                item
                for item in file.key_items()
                if item.key in listed and newest.get(item.key) == number
            )

    def _compare(self) -> None:
        """Raise BackupFailed if a game's head in the store is not the one in the index."""
        for some in chunks(self._games.values(), AT_ONCE):
            heads = self._filling.heads([row.game for row in some])
            for row, (_, version) in zip(some, heads, strict=True):
                if version != row.version:
                    raise BackupFailed(
                        f"The store does not hold what was written: {row.game} ends at version "
                        f"{version}, not {row.version}."
                    )


def continued(lines: Mapping[str, FeedLine], after: str) -> dict[str, FeedLine]:
    """Return the lines of older files up to ``after``, where a newer file goes on."""
    # Without ``after`` the newer file has the whole feed.
    if not after:
        return {}
    # Later lines in older files are no longer true: the store was rolled back.
    end = place_of(after)
    return {name: line for name, line in lines.items() if place_of(name) <= end}


def events_in(item: GameItem) -> int:
    """Return the number of events in an item."""
    return head_of_block(item.block)[0] if item.block else len(item.entries)


def size_of(item: GameItem) -> int:
    """Return the approximate size of an item, in bytes."""
    return len(item.block) + sum(map(len, item.entries))


def _completed(line: FeedLine, hashes: Mapping[Place, bytes], file: BackupFile) -> FeedLine:
    if line.hash:
        return line
    entry_hash = hashes.get((line.game, line.version), line.hash)
    if entry_hash is None:
        raise BackupBroken(
            f"{file.path}: its feeds list version {line.version} of {line.game}, which it does not "
            "hold. Use another copy."
        )
    return replace(line, hash=entry_hash)
