"""The runner: folds what the feeds tell of and puts it into read models, once and in order."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from domain.errors import RecordBroken
from domain.record import read_entry
from projections.followed import Followed, Place, Placement, follow
from projections.kept import Kept, weight_of

BEGINNING = "0-0"
PAGE = 250
MOST_BYTES = 32_000_000

log = logging.getLogger(__name__)


class FeedEntry(Protocol):
    """One line of a shard's feed: some game has reached a version."""

    @property
    def id(self) -> str:
        """The line's place in the feed."""

    @property
    def game_id(self) -> str:
        """The game."""

    @property
    def version(self) -> int:
        """The version it has reached."""


class Records(Protocol):
    """What the runner asks of the event store."""

    def feed(self, shard: int, after: str, limit: int) -> Sequence[FeedEntry]:
        """A shard's feed past an id, in order."""

    def read(self, game_id: str, after: int, limit: int | None) -> Sequence[bytes]:
        """A game's entries with versions past ``after``, in order."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Why a game cannot be followed: its record does not hold at ``version``."""

    version: int
    reason: str


Sighting = tuple[Followed | None, Broken | None]
"""A game as far as its record holds (None: not even its beginning), and why no further."""


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of a shard's feed: the lines (one at least) that come after a checkpoint."""

    shard: int
    after: str
    entries: Sequence[FeedEntry]


@dataclass(frozen=True, slots=True)
class Change:
    """A game's new place in a read model; ``version`` is 0 when no event of it could be read.

    ``broken`` says that the game should have gone further, but could not be followed.
    """

    game_id: str
    version: int
    placement: Placement
    broken: Broken | None


@dataclass(frozen=True, slots=True)
class Batch:
    """The changes that a page of a shard's feed brings: after one checkpoint, up to another."""

    shard: int
    after: str
    upto: str
    changes: tuple[Change, ...]


class Model(Protocol):
    """A read model with its checkpoints: by shard the id of the last line it has applied."""

    @property
    def place(self) -> Place:
        """What the model holds of a game."""

    def checkpoints(self) -> Mapping[int, str]:
        """The model's checkpoints; a shard that is not named is at the beginning."""

    def apply(self, batches: Sequence[Batch]) -> Sequence[bool]:
        """Apply each batch (of a shard of its own) and move the checkpoint, both or neither.

        False, and nothing changes, where the checkpoint is not the one the batch comes after.
        """


class Follower:
    """An LRU of followed games, bounded by the memory that they take."""

    def __init__(self, records: Records, most_bytes: int = MOST_BYTES) -> None:
        self._records = records
        self._known: Kept[Followed] = Kept(most_bytes)

    def at_least(self, game_id: str, version: int) -> Sighting:
        """The game at ``version`` or later, or as far as its record holds, and why no further."""
        known = self._known.pop(game_id)
        followed, broken = self._read(game_id, known, version)
        if broken is not None and known is not None:
            followed, broken = self._read(game_id, None, version)
        self._keep(game_id, followed)
        if broken is not None:
            log.error("game %s, version %d: %s", game_id, broken.version, broken.reason)
        return followed, broken

    def _read(self, game_id: str, known: Followed | None, version: int) -> Sighting:
        after = known.game.version if known else 0
        if after >= version:
            return known, None
        return _followed(known, self._records.read(game_id, after, version - after), version)

    def _keep(self, game_id: str, followed: Followed | None) -> None:
        if followed is None or followed.game.status == "finished":
            return
        self._known.put(game_id, followed.game, followed, weight_of(followed.game))


def _followed(followed: Followed | None, entries: Iterable[bytes], version: int) -> Sighting:
    reached = followed.game.version if followed else 0
    for entry in entries:
        try:
            followed = follow(followed, read_entry(entry, reached + 1))
        except RecordBroken as error:
            return followed, Broken(reached + 1, error.reason)
        except Exception as error:
            return followed, Broken(reached + 1, f"{type(error).__name__}: {error}")
        reached += 1
    if reached < version:
        return followed, Broken(reached + 1, f"the record ends before version {version}")
    return followed, None


class Runner:
    """Brings read models up to date; several runners on the same models do no harm."""

    def __init__(self, records: Records, models: Sequence[Model], page: int = PAGE) -> None:
        self._records = records
        self._models = models
        self._page = page
        self._follower = Follower(records)
        self._checkpoints: list[dict[int, str]] = []

    def refresh(self) -> None:
        """Read the checkpoints anew: another runner, or a rebuild, may have moved them."""
        self._checkpoints = [dict(model.checkpoints()) for model in self._models]

    def checkpoints(self, shards: Iterable[int]) -> dict[int, str]:
        """By shard the id that every model has reached, as far as this runner knows."""
        return {shard: min(self._reached(shard), key=_order) for shard in shards}

    def catch_up(self, shards: Iterable[int]) -> int:
        """Apply all that the shards' feeds hold now; how many of their lines were read."""
        lines, pending = 0, set(shards)
        while pages := [page for shard in sorted(pending) for page in self._pages(shard)]:
            self._apply(pages)
            lines += sum(len(page.entries) for page in pages)
            pending = {page.shard for page in pages}
        return lines

    def take(self, news: Mapping[int, Sequence[FeedEntry]]) -> None:
        """Apply what has been read already: by shard what comes after ``checkpoints``."""
        after = self.checkpoints(news)
        self._apply([Page(shard, after[shard], entries) for shard, entries in news.items()])

    def _pages(self, shard: int) -> Iterator[Page]:
        """The next page of a feed; models at the same checkpoint share it."""
        for after in set(self._reached(shard)):
            entries = self._records.feed(shard, after, self._page)
            if entries:
                yield Page(shard, after, entries)

    def _reached(self, shard: int) -> list[str]:
        if not self._checkpoints:
            self.refresh()
        return [checkpoints.get(shard, BEGINNING) for checkpoints in self._checkpoints]

    def _apply(self, pages: Sequence[Page]) -> None:
        games = self._games(pages)
        for number, model in enumerate(self._models):
            reached = self._checkpoints[number]
            meant = [page for page in pages if reached.get(page.shard, BEGINNING) == page.after]
            batches = [_batch(model.place, page, games) for page in meant]
            if batches and not all(model.apply(batches)):
                self._checkpoints[number] = dict(model.checkpoints())
            else:
                reached.update((batch.shard, batch.upto) for batch in batches)

    def _games(self, pages: Iterable[Page]) -> dict[str, Sighting]:
        """The games that the pages tell of, each at the last version told or later."""
        entries = sorted((e for page in pages for e in page.entries), key=lambda e: e.version)
        told = {entry.game_id: entry.version for entry in entries}
        return {game_id: self._follower.at_least(game_id, v) for game_id, v in told.items()}


def _order(feed_id: str) -> tuple[int, ...]:
    return tuple(map(int, feed_id.split("-")))


def _batch(place: Place, page: Page, games: Mapping[str, Sighting]) -> Batch:
    told = dict.fromkeys(entry.game_id for entry in page.entries)
    changes = tuple(_change(place, game_id, *games[game_id]) for game_id in told)
    return Batch(page.shard, page.after, page.entries[-1].id, changes)


def _change(place: Place, game_id: str, game: Followed | None, broken: Broken | None) -> Change:
    if game is None:
        return Change(game_id, 0, Placement(), broken)
    version = game.game.version
    try:
        return Change(game_id, version, place(game_id, game), broken)
    except Exception as error:
        log.exception("game %s cannot be shown: version %d", game_id, version)
        return Change(game_id, 0, Placement(), Broken(version, f"{type(error).__name__}: {error}"))
