"""The contracts of the runner: the records it reads and the read models it updates."""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from projections.followed import Followed, Placement, Projection

BEGINNING = "0-0"

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


Mark = tuple[int, str]
"""A shard and a checkpoint in its feed."""


class Records(Protocol):
    """The part of the event store that the runner reads."""

    def feed(self, shard: int, after: str, limit: int) -> Sequence[FeedEntry]:
        """Return the lines of a shard's feed after an id, in order."""

    def feed_lines(self, places: Collection[tuple[int, str]]) -> Sequence[FeedEntry | None]:
        """Return the lines at these shards and ids, in their order; None for a missing one."""

    def read(self, game_id: str, after: int, limit: int | None) -> Sequence[bytes]:
        """Return a game's entries after a version, in order."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The reason why a game cannot be followed: its record breaks at ``version``."""

    version: int
    reason: str


Sighting = tuple[Followed | None, Broken | None]
"""A game as far as its record is sound (None: its first event is not), and its break if any."""

Head = tuple[int, str]
"""Version and hash of a game's last event."""


@dataclass(frozen=True, slots=True)
class Change:
    """A game's new placement in a read model, as of ``version`` (0: no event could be read).

    ``hash`` is that of the version's event; ``broken`` is the break at which following stopped.
    """

    game_id: str
    version: int
    placement: Placement
    broken: Broken | None
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

    def held(self, shards: Collection[int]) -> Mapping[int, Mapping[str, Head]]:
        """Return, by shard, the games in the model with the last event applied."""

    def apply(self, batches: Sequence[Batch]) -> Sequence[bool]:
        """Apply each batch (one a shard) and move its checkpoint, both or neither.

        Return False for a batch that does not start at the present checkpoint.
        """


def mark_of(entry: FeedEntry) -> str:
    """Return the checkpoint of a line: its id, and its hash, as a rolled-back store reuses ids."""
    return f"{entry.id} {entry.hash}".rstrip()


def id_of(mark: str) -> str:
    """Return the id of a checkpoint's line."""
    return mark.partition(" ")[0]


def is_at(mark: str, entry: FeedEntry | None) -> bool:
    """True if the checkpoint is this line's."""
    if entry is None:
        return mark == BEGINNING
    return mark in (mark_of(entry), entry.id)


def change_of(place: Projection, game_id: str, sighting: Sighting) -> Change:
    """Return a game's change in the read model of ``place``."""
    followed, broken = sighting
    if followed is None:
        return Change(game_id, 0, Placement(), broken)
    game = followed.game
    try:
        return Change(game_id, game.version, place(game_id, followed), broken, game.hash)
    except Exception as error:
        log.exception("game %s cannot be shown: version %d", game_id, game.version)
        # Only the kind of error: its text might name a hidden value.
        broken = Broken(game.version, f"it cannot be shown: {type(error).__name__}")
        return Change(game_id, 0, Placement(), broken)
