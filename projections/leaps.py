"""Leaps over feeds: games that have changed since a checkpoint, without the lines in between.

One summary stands for all events of a game, so a model that is far behind catches up game by game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from projections.contract import BEGINNING, Sighting, place_of
from projections.newest_games import sighting_of
from projections.stored_summaries import Changed, End, Stored, Summaries

# Summaries are some hundred bytes each: a step stays below a few megabytes.
MOST, LEAST = 4096, 64
"""The games in one step: at most MOST in all shards, but at least LEAST in each."""


Fold = Callable[[int, str, Stored], Sighting | None]
"""Folds a shard's game whose summary is of another release; None if that states no version."""


@dataclass(frozen=True, slots=True)
class Leap:
    """A leap over a shard's feed from a line on, as far as it was made.

    ``games`` are those of its last step. Unless it ``is_over``, there may be more games from the
    time ``since`` (ms since 1970) on; at least ``tied`` games have exactly that time. The leap
    leads to the feed's ``end``, or to no line if that is None.
    """

    shard: int
    after: str
    end: str | None
    since: int
    games: Mapping[str, Sighting] = field(default_factory=dict)
    tied: int = 0
    is_over: bool = False


def begin_leaps(ends: Mapping[int, End], after: Mapping[int, str]) -> list[Leap]:
    """Return the leaps of these shards over the lines after one line of each.

    Shards that are not settled are left out, except from the beginning.
    """
    # At the beginning of a feed lines may have been trimmed, and only the summaries have their
    # games.
    return [
        Leap(shard, line, ends[shard].mark if ends[shard].is_settled else None, place_of(line)[0])
        for shard, line in after.items()
        if ends[shard].is_settled or line == BEGINNING
    ]


def take_next(summaries: Summaries, leaps: Sequence[Leap], fold: Fold) -> list[Leap]:
    """Return the leaps one step on; those in which a game has no summary are left out.

    A game that changes in between comes again, with a later time.
    """
    # More than all games with the same time, as otherwise a step could not get past that time.
    size = max(LEAST, MOST // len(leaps), *(2 * leap.tied for leap in leaps))
    changed = summaries.changed({leap.shard: leap.since for leap in leaps}, size)
    stored = summaries.newest([each.game_id for some in changed.values() for each in some])
    each = (_stepped(leap, changed[leap.shard], stored, size, fold) for leap in leaps)
    return [leap for leap in each if leap is not None]


def _stepped(
    leap: Leap, changed: Sequence[Changed], stored: Mapping[str, Stored], size: int, fold: Fold
) -> Leap | None:
    after, games = place_of(leap.after), {}
    for game, _ in changed:
        if game not in stored:
            return None
        if place_of(stored[game].line) <= after:
            continue
        sighting = sighting_of(stored[game]) or fold(leap.shard, game, stored[game])
        if sighting is None:
            return None
        games[game] = sighting
    if len(changed) < size:
        return replace(leap, games=games, is_over=True)
    last = changed[-1].at
    return replace(leap, games=games, since=last, tied=size if last == changed[0].at else 0)


def seen_until(
    summaries: Summaries, shard: int, until: int, fold: Fold
) -> Iterator[tuple[str, Sighting]]:
    """Yield the games of a shard by their summaries, up to a time (ms since 1970)."""
    leaps = [Leap(shard, BEGINNING, None, 0)]
    while leaps and not leaps[0].is_over and leaps[0].since <= until:
        leaps = take_next(summaries, leaps, fold)
        for leap in leaps:
            yield from leap.games.items()
