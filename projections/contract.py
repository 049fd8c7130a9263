"""The runner's contracts: the records that it reads and the read models that it feeds."""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from projections.followed import Followed, Place, Placement

BEGINNING = "0-0"

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

    @property
    def hash(self) -> str:
        """The hash of the event with that version; empty in lines written by older releases."""


Mark = tuple[int, str]
"""A shard, and a checkpoint in its feed."""


class Records(Protocol):
    """What the runner asks of the event store."""

    def feed(self, shard: int, after: str, limit: int) -> Sequence[FeedEntry]:
        """A shard's feed past an id, in order."""

    def feed_lines(self, places: Collection[tuple[int, str]]) -> Sequence[FeedEntry | None]:
        """The feeds' lines at these shards and ids, in their order; None where there is none."""

    def read(self, game_id: str, after: int, limit: int | None) -> Sequence[bytes]:
        """A game's entries with versions past ``after``, in order."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Why a game cannot be followed: its record does not hold at ``version``."""

    version: int
    reason: str


Sighting = tuple[Followed | None, Broken | None]
"""A game as far as its record holds (None: not even its beginning), and why no further."""

Head = tuple[int, str]
"""A game's last event: its version and its hash."""


@dataclass(frozen=True, slots=True)
class Change:
    """A game's new place in a read model; ``version`` is 0 when no event of it could be read.

    ``hash`` is that of the version's event. ``broken`` says that the game should have gone
    further, but could not be followed.
    """

    game_id: str
    version: int
    placement: Placement
    broken: Broken | None
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """The changes that a page of a shard's feed brings: after one checkpoint, up to another.

    One that ``restores`` replaces what the model holds of its games, be that newer.
    """

    shard: int
    after: str
    upto: str
    changes: tuple[Change, ...]
    restores: bool = False


class Model(Protocol):
    """A read model with its checkpoints: by shard the mark of the last line it has applied."""

    @property
    def place(self) -> Place:
        """What the model holds of a game."""

    def checkpoints(self) -> Mapping[int, str]:
        """The model's checkpoints; a shard that is not named is at the beginning."""

    def held(self, shards: Collection[int]) -> Mapping[int, Mapping[str, Head]]:
        """By shard the games that the model knows, each with the last event applied."""

    def apply(self, batches: Sequence[Batch]) -> Sequence[bool]:
        """Apply each batch (of a shard of its own) and move the checkpoint, both or neither.

        False, and nothing changes, where the checkpoint is not the one the batch comes after.
        """


def mark_of(entry: FeedEntry) -> str:
    """The checkpoint that a line is: its id, and the hash that tells it from another line's."""
    return f"{entry.id} {entry.hash}".rstrip()


def id_of(mark: str) -> str:
    """The id of a checkpoint's line."""
    return mark.partition(" ")[0]


def is_at(mark: str, entry: FeedEntry | None) -> bool:
    """Whether a line is the one that a checkpoint was made of."""
    if entry is None:
        return mark == BEGINNING
    return mark in (mark_of(entry), entry.id)


def change_of(place: Place, game_id: str, sighting: Sighting) -> Change:
    """A game's change in the read model that ``place`` makes."""
    followed, broken = sighting
    if followed is None:
        return Change(game_id, 0, Placement(), broken)
    game = followed.game
    try:
        return Change(game_id, game.version, place(game_id, followed), broken, game.hash)
    except Exception as error:
        log.exception("game %s cannot be shown: version %d", game_id, game.version)
        # The kind alone: an error's text could tell a hidden value.
        why = Broken(game.version, f"it cannot be shown: {type(error).__name__}")
        return Change(game_id, 0, Placement(), why)
