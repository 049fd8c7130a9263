"""The runner: folds the events that feeds announce and updates the read models, once, in order."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.errors import RecordBroken
from domain.record.record import read_entry
from projections.contract import (
    BEGINNING,
    Batch,
    Broken,
    FeedEntry,
    Mark,
    Model,
    Records,
    Sighting,
    change_of,
    id_of,
    is_at,
    mark_of,
)
from projections.followed import Followed, Projection, follow
from projections.game_cache import GameCache, weight_of
from projections.restoring import read_feed, restore

PAGE = 250
MOST_BYTES = 32_000_000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Page:
    """The lines, at least one, after a checkpoint of a shard's feed."""

    shard: int
    after: str
    entries: Sequence[FeedEntry]

    @property
    def mark(self) -> Mark:
        """The checkpoint before the page."""
        return self.shard, self.after


class Follower:
    """Follows games, keeping recent ones in an LRU cache bounded by memory."""

    def __init__(self, records: Records, most_bytes: int = MOST_BYTES) -> None:
        self._records = records
        self._known: GameCache[Followed] = GameCache(most_bytes)

    def at(self, line: FeedEntry) -> Sighting:
        """Return a game at the version of a line, or up to the break of its record.

        A cached game serves only if the record still continues from it: the store may have been
        rolled back, and other events may stand in place of those folded here.
        """
        known = self._known.pop(line.game_id)
        if known is not None and not _leads_to(known, line):
            known = None
        followed, broken = self._read(line, known)
        if broken is not None and known is not None:
            # The record may be sound and the cached game stale: read it from its beginning.
            followed, broken = self._read(line, None)
        self._keep(line.game_id, followed)
        if broken is not None:
            log.error("game %s, version %d: %s", line.game_id, broken.version, broken.reason)
        return followed, broken

    def _read(self, line: FeedEntry, known: Followed | None) -> Sighting:
        after = known.game.version if known else 0
        if after == line.version:
            return known, None
        entries = self._records.read(line.game_id, after, line.version - after)
        return _followed(known, entries, line.version)

    def _keep(self, game_id: str, followed: Followed | None) -> None:
        if followed is None or followed.game.status in ("finished", "abandoned"):
            return
        self._known.put(game_id, followed.game, followed, weight_of(followed.game))


def _leads_to(known: Followed, line: FeedEntry) -> bool:
    """True if the line may continue the game; the hashes between will decide."""
    game = known.game
    return game.version < line.version or (game.version, game.hash) == (line.version, line.hash)


def _followed(followed: Followed | None, entries: Iterable[bytes], version: int) -> Sighting:
    reached = followed.game.version if followed else 0
    for entry in entries:
        try:
            followed = follow(followed, read_entry(entry, reached + 1))
        except RecordBroken as error:
            return followed, Broken(reached + 1, error.reason)
        except Exception as error:
            return followed, Broken(reached + 1, f"it cannot be followed: {type(error).__name__}")
        reached += 1
    if reached < version:
        return followed, Broken(reached + 1, f"the record ends before version {version}")
    return followed, None


