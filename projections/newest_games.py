"""Games by their newest summaries; games of older releases, which have none, are folded."""

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.kernel.window import within_reach
from domain.record.record import read_entry
from projections.contract import FeedEntry, Records, Sighting, TrimmedLine
from projections.game_cache import GameCache, weight_of
from projections.record_fault import RecordFault
from projections.stored_summaries import Stored
from projections.summary import (
    Followed,
    Summary,
    SummaryUnreadable,
    decode,
    encode,
    follow,
    summary_of,
)

# Only games of older releases are folded here, so a worker needs little room for them.
MOST_BYTES = 32_000_000

Folded = tuple[Followed | None, RecordFault | None]
"""A game as far as its record is sound (None if its first event is not), and its break if any."""

# Hosts filter the log by this name, which is older than the module's.
log = logging.getLogger("projections.newest")


class Newest:
    """Reads games as they are now, or folds them up to a line of a feed."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._follower = Follower(records)

    def all_seen(self, shard: int, lines: Sequence[FeedEntry]) -> dict[str, Sighting]:
        """Return the games of these lines of a shard."""
        stored = self.stored([line.game_id for line in lines])
        return {line.game_id: self.seen(shard, line, stored.get(line.game_id)) for line in lines}

    def stored(self, game_ids: Collection[str]) -> Mapping[str, Stored]:
        """Return the summaries of these games; those of a shard are read at one moment."""
        return self._records.summaries.newest(game_ids) if game_ids else {}

    def seen(self, shard: int, line: FeedEntry, stored: Stored | None) -> Sighting:
        """Return the game of a line: by its summary, or folded if that is missing or older."""
        sighting = stored and sighting_of(stored)
        if sighting and sighting.summary and _is_at_least(sighting.summary, line):
            return sighting
        return self._folded(shard, line)

    def unread(self, shard: int, game_id: str, stored: Stored) -> Sighting | None:
        """Return the game of a summary of another release, folded up to the version it states.

        None if it states none.
        """
        # The summary may be all that is left of the game in a feed, as lines are trimmed.
        version = stored.summary.partition(b" ")[0]
        if not version.isdigit():
            return None
        return self._folded(shard, TrimmedLine(stored.line, game_id, int(version)))

    def _folded(self, shard: int, line: FeedEntry) -> Sighting:
        """Fold a game up to a line, and keep its summary for later readers."""
        followed, broken = self._follower.at(line)
        if followed is None:
            return Sighting(None, broken)
        summary = summary_of(followed)
        if broken is None:
            stored = Stored(line.id, encode(summary))
            self._records.summaries.keep(shard, line.game_id, line.version, stored)
        return Sighting(summary, broken)


def sighting_of(stored: Stored) -> Sighting | None:
    """Return the game of a stored summary; None if that is of another release."""
    try:
        summary = decode(stored.summary)
    except SummaryUnreadable:
        return None
    return Sighting(summary, None, f"{stored.line} {summary.game.hash}")


def _is_at_least(summary: Summary, line: FeedEntry) -> bool:
    game = summary.game
    is_same = game.version == line.version and line.hash in (game.hash, "")
    return game.version > line.version or is_same


class Follower:
    """Follows games, keeping recent ones in an LRU cache bounded by memory."""

    def __init__(self, records: Records, most_bytes: int = MOST_BYTES) -> None:
        self._records = records
        self._known: GameCache[Followed] = GameCache(most_bytes)

    def at(self, line: FeedEntry) -> Folded:
        """Return a game at the version of a line, or up to the break of its record."""
        # A cached game serves only if the record still continues from it: after a roll-back of the
        # store, other events may stand in place of those folded here.
        known = self._known.pop(line.game_id)
        if known is not None and not _leads_to(known, line):
            known = None
        followed, broken = self._read(line, known)
        if broken is not None and known is not None:
            # The record may be sound and the cached game stale: read it from its beginning.
            followed, broken = self._read(line, None)
        self._keep(line.game_id, followed)
        if broken is not None:
            log.error(
                "game %s, version %d: %s",
                line.game_id,
                broken.version,
                broken.reason,
                extra={"game_id": line.game_id},
            )
        return followed, broken

    def _read(self, line: FeedEntry, known: Followed | None) -> Folded:
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
    """True if the line may continue the game; the hashes of the events in between decide."""
    game = known.game
    return game.version < line.version or (game.version, game.hash) == (line.version, line.hash)


def _followed(followed: Followed | None, entries: Iterable[bytes], version: int) -> Folded:
    reached = followed.game.version if followed else 0
    for entry in entries:
        try:
            followed = _kept_short(follow(followed, read_entry(entry, reached + 1)))
        except RecordBroken as error:
            return followed, RecordFault(reached + 1, error.reason)
        # A fault in one game's record, or in our own code, must not stop all other games.
        except Exception as error:
            return followed, RecordFault(
                reached + 1, f"it cannot be followed: {type(error).__name__}"
            )
        reached += 1
    if reached < version:
        return followed, RecordFault(reached + 1, f"the record ends before version {version}")
    return followed, None


def _kept_short(followed: Followed) -> Followed:
    """Return the game without the long chain of moments that no event can reach."""
    game = within_reach(followed.game)
    return followed if game is followed.game else replace(followed, game=game)
