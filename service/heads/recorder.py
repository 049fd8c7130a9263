"""Recording heads in the worker, which follows the feeds and appends due heads to the log.

These heads are due: that of each finished game, the first one of a game in progress, and another
one in each hour in which that game changes.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice

from domain.errors import RecordBroken
from domain.record.record import Event, read_entry
from domain.record.times import milliseconds
from projections.contract import BEGINNING, Sighting, place_of
from projections.restoring import trimmed_lines
from projections.stored_summaries import Stored
from service.heads.log import Head, HeadLog, Leaf, recorded_head
from service.machine import clock
from service.store.contract import EventStore, FeedEntry
from service.telemetry.instruments import HEADS_RECORDED

HOUR_MS = 3_600_000
PAGE = 200

log = logging.getLogger(__name__)


class HeadRecorder:
    """Records heads; several may serve the same log, and each head is recorded once."""

    def __init__(self, store: EventStore, heads: HeadLog) -> None:
        self._store = store
        self._heads = heads
        self._is_healed = False

    def record(self, shards: Collection[int], still: Callable[[], bool] = lambda: True) -> int:
        """Record the due heads of these shards; return the number of feed lines read.

        ``still`` is asked before each page.
        """
        if not self._is_healed:
            self._heads.heal()
            self._is_healed = True
        self._begin_again(shards)
        self._record_trimmed(shards)
        lines = 0
        while still() and (pages := self._pages(shards)):
            self._record(pages)
            shards = pages.keys()
            lines += sum(map(len, pages.values()))
        return lines

    def _begin_again(self, shards: Collection[int]) -> None:
        """Read a feed from its start if it ends before its mark.

        Such a feed shows that the store has gone back: events of recorded heads may be lost.
        """
        reached, ends = self._heads.checkpoints(), self._store.feed_ends()
        past = [n for n in shards if n in reached and place_of(ends[n]) < place_of(reached[n])]
        if past:
            log.warning("the feeds of %d shards end before their marks: read again", len(past))
            self._heads.keep_checkpoints(dict.fromkeys(past, BEGINNING))

    def _record_trimmed(self, shards: Collection[int]) -> None:
        """Record heads that only summaries hold: when a log starts over, feeds may be trimmed."""
        reached = self._heads.checkpoints()
        begun = [(n, BEGINNING) for n in sorted(shards) if reached.get(n, BEGINNING) == BEGINNING]
        feeds = self._store.feeds(begun, 1) if begun else []
        for (shard, _), first in zip(begun, feeds, strict=True):
            lines = trimmed_lines(self._store, shard, first[0].id, _unread) if first else iter(())
            while page := list(islice(lines, PAGE)):
                self._append({game: line.version for game, line in page})

    def _pages(self, shards: Collection[int]) -> dict[int, list[FeedEntry]]:
        reached = self._heads.checkpoints()
        places = [(shard, reached.get(shard, BEGINNING)) for shard in sorted(shards)]
        feeds = self._store.feeds(places, PAGE) if places else []
        return {shard: feed for (shard, _), feed in zip(places, feeds, strict=True) if feed}

    def _record(self, pages: dict[int, list[FeedEntry]]) -> None:
        self._append({entry.game_id: entry.version for feed in pages.values() for entry in feed})
        # Checkpoints come last: after a crash the lines are read again, and their heads recognised.
        self._heads.keep_checkpoints({shard: feed[-1].id for shard, feed in pages.items()})

    def _append(self, newest: Mapping[str, int]) -> None:
        now = milliseconds(clock.now())
        known = self._heads.places(newest)
        # Read the record after the places: an event is stored before its leaf.
        lost = {game: place for game, place in known.items() if self._is_lost(game, place)}
        known = {game: place for game, place in known.items() if game not in lost}
        due = list(self._due(newest.items(), known, now))
        HEADS_RECORDED.inc(self._heads.append(due, now, lost=lost.values()))

    def _due(
        self, newest: Iterable[tuple[str, int]], known: dict[str, Leaf], now: int
    ) -> Iterator[Head]:
        for game_id, version in newest:
            place = known.get(game_id)
            if place is not None and place.version >= version:
                continue
            event = self._event(game_id, version)
            is_old = place is None or now - place.at >= HOUR_MS
            if event is not None and (is_old or event.data.get("result")):
                yield Head(game_id, version, event.hash)

    def _is_lost(self, game_id: str, place: Leaf) -> bool:
        """True if the event of a leaf is not in the record: such a leaf is ignored."""
        if recorded_head(self._store, game_id, place) is not None:
            return False
        log.warning(
            "leaf %d of the log is of version %d of %s, which the record does not have",
            place.index,
            place.version,
            game_id,
        )
        return True

    def _event(self, game_id: str, version: int) -> Event | None:
        """Return an event, None if it is gone or broken: such a head is not signed."""
        try:
            for entry in self._store.read(game_id, version - 1, 1):
                return read_entry(entry, version)
        except RecordBroken as broken:
            log.warning(
                "the head of %s is not recorded: %s", game_id, broken, extra={"game_id": game_id}
            )
        return None


def _unread(shard: int, game_id: str, stored: Stored) -> Sighting | None:
    """Fold nothing: a worker's read models renew summaries of other releases."""
    del shard, game_id, stored
    return None
