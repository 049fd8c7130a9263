"""Restoring a read model after the store has lost events that the model has applied.

A restored backup or a promoted replica lacks the newest events and their lines in the feeds. A read
model that has applied one of them holds a checkpoint that its feed lacks. The feed is then compared
with the model game by game, by version and hash, and only games that differ are read again. The
checkpoint moves last, so that an interrupted restore starts over.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from projections.contract import (
    BEGINNING,
    Batch,
    FeedEntry,
    LastEvent,
    Mark,
    Model,
    Records,
    Sighting,
    TrimmedLine,
    ahead,
    change_of,
    id_of,
    mark_of,
    place_of,
)
from projections.leaps import Fold, seen_until

# Lines read and games restored at a time, which bounds the memory of a restore.
LINES = 5_000
GAMES = 250


@dataclass(frozen=True, slots=True)
class Lookout:
    """The look-ups of a restore: the games of a shard's lines, and the marks missing in feeds."""

    see: Callable[[int, Sequence[FeedEntry]], Mapping[str, Sighting]]
    lost: Callable[[Collection[Mark]], Collection[Mark]]


@dataclass(frozen=True, slots=True)
class Feed:
    """The newest line of each game in a shard's feed, and the checkpoint of its end."""

    shard: int
    newest: Mapping[str, FeedEntry]
    end: str


def read_feed(records: Records, shard: int, fold: Fold) -> Feed:
    """Read a shard's whole feed, keeping the newest line of each game.

    Games whose lines were trimmed from its beginning are taken from summaries.
    """
    newest: dict[str, FeedEntry] = {}
    end = BEGINNING
    while entries := records.feed(shard, id_of(end), LINES):
        if end == BEGINNING:
            newest.update(trimmed_lines(records, shard, entries[0].id, fold))
        for entry in entries:
            known = newest.get(entry.game_id)
            if known is None or known.version <= entry.version:
                newest[entry.game_id] = entry
        end = mark_of(entries[-1])
    return Feed(shard, newest, end)


def trimmed_lines(
    records: Records, shard: int, first: str, fold: Fold
) -> Iterator[tuple[str, TrimmedLine]]:
    """Yield the games whose newest lines were before the ``first`` line left in a feed."""
    for game, seen in seen_until(records.summaries, shard, place_of(first)[0], fold):
        if seen.summary is not None and place_of(seen.mark) < place_of(first):
            facts = seen.summary.game
            yield game, TrimmedLine(id_of(seen.mark), game, facts.version, facts.hash)


def restore(
    model: Model, mark: str, feed: Feed, last_events: Mapping[str, LastEvent], lookout: Lookout
) -> set[str]:
    """Bring a shard of a model from a lost checkpoint to the end of its feed.

    Return the games restored; none if another runner restores the shard at the same time, or the
    store is rolled back once more in between.
    """
    touched, marks = _touched(feed, last_events), set[str]()
    games = iter(touched)
    while chunk := list(islice(games, GAMES)):
        seen = _seen(feed, chunk, lookout)
        changes = tuple(change_of(model.place, game, seen[game]) for game in chunk)
        if not all(model.apply([Batch(feed.shard, mark, mark, changes, restores=True)])):
            return set()
        marks |= {each.mark for each in seen.values() if place_of(each.mark) > place_of(feed.end)}
    # The store may have been rolled back once more since these games were read. The checkpoint
    # then stays lost, so the next round starts over.
    if lookout.lost({(feed.shard, each) for each in marks}):
        return set()
    model.apply([Batch(feed.shard, mark, ahead(feed.end, marks), (), restores=True)])
    return set(touched)


def _touched(feed: Feed, last_events: Mapping[str, LastEvent]) -> list[str]:
    """Return the games whose version or hash in the model differs from the feed."""
    now = {game: (line.version, line.hash) for game, line in feed.newest.items()}
    return sorted(
        game for game in last_events.keys() | now.keys() if last_events.get(game) != now.get(game)
    )


def _seen(feed: Feed, games: Iterable[str], lookout: Lookout) -> dict[str, Sighting]:
    """Return the games as they are now; games without a line are gone."""
    lines = [line for game in games if (line := feed.newest.get(game)) is not None]
    return {**dict.fromkeys(games, Sighting(None)), **lookout.see(feed.shard, lines)}
