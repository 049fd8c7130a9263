"""The runner: reads the games named in feeds and updates the read models, once and in order."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from projections.contract import (
    BEGINNING,
    Batch,
    FeedEntry,
    Mark,
    Model,
    Projection,
    Records,
    Sighting,
    ahead,
    change_of,
    id_of,
    is_at,
    mark_of,
    own_mark,
    parts_of,
    place_of,
)
from projections.leaps import Leap, begin_leaps, take_next
from projections.newest_games import Newest, sighting_of
from projections.record_fault import RecordFault
from projections.restoring import Lookout, read_feed, restore
from projections.stored_summaries import Stored

# Lines in one read: enough to share a round trip, few enough to hold in memory for every shard.
PAGE = 1000
LEAPS = 10
"""The number of times that leaps start again after another runner was ahead."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FeedPage:
    """The lines, at least one, after a checkpoint of a shard's feed."""

    shard: int
    after: str
    entries: Sequence[FeedEntry]


@dataclass(frozen=True, slots=True)
class FeedStep:
    """Games, each at least as new as in the lines from one checkpoint of a feed to another."""

    shard: int
    after: str
    upto: str
    games: Mapping[str, Sighting]

    @property
    def mark(self) -> Mark:
        """The checkpoint before the step."""
        return self.shard, self.after


