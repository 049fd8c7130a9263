"""Restoring a read model after the store has lost events that the model has applied.

A restored backup or a promoted replica lacks the newest lines of the feeds, and the events they
told of. A read model that has applied one of them holds a checkpoint its feed no longer has. The
feed is then compared with the model, game by game, by version and hash; only the games that differ
are folded anew. The checkpoint is moved last, so that an interrupted restore begins again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice

from projections.contract import (
    BEGINNING,
    Batch,
    FeedEntry,
    Head,
    Model,
    Records,
    Sighting,
    change_of,
    id_of,
    mark_of,
)

LINES = 5_000
GAMES = 250

See = Callable[[FeedEntry], Sighting]
"""Follows a game to the version that a line tells of."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A shard's feed as it is now: the newest line of each game, and the end's checkpoint."""

    shard: int
    newest: Mapping[str, FeedEntry]
    end: str


def read_feed(records: Records, shard: int) -> Feed:
    """A shard's whole feed, told in short."""
    newest: dict[str, FeedEntry] = {}
    end = BEGINNING
    while entries := records.feed(shard, id_of(end), LINES):
        for entry in entries:
            known = newest.get(entry.game_id)
            if known is None or known.version <= entry.version:
                newest[entry.game_id] = entry
        end = mark_of(entries[-1])
    return Feed(shard, newest, end)


def restore(model: Model, mark: str, feed: Feed, held: Mapping[str, Head], see: See) -> set[str]:
    """Bring a shard of a model from a lost checkpoint to its feed's end; return the games mended.

    If another runner restores the shard meanwhile, it is left to that one.
    """
    touched = _touched(feed, held)
    games = iter(touched)
    while some := list(islice(games, GAMES)):
        changes = tuple(change_of(model.place, game, _seen(feed, game, see)) for game in some)
        if not all(model.apply([Batch(feed.shard, mark, mark, changes, restores=True)])):
            return set()
    model.apply([Batch(feed.shard, mark, feed.end, (), restores=True)])
    return set(touched)


def _touched(feed: Feed, held: Mapping[str, Head]) -> list[str]:
    """The games of which the model holds something else than the feed says."""
    now = {game: (line.version, line.hash) for game, line in feed.newest.items()}
    return sorted(game for game in held.keys() | now.keys() if held.get(game) != now.get(game))


def _seen(feed: Feed, game_id: str, see: See) -> Sighting:
    line = feed.newest.get(game_id)
    return see(line) if line is not None else (None, None)
