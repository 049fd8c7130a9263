"""Tables whose clock moves on a second with each event, and a store in memory to record them in."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain.kernel.game import evolve, sealed_creation
from domain.record.record import Draft, Event, decode, encode
from projections.contract import BEGINNING, Batch, Change, LastEvent, mark_of, place_of
from projections.record_fault import RecordFault
from projections.stored_summaries import Changed, End, Stored
from projections.summary import Summary, follow_all, summary_of
from projections.summary import encode as stored_form
from service.redis.shards import shard_of
from service.store.contract import FeedEntry
from tests.domain import cards
from tests.domain.conftest import Table


def at(second: int) -> str:
    """A moment of the tables' day."""
    return f"2026-11-21T{12 + second // 3600}:{second // 60 % 60:02}:{second % 60:02}.000Z"


@dataclass
class TimedTable(Table):
    """A game whose n-th event is recorded at second n."""

    second: int = 1

    @classmethod
    def open(cls, **terms: Any) -> "TimedTable":
        first = sealed_creation(cards.terms(**terms), at(1), "c1")
        return cls(evolve(None, first), [first])

    def record(self, draft: Draft) -> Event:
        self.second += 1
        event = self.game.seal(draft, at(self.second), f"c{self.game.version + 1}")
        self.game = evolve(self.game, event)
        self.events.append(event)
        return event

    def later(self, second: int) -> "TimedTable":
        """The next event comes after this second."""
        self.second = second
        return self

    def summary(self) -> Summary:
        """The summary of the game as it is now, from its whole record."""
        followed = follow_all(None, self.events)
        assert followed is not None
        return summary_of(followed)


def seated(*players: str, bots: int = 0, **terms: Any) -> TimedTable:
    """A live game of these players, then so many bots."""
    table = TimedTable.open(seats=len(players) + bots, **terms)
    for player in players:
        table.sit(player)
    for _ in range(bots):
        table.sit(None, bot="greedy")
    return table


@dataclass
class MemorySummaries:
    """The newest summaries in memory, and the lines of each shard's feed."""

    lines: dict[int, list[FeedEntry]]
    stored: dict[str, Stored] = field(default_factory=dict)

    def newest(self, games: Collection[str]) -> dict[str, Stored]:
        return {game: self.stored[game] for game in games if game in self.stored}

    def keep(self, shard: int, game_id: str, version: int, stored: Stored) -> None:
        known = self.stored.get(game_id)
        if known is None or _version(known) <= version:
            self.stored[game_id] = stored

    def ends(self, shards: Collection[int]) -> dict[int, End]:
        lasts = {n: self.lines[n][-1] for n in shards if self.lines.get(n)}
        return {n: End(mark_of(line), self._is_settled(n)) for n, line in lasts.items()}

    def _is_settled(self, shard: int) -> bool:
        """As if a model were at the end always."""
        newest = {line.game_id: line.version for line in self.lines[shard]}
        for line in self.lines[shard]:
            newest[line.game_id] = max(newest[line.game_id], line.version)
        return all(
            game in self.stored and _version(self.stored[game]) == version
            for game, version in newest.items()
        )

    def changed(self, since: Mapping[int, int], limit: int) -> dict[int, list[Changed]]:
        return {shard: self._changed(shard, at)[:limit] for shard, at in since.items()}

    def _changed(self, shard: int, since: int) -> list[Changed]:
        each = (Changed(g, place_of(s.line)[0]) for g, s in self.stored.items())
        own = (game for game in each if shard_of(game.game_id) == shard and game.at >= since)
        return sorted(own, key=lambda game: (game.at, game.game_id))


def _version(stored: Stored) -> int:
    return int(stored.summary.partition(b" ")[0])