class Runner:
    """Brings read models up to date; several runners may serve the same models.

    A model shows each game in the lines up to its checkpoint, in the state of that line or of a
    later one. The model is sound as long as its feed contains the checkpoint and the last of those
    later lines, which the checkpoint names as well; otherwise the model must be restored.
    """

    def __init__(self, records: Records, models: Sequence[Model], page: int = PAGE) -> None:
        self._records = records
        self._models = models
        self._page = page
        self._newest = Newest(records)
        self._checkpoints: list[dict[int, str]] = []

    def refresh(self, shards: Collection[int] | None = None) -> None:
        """Read the checkpoints again; restore models whose feeds (all, or these) lack them."""
        # Another runner or a rebuild may have moved one; the store may have been rolled back.
        self._checkpoints = [dict(model.checkpoints()) for model in self._models]
        marks = {mark for reached in self._checkpoints for mark in reached.items()}
        self._restore(self._lost({m for m in marks if shards is None or m[0] in shards}))

    def checkpoints(self, shards: Iterable[int]) -> dict[int, str]:
        """Return, by shard, the id that every model has reached, as far as this runner knows."""
        return {shard: id_of(self._lowest(shard)) for shard in shards}

    def catch_up(self, shards: Iterable[int], still: Callable[[int], bool] = lambda _: True) -> int:
        """Bring the models to the ends of these feeds; return the number of games or lines taken.

        Before each step ``still`` is asked whether a shard is this runner's; others are left out.
        """
        # Leaps first: one summary stands for all lines of a game, however many there are.
        pending = set(shards)
        return self._leap(pending, still) + self._walk(pending, still)

    def _leap(self, pending: set[int], still: Callable[[int], bool]) -> int:
        """Take the games that have changed, instead of their lines.

        Leave in ``pending`` the shards whose feeds have lines of games without a summary.
        """
        games = 0
        for _ in range(LEAPS):
            leaps = self._leaps(pending)
            while leaps := [leap for leap in leaps if still(leap.shard)]:
                known = take_next(self._records.summaries, leaps, self._newest.unread)
                if not self._advance([step for leap in known for step in self._steps(leap)]):
                    break
                games += sum(len(leap.games) for leap in known)
                pending -= {leap.shard for leap in known if leap.is_over and leap.end}
                leaps = [leap for leap in known if not leap.is_over]
            # Every leap came to its end. After a failed step, the loop breaks and all start again.
            else:
                break
        return games

    def _leaps(self, pending: set[int]) -> list[Leap]:
        """Return the leaps to make; leave in ``pending`` the shards that are not at their ends."""
        reached = {shard: self._reached(shard) for shard in pending}
        ends = self._records.summaries.ends(sorted(pending))
        pending &= {n for n, end in ends.items() if {own_mark(m) for m in reached[n]} != {end.mark}}
        lowest = {shard: id_of(self._lowest(shard)) for shard in sorted(pending)}
        return begin_leaps(ends, lowest)

    def _steps(self, leap: Leap) -> list[FeedStep]:
        """Return the steps of a leap from the checkpoints of its shard, if there is any news."""
        end = leap.end if leap.is_over else None
        marks = set(self._reached(leap.shard)) if leap.games or end else ()
        return [FeedStep(leap.shard, mark, end or own_mark(mark), leap.games) for mark in marks]

    def _walk(self, shards: Iterable[int], still: Callable[[int], bool]) -> int:
        """Apply these feeds line by line to their ends; return the number of lines read."""
        lines, pending = 0, set(shards)
        while pages := self._pages(filter(still, sorted(pending)), self._page):
            self._apply(pages)
            lines += sum(len(page.entries) for page in pages)
            pending = {page.shard for page in pages}
        return lines

    def look_again(self, shards: Collection[int]) -> None:
        """Take games of these shards that count as broken but have a summary past the break."""
        # A worker of an older release may have marked them, unable to read events that this one
        # can.
        told = [model.breaks(shards) for model in self._models]
        for shard in shards:
            breaks = {game: why for model in told for game, why in model.get(shard, {}).items()}
            if games := dict(self._past(breaks)):
                marks = set(self._reached(shard))
                self._advance([FeedStep(shard, mark, own_mark(mark), games) for mark in marks])

    def _past(self, breaks: Mapping[str, RecordFault]) -> Iterator[tuple[str, Sighting]]:
        for game, stored in self._newest.stored(breaks).items():
            seen = sighting_of(stored)
            if seen and seen.summary and seen.summary.game.version >= breaks[game].version:
                yield game, seen

    def take(self, news: Mapping[int, Sequence[FeedEntry]]) -> None:
        """Apply lines that were read already: by shard, those after ``checkpoints``."""
        self._apply([FeedPage(shard, self._lowest(shard), lines) for shard, lines in news.items()])

    def _lowest(self, shard: int) -> str:
        first, *others = self._reached(shard)
        return first if others.count(first) == len(others) else min([first, *others], key=place_of)

    def _pages(self, shards: Iterable[int], size: int) -> list[FeedPage]:
        """Return the next pages of these feeds; models at the same checkpoint share one."""
        marks = [(n, mark) for n in shards for mark in sorted(set(self._reached(n)), key=place_of)]
        feeds = self._records.feeds([(n, id_of(mark)) for n, mark in marks], size)
        each = zip(marks, feeds, strict=True)
        return [FeedPage(*mark, entries) for mark, entries in each if entries]

    def _reached(self, shard: int) -> list[str]:
        if not self._checkpoints:
            self.refresh()
        return [checkpoints.get(shard, BEGINNING) for checkpoints in self._checkpoints]

    def _apply(self, pages: Sequence[FeedPage]) -> None:
        stored = self._newest.stored({e.game_id for page in pages for e in page.entries})
        self._advance([self._step(page, stored) for page in pages])

    def _step(self, page: FeedPage, stored: Mapping[str, Stored]) -> FeedStep:
        """Return the step over a page, with each of its games at least as new as its line."""
        newest = {e.game_id: e for e in sorted(page.entries, key=lambda e: e.version)}
        games = {g: self._newest.seen(page.shard, e, stored.get(g)) for g, e in newest.items()}
        return FeedStep(page.shard, page.after, mark_of(page.entries[-1]), games)

    def _advance(self, steps: Sequence[FeedStep]) -> bool:
        """Take the steps whose checkpoints are still sound; True if each was taken."""
        # Checked after all was read: a store rolled back in between would give a mix of both.
        lost = self._lost({step.mark for step in steps})
        sound = [step for step in steps if step.mark not in lost]
        taken = [self._advance_model(number, sound) for number in range(len(self._models))]
        self._restore(lost)
        return all(taken) and not lost

    def _advance_model(self, number: int, steps: Sequence[FeedStep]) -> bool:
        model, reached = self._models[number], self._checkpoints[number]
        own = [step for step in steps if reached.get(step.shard, BEGINNING) == step.after]
        batches = [_batch(model.place, step) for step in own]
        # Refused: another runner was there first, so this one must read where that one got to.
        if batches and not all(model.apply(batches)):
            self._checkpoints[number] = dict(model.checkpoints())
            return False
        reached.update((batch.shard, batch.upto) for batch in batches)
        return True

    def _lost(self, marks: Collection[Mark]) -> set[Mark]:
        """Return the checkpoints whose feeds lack one of their lines."""
        lookups = [(at, part) for at in marks for part in parts_of(at[1])]
        if not lookups:
            return set()
        lines = self._records.feed_lines([(at[0], id_of(part)) for at, part in lookups])
        each = zip(lookups, lines, strict=True)
        return {at for (at, part), line in each if not is_at(part, line)}

    def _restore(self, lost: Collection[Mark]) -> None:
        """Restore the shards of the models that are at these checkpoints."""
        if not lost:
            return
        shards = sorted({shard for shard, _ in lost})
        feeds = [read_feed(self._records, shard, self._newest.unread) for shard in shards]
        games: set[str] = set()
        for model, reached in zip(self._models, self._checkpoints, strict=True):
            behind = [feed for feed in feeds if (feed.shard, reached.get(feed.shard)) in lost]
            last_events = model.last_events([feed.shard for feed in behind])
            for feed in behind:
                lookout = Lookout(self._newest.all_seen, self._lost)
                games |= restore(model, reached[feed.shard], feed, last_events[feed.shard], lookout)
        log.warning(
            "the store was rolled back: %d games restored in the read models, shards %s",
            len(games),
            ", ".join(map(str, shards)),
        )
        self._checkpoints = [dict(model.checkpoints()) for model in self._models]


def _batch(place: Projection, step: FeedStep) -> Batch:
    changes = tuple(change_of(place, game_id, seen) for game_id, seen in step.games.items())
    marks = (sighting.mark for sighting in step.games.values())
    upto = ahead(step.upto, [*parts_of(step.after), *marks])
    return Batch(step.shard, step.after, upto, changes)
