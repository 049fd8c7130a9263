"""Moving a store while its service runs.

The servers announce every changed key (CLIENT TRACKING). The whole store is copied once; then only
changed keys are copied again, until few are left. Then the store is closed (``retirement``), the
last keys are copied, and the heads compared. Only during these last steps nothing can be recorded,
and signals wait.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from time import monotonic
from typing import Any

from redis import Redis

from service.machine.slices import chunks
from service.operations.backup.errors import BackupFailed
from service.operations.backup.form import GameItem, GameRow
from service.operations.backup.heartbeat import Working
from service.operations.backup.keys import AT_ONCE, StoreKeys, is_kept
from service.operations.backup.places import Empty
from service.operations.backup.restoring import events_in
from service.operations.backup.retirement import StoreNames, StoreRetirement, refuse_same_server
from service.operations.backup.source import GameChange, StoreContents, head_of_block
from service.operations.backup.store_writer import Filling, ends_of
from service.redis.cluster import masters
from service.redis.connecting import changed_keys, follow, new_connection
from service.redis.error_translation import translated_errors
from service.redis.heartbeat import drop_dead
from service.redis.retirement import feed_keys, why_retired
from service.redis.shards import SHARDS, shard_of

Progress = Callable[[int], object]

# Copying so many takes a small part of a second, in which nobody can move.
FEW = 500
"""The most changed keys that may be left when the store is closed."""
ROUNDS = 200
"""Copies of the changed keys before the move gives up."""

_OF_GAME = re.compile(rb"\{s\d\d\}:([^:]+):(?:ev|ids|cmd|orders|answered)")
_FEED = re.compile(rb"\{s(\d\d)\}:feed")


@dataclass(frozen=True, slots=True)
class Moved:
    """The totals of a move; for ``stop`` of its ``seconds``, nothing could be recorded.

    Without ``is_closed`` the old store refuses only events: its server allows no CONFIG, or holds
    other databases.
    """

    games: int
    events: int
    seconds: float
    stop: float
    is_closed: bool


class Changes:
    """Collects the keys of a store that change from now on; a context manager."""

    def __init__(self, client: Redis) -> None:
        """Raises StoreUnavailable."""
        self._stack = ExitStack()
        self._noted: set[bytes] = set()
        with translated_errors():
            # Every master is followed: each announces only the changes of its own keys.
            self._connections = [self._follow(master) for master in masters(client)]

    def __enter__(self) -> "Changes":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def note(self) -> None:
        """Note the changes so far. Raises StoreUnavailable."""
        with translated_errors():
            # Called often: a server disconnects a client that leaves its messages unread for long.
            for connection in self._connections:
                self._noted.update(_heard(connection))

    def heard(self) -> set[bytes]:
        """Return the keys changed since the last call. Raises StoreUnavailable."""
        self.note()
        heard, self._noted = self._noted, set()
        return heard

    def _follow(self, master: Redis) -> Any:
        connection = new_connection(master)
        self._stack.callback(connection.disconnect)
        follow(connection, [])
        return connection


def _heard(connection: Any) -> Iterable[bytes]:
    # In each turn of its loop the server answers first, and then announces changes: so ask twice.
    for _ in range(2):
        connection.send_command("PING", check_health=False)
        while (message := connection.read_response())[0] != b"pong":
            keys = changed_keys(message)
            if keys is None:
                raise BackupFailed("The store was emptied while it was moved.")
            yield from keys


def move(source: Redis, target: Empty, names: StoreNames, progress: Progress) -> Moved:
    """Copy a store into an empty one, put that one in place, and close the old one.

    After an error the old store is open, and the new one empty. Raises BackupFailed,
    StoreUnavailable.
    """
    with translated_errors():
        drop_dead(source)
        if why := why_retired(source):
            raise BackupFailed(why)
        refuse_same_server(source, target.client)
    filling = Filling(target.client, f"move from {names.source}", target.name)
    # The new store gets signs of life, too, from `filling`: others may find either store closed.
    working = Working(source)
    working.begin()
    try:
        with filling.filled(), Changes(source) as changes:
            steps = _Move(source, filling, changes, working, progress)
            return steps.run(StoreRetirement(source, names), target.put_in_place)
    finally:
        working.end()


class _Move:
    """One move, until the old store is closed and the new one has everything."""

    def __init__(
        self,
        source: Redis,
        filling: Filling,
        changes: Changes,
        working: Working,
        progress: Progress,
    ) -> None:
        self._source = source
        self._records, self._keys = StoreContents(source), StoreKeys(source)
        self._filling, self._changes, self._working = filling, changes, working
        self._progress = progress
        self._rows: dict[str, GameRow] = {}
        self._ends = [""] * SHARDS

    def run(self, retirement: StoreRetirement, put_in_place: Callable[[], object]) -> Moved:
        started, settled = monotonic(), self._settled()
        self._copy_all()
        self._catch_up()
        # Compared while people still play: if the copy went wrong, nobody has been stopped.
        self._compare_all()
        self._catch_up()
        stopped = monotonic()
        with retirement.stopped() as signals:
            self._copy(self._changes.heard(), aside=True)
            self._compare_feeds()
            now = self._records.settled()
            self._filling.settle({shard: line for shard, line in now.items() if shard in settled})
            signals.check()
            self._working.end()  # before writes are refused, as they include deletions
            is_closed = retirement.refuse_writes()
            self._copy(self._changes.heard(), aside=True)
            signals.check()
            self._filling.end()
            put_in_place()
        ended, events = monotonic(), sum(row.version for row in self._rows.values())
        return Moved(len(self._rows), events, ended - started, ended - stopped, is_closed)

    def _settled(self) -> set[int]:
        """Return the shards whose games all have their newest summaries."""
        # In these shards only appends write summaries from now on. In others a worker may add some,
        # and its writes are not among the changes that are copied again.
        lines = self._records.settled()
        ends = ends_of(self._source, [feed_keys(shard)[0] for shard in range(SHARDS)])
        return {shard for shard, (_, last) in enumerate(ends) if lines.get(shard, "") == last}

    def _copy_all(self) -> None:
        games = self._records.games()
        for shard in range(SHARDS):
            names = games[shard] | self._records.summarised(shard)
            for some in chunks(self._records.read(shard, names, {}), AT_ONCE):
                self._write(some, replacing=False)
                self._note_changes()
            self._copy_feed(shard, aside=False)
        for items in chunks(self._keys.each(), AT_ONCE):
            self._filling.write_keys(items)
            self._note_changes()

    def _note_changes(self) -> None:
        self._changes.note()
        self._working.tick()
        self._filling.tick()

    def _catch_up(self) -> None:
        """Copy the changes until few are left. Raises BackupFailed if they do not become few."""
        # Each round is shorter than the one before, so fewer keys change in it.
        for _ in range(ROUNDS):
            changed = self._changes.heard()
            self._copy(changed, aside=False)
            if len(changed) < FEW:
                return
        raise BackupFailed("Changes come faster than they can be copied: move at a quieter hour.")

    def _copy(self, changed: set[bytes], *, aside: bool) -> None:
        games: dict[int, set[str]] = defaultdict(set)
        for game in {match[1].decode() for key in changed if (match := _OF_GAME.fullmatch(key))}:
            games[shard_of(game)].add(game)
        written: dict[str, GameRow] = {}
        for shard, names in games.items():
            changes = list(self._records.read(shard, names, self._rows))
            self._write(changes, replacing=True)
            self._note_changes()
            written |= {each.row.game: each.row for each in changes}
        for shard in {int(match[1]) for key in changed if (match := _FEED.fullmatch(key))}:
            self._copy_feed(shard, aside=aside)
        kept = [key for key in changed if is_kept(key)]
        items = list(self._keys.read(kept)) if kept else []
        # Keys are deleted first: one may be gone by now, or have lost members.
        self._filling.drop_keys(kept)
        self._filling.write_keys(items)
        self._compare(written)

    def _write(self, changes: list[GameChange], *, replacing: bool) -> None:
        items = [each.item for each in changes if each.item is not None]
        for item in items:
            if item.after == 0 and item.game in self._rows and not self._was_sealed(item):
                raise BackupFailed(f"The record of {item.game} became shorter during the move.")
        self._filling.write_blocks(item for item in items if item.block)
        self._filling.write_entries(item for item in items if not item.block)
        self._filling.write_rests({item.game: item.rest for item in items}, replacing=replacing)
        self._progress(sum(events_in(item) for item in items))
        self._rows |= {each.row.game: each.row for each in changes}

    def _was_sealed(self, item: GameItem) -> bool:
        """True for a block with events that the copied record lacks: the game has ended since."""
        row = self._rows[item.game]
        return bool(item.block) and head_of_block(item.block)[0] > row.version

    def _copy_feed(self, shard: int, *, aside: bool) -> None:
        after = self._ends[shard]
        key = feed_keys(shard)[1] if aside else None
        lines = list(self._records.lines(shard, f"({after}" if after else "-", key=key))
        self._filling.write_lines(shard, lines)
        if lines:
            self._ends[shard] = lines[-1].id

    def _compare_all(self) -> None:
        for some in chunks(self._rows.items(), AT_ONCE):
            self._compare(dict(some))
            self._note_changes()

    def _compare(self, rows: dict[str, GameRow]) -> None:
        for some in chunks(rows.values(), AT_ONCE):
            heads = self._filling.heads([row.game for row in some])
            for row, (_, version) in zip(some, heads, strict=True):
                if version != row.version:
                    raise BackupFailed(f"{row.game} is at {row.version} here, {version} there.")

    def _compare_feeds(self) -> None:
        here = ends_of(self._source, [feed_keys(shard)[1] for shard in range(SHARDS)])
        each = zip(here, self._filling.feed_ends(), strict=True)
        # In the old store a worker may have trimmed lines that were copied before.
        if any(old[1] != new[1] or old[0] > new[0] for old, new in each):
            raise BackupFailed("The feeds differ after the copy: nothing was moved.")