@dataclass
class MemoryRecords:
    """Records and feeds in memory; ``old`` ones have no summaries."""

    streams: dict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    shards: dict[int, list[FeedEntry]] = field(default_factory=lambda: defaultdict(list))
    lines: int = 0
    old: bool = False
    summaries: MemorySummaries = field(init=False)

    def __post_init__(self) -> None:
        self.summaries = MemorySummaries(self.shards)

    def record(self, game_id: str, table: TimedTable, *, old: bool = False) -> None:
        """Append the events played since, as one command."""
        for event in table.events[len(self.streams[game_id]) :]:
            self.streams[game_id].append(encode(event))
            self.tell(game_id, event.version)
        if not (old or self.old):
            stored = Stored(self.told(game_id).id, stored_form(table.summary()))
            self.summaries.stored[game_id] = stored

    def as_old(self) -> "MemoryRecords":
        """Return the same records without summaries, to be folded."""
        return MemoryRecords(self.streams, self.shards, old=True)

    def tell(self, game_id: str, version: int) -> None:
        """A line of the feed."""
        self.lines += 1
        told = decode(self.streams[game_id][version - 1 : version])
        head = told[0].hash if told else ""
        entry = FeedEntry(f"{self.lines}-0", game_id, version, head)
        self.shards[shard_of(game_id)].append(entry)

    def told(self, game_id: str) -> FeedEntry:
        """The last line about a game."""
        return next(e for e in reversed(self.shards[shard_of(game_id)]) if e.game_id == game_id)

    def spoil(self, game_id: str, version: int, entry: bytes = b"{") -> None:
        """Another entry where one was recorded."""
        self.streams[game_id][version - 1] = entry

    def feed(self, shard: int, after: str, limit: int) -> list[FeedEntry]:
        start = int(after.partition("-")[0])
        return [e for e in self.shards[shard] if int(e.id.partition("-")[0]) > start][:limit]

    def feeds(self, places: Collection[tuple[int, str]], limit: int) -> list[list[FeedEntry]]:
        return [self.feed(shard, after, limit) for shard, after in places]

    def feed_lines(self, places: Collection[tuple[int, str]]) -> list[FeedEntry | None]:
        lines = {(shard, e.id): e for shard, feed in self.shards.items() for e in feed}
        return [lines.get(place) for place in places]

    def read(self, game_id: str, after: int, limit: int | None) -> list[bytes]:
        assert limit is None or limit > 0
        return self.streams[game_id][after:][:limit]


@dataclass
class MemoryModel:
    """A read model in memory, with every version each game has had in it."""

    place: Any
    reached: dict[int, str] = field(default_factory=dict)
    games: dict[str, Any] = field(default_factory=dict)
    applied: dict[str, LastEvent] = field(default_factory=dict)
    broken: dict[str, RecordFault] = field(default_factory=dict)
    history: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def checkpoints(self) -> Mapping[int, str]:
        return dict(self.reached)

    def apply(self, batches: Sequence[Batch]) -> list[bool]:
        return [self._apply(batch) for batch in batches]

    def _apply(self, batch: Batch) -> bool:
        if self.reached.get(batch.shard, "0-0") != batch.after:
            return False
        for change in batch.changes:
            if batch.restores or self._is_news(change):
                self._put(change)
            if change.broken is None:
                self.broken.pop(change.game_id, None)
            else:
                self.broken[change.game_id] = change.broken
        self.reached[batch.shard] = batch.upto
        if batch.upto == BEGINNING:
            del self.reached[batch.shard]
        return True

    def _is_news(self, change: Change) -> bool:
        version, digest = self.applied.get(change.game_id, (0, ""))
        return change.version > version or (change.version == version and change.hash != digest)

    def _put(self, change: Change) -> None:
        self.history[change.game_id].append(change.version)
        self.games[change.game_id] = replace(change.placement)
        self.applied[change.game_id] = change.version, change.hash
        if not change.version:
            del self.games[change.game_id], self.applied[change.game_id]

    def last_events(self, shards: Collection[int]) -> dict[int, dict[str, LastEvent]]:
        events = self.applied | dict.fromkeys(self.broken, (0, ""))
        return {s: {g: h for g, h in events.items() if shard_of(g) == s} for s in shards}

    def breaks(self, shards: Collection[int]) -> dict[int, dict[str, RecordFault]]:
        return {s: {g: b for g, b in self.broken.items() if shard_of(g) == s} for s in shards}

    def contents(self) -> Any:
        return self.reached, self.games, self.broken