class Runner:
    """Brings read models up to date; several runners may serve the same models.

    A model is a function of the lines up to its checkpoint. So it is sound as long as its feed
    contains that checkpoint, and must be restored when the feed does not.
    """

    def __init__(self, records: Records, models: Sequence[Model], page: int = PAGE) -> None:
        self._records = records
        self._models = models
        self._page = page
        self._follower = Follower(records)
        self._checkpoints: list[dict[int, str]] = []

    def refresh(self, shards: Collection[int] | None = None) -> None:
        """Read the checkpoints again, and restore models whose feeds (all, or these) lack them.

        Another runner or a rebuild may have moved one; the store may have been rolled back.
        """
        self._checkpoints = [dict(model.checkpoints()) for model in self._models]
        marks = {mark for reached in self._checkpoints for mark in reached.items()}
        self._restore(self._lost({m for m in marks if shards is None or m[0] in shards}))

    def checkpoints(self, shards: Iterable[int]) -> dict[int, str]:
        """Return, by shard, the id that every model has reached, as far as this runner knows."""
        return {shard: id_of(self._lowest(shard)) for shard in shards}

    def catch_up(self, shards: Iterable[int], still: Callable[[int], bool] = lambda _: True) -> int:
        """Apply the feeds of these shards to their ends; return the number of lines read.

        A shard that is not ``still`` this runner's, asked before each page, is left to others.
        """
        lines, pending = 0, set(shards)
        while pages := [p for shard in filter(still, sorted(pending)) for p in self._pages(shard)]:
            self._apply(pages)
            lines += sum(len(page.entries) for page in pages)
            pending = {page.shard for page in pages}
        return lines

    def take(self, news: Mapping[int, Sequence[FeedEntry]]) -> None:
        """Apply lines that were read already: by shard, those after ``checkpoints``."""
        self._apply([Page(shard, self._lowest(shard), lines) for shard, lines in news.items()])

    def _lowest(self, shard: int) -> str:
        return min(self._reached(shard), key=_order)

    def _pages(self, shard: int) -> Iterator[Page]:
        """Yield the next pages of a feed; models at the same checkpoint share one."""
        for after in sorted(set(self._reached(shard)), key=_order):
            entries = self._records.feed(shard, id_of(after), self._page)
            if entries:
                yield Page(shard, after, entries)

    def _reached(self, shard: int) -> list[str]:
        if not self._checkpoints:
            self.refresh()
        return [checkpoints.get(shard, BEGINNING) for checkpoints in self._checkpoints]

    def _apply(self, pages: Sequence[Page]) -> None:
        lost = self._lost({page.mark for page in pages})
        sound = [page for page in pages if page.mark not in lost]
        games = {page.mark: self._games(page) for page in sound}
        for number, model in enumerate(self._models):
            reached = self._checkpoints[number]
            own = [page for page in sound if reached.get(page.shard, BEGINNING) == page.after]
            batches = [_batch(model.place, page, games[page.mark]) for page in own]
            if batches and not all(model.apply(batches)):
                self._checkpoints[number] = dict(model.checkpoints())
            else:
                reached.update((batch.shard, batch.upto) for batch in batches)
        self._restore(lost)

    def _games(self, page: Page) -> dict[str, Sighting]:
        """Return the games of a page, each at its last version there."""
        newest = {e.game_id: e for e in sorted(page.entries, key=lambda e: e.version)}
        return {line.game_id: self._follower.at(line) for line in newest.values()}

    def _lost(self, marks: Collection[Mark]) -> set[Mark]:
        """Return the checkpoints that their feeds lack."""
        lookups = [(shard, mark) for shard, mark in marks if mark != BEGINNING]
        if not lookups:
            return set()
        lines = self._records.feed_lines([(shard, id_of(mark)) for shard, mark in lookups])
        return {at for at, line in zip(lookups, lines, strict=True) if not is_at(at[1], line)}

    def _restore(self, lost: Collection[Mark]) -> None:
        """Restore the shards of the models that are at these checkpoints."""
        if not lost:
            return
        shards = sorted({shard for shard, _ in lost})
        feeds = [read_feed(self._records, shard) for shard in shards]
        games: set[str] = set()
        for model, reached in zip(self._models, self._checkpoints, strict=True):
            behind = [feed for feed in feeds if (feed.shard, reached.get(feed.shard)) in lost]
            held = model.held([feed.shard for feed in behind])
            for feed in behind:
                games |= restore(
                    model, reached[feed.shard], feed, held[feed.shard], self._follower.at
                )
        log.warning(
            "the store was rolled back: %d games restored in the read models, shards %s",
            len(games),
            ", ".join(map(str, shards)),
        )
        self._checkpoints = [dict(model.checkpoints()) for model in self._models]


def _order(mark: str) -> tuple[int, ...]:
    return tuple(map(int, id_of(mark).split("-")))


def _batch(place: Projection, page: Page, games: Mapping[str, Sighting]) -> Batch:
    game_ids = dict.fromkeys(entry.game_id for entry in page.entries)
    changes = tuple(change_of(place, game_id, games[game_id]) for game_id in game_ids)
    return Batch(page.shard, page.after, mark_of(page.entries[-1]), changes)
