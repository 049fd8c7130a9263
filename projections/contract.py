"""The contracts of the runner: the records that it reads and the read models that it updates."""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from domain.record.visibility import JsonObject
from projections.record_fault import RecordFault
from projections.stored_summaries import Summaries
from projections.summary import Summary

BEGINNING = "0-0"
AHEAD = "|"
"""Separates the checkpoint's own line from a later one: the last that any game has reached."""

log = logging.getLogger(__name__)


class FeedEntry(Protocol):
    """A line of a shard's feed: a game has reached a version."""

    @property
    def id(self) -> str:
        """Position in the feed."""

    @property
    def game_id(self) -> str:
        """Id of the game."""

    @property
    def version(self) -> int:
        """Version the game has reached."""

    @property
    def hash(self) -> str:
        """Hash of that event; empty in lines of older releases."""


@dataclass(frozen=True, slots=True)
class TrimmedLine:
    """A line that was trimmed from its feed, known only from a game's summary."""

    id: str
    game_id: str
    version: int
    hash: str = ""


Mark = tuple[int, str]
"""A shard and a checkpoint in its feed."""


class Records(Protocol):
    """The part of the event store that the runner reads."""

    @property
    def summaries(self) -> Summaries:
        """The newest summaries of the games."""

    def feed(self, shard: int, after: str, limit: int) -> Sequence[FeedEntry]:
        """Return the lines of a shard's feed after an id, in order."""

    def feeds(
        self, places: Collection[tuple[int, str]], limit: int
    ) -> Sequence[Sequence[FeedEntry]]:
        """Return the lines of these shards' feeds after these ids, up to a limit for each."""

    def feed_lines(self, places: Collection[tuple[int, str]]) -> Sequence[FeedEntry | None]:
        """Return the lines at these shards and ids, in their order; None for a missing one."""

    def read(self, game_id: str, after: int, limit: int | None) -> Sequence[bytes]:
        """Return a game's entries after a version, in order."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A game as far as its record is sound (None if its first event is not), and its break if any.

    ``mark`` is the mark of the game's line in the feed, given if the line may be ahead of the
    reader.
    """

    summary: Summary | None
    broken: RecordFault | None = None
    mark: str = BEGINNING


@dataclass(frozen=True, slots=True)
class Placement:
    """A game's row in a read model (None if it has none) and its sort key in each of its lists.

    ``facts`` is the line by which these lists are filtered.
    """

    row: JsonObject | None = None
    sort_keys: Mapping[str, int] = field(default_factory=dict)
    facts: str = ""


Projection = Callable[[str, Summary], Placement]
"""A read model as a pure function of a game's id and its summary."""

LastEvent = tuple[int, str]
"""Version and hash of a game's last event."""


@dataclass(frozen=True, slots=True)
class Change:
    """A game's new placement in a read model, as of ``version`` (0: no event could be read).

    ``hash`` is that of the version's event; ``broken`` is the break at which following stopped.
    """

    game_id: str
    version: int
    placement: Placement
    broken: RecordFault | None
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """The changes from one checkpoint of a shard's feed to another.

    A batch that ``restores`` replaces even newer rows of its games.
    """

    shard: int
    after: str
    upto: str
    changes: tuple[Change, ...]
    restores: bool = False


class Model(Protocol):
    """A read model and its checkpoints: by shard, the mark of the last line applied."""

    @property
    def place(self) -> Projection:
        """The function that places a game in the model."""

    def checkpoints(self) -> Mapping[int, str]:
        """Return the checkpoints; a shard without one is at the beginning."""

    def last_events(self, shards: Collection[int]) -> Mapping[int, Mapping[str, LastEvent]]:
        """Return, by shard, the games in the model with the last event applied."""

    def breaks(self, shards: Collection[int]) -> Mapping[int, Mapping[str, RecordFault]]:
        """Return the games that the model holds to be broken, by shard."""

    def apply(self, batches: Sequence[Batch]) -> Sequence[bool]:
        """Apply each batch (one a shard) and move its checkpoint, both or neither.

        Return False for a batch that does not start at the present checkpoint.
        """


def mark_of(entry: FeedEntry) -> str:
    """Return the checkpoint of a line: its id and its hash."""
    # After a roll-back the store gives the same ids to other lines.
    return f"{entry.id} {entry.hash}".rstrip()


def ahead(mark: str, marks: Iterable[str]) -> str:
    """Return the checkpoint of a line, with the last of ``marks`` if that is ahead of the line.

    Some games of the model are in the state of the lines in ``marks``. The model is sound as long
    as its feed has both lines.
    """
    # The last one stands for all before it, since the feed had the others when it was read.
    last = max((mark, *marks), key=place_of)
    return mark if place_of(last) <= place_of(mark) else f"{mark}{AHEAD}{last}"


def own_mark(mark: str) -> str:
    """Return the mark of the checkpoint's own line, without the later line."""
    return mark.partition(AHEAD)[0]


def parts_of(mark: str) -> list[str]:
    """Return the marks of the lines that the feed must have for the checkpoint to be sound."""
    return [part for part in mark.split(AHEAD) if part != BEGINNING]


def id_of(mark: str) -> str:
    """Return the id of a checkpoint's line."""
    return own_mark(mark).partition(" ")[0]


def place_of(mark: str) -> tuple[int, ...]:
    """Return the place of a checkpoint's line in its feed, for comparisons."""
    return tuple(map(int, id_of(mark).split("-")))


def is_at(mark: str, entry: FeedEntry | None) -> bool:
    """True if a mark, of a single line, is that of ``entry``."""
    # Lines of older releases have no hash, so a mark may be an id alone.
    return entry is not None and mark in (mark_of(entry), entry.id)


def change_of(place: Projection, game_id: str, sighting: Sighting) -> Change:
    """Return a game's change in the read model of ``place``."""
    summary, broken = sighting.summary, sighting.broken
    if summary is None:
        return Change(game_id, 0, Placement(), broken)
    game = summary.game
    try:
        return Change(game_id, game.version, place(game_id, summary), broken, game.hash)
    # A game that cannot be shown must not stop the read models of all others.
    except Exception as error:
        log.exception(
            "game %s cannot be shown: version %d", game_id, game.version, extra={"game_id": game_id}
        )
        # Only the kind of error: its text might name a hidden value.
        broken = RecordFault(game.version, f"it cannot be shown: {type(error).__name__}")
        return Change(game_id, 0, Placement(), broken)
