"""The event store's contract: appends checked as a whole, reads in order, and a feed per shard."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from domain.record.origin import Origin
from projections.record_fault import RecordFault
from projections.stored_summaries import Summaries

FINGERPRINT = 32
"""The number of hex digits in a command's fingerprint."""


class OrdersChange(Struct, frozen=True):
    """A change of a game's standing orders, made with an append if nobody has changed them since.

    ``revision`` is the one that the writer read, ``next_revision`` the one after the change;
    ``answered`` are the codes of the orders that caused appended events, by version. ``over``
    deletes everything.
    """

    revision: str
    next_revision: str
    written: Mapping[str, bytes] = {}
    removed: Collection[str] = ()
    answered: Mapping[int, str] = {}
    over: bool = False


class StoredOrders(Struct, frozen=True):
    """A game's standing orders by name, and their revision; empty if there never were any."""

    revision: str = ""
    orders: Mapping[str, bytes] = {}


class Append(Struct, frozen=True):
    """The events of one command, recorded all or none.

    ``version`` is that of the first event (the expected version plus 1). ``prev`` is the hash that
    the head must have, 64 zeros if there is no head. ``entries`` are the events in their stored
    form, each with its own hash. ``fingerprint`` is the hash of the command's body, 32 hex digits.
    ``told`` is the version that answers the command, by default the last one. ``command_id`` is
    empty for a change of orders, which is safe to repeat. The id is known for a week after the
    game's last command: later, the version named by a repetition is stale, so nothing is recorded
    twice. ``keep_id`` keeps the id permanently, for commands that name no version. ``orders`` is
    None if orders play no part. ``summary`` is the game's summary after the last event (see
    ``projections.summary``); tools leave it empty.
    """

    game_id: str
    command_id: str
    fingerprint: str
    version: int
    prev: str
    entries: tuple[bytes, ...]
    told: int | None = None
    orders: OrdersChange | None = None
    summary: bytes = b""
    keep_id: bool = False


class Appended(Struct, frozen=True):
    """The version that answers a command; ``repeated`` if it was recorded before."""

    version: int
    fingerprint: str
    repeated: bool


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One line of a shard's feed: an event with this hash brought a game to this version.

    ``hash`` is empty if the line has none.
    """

    id: str
    game_id: str
    version: int
    hash: str = ""


class WrongVersion(Exception):
    """The version or the head's hash is not the one that the writer read: nothing was written."""

    def __init__(self, actual: int) -> None:
        self.actual = actual
        super().__init__(f"the game is at version {actual}")


class OrdersChanged(Exception):
    """The game's standing orders are not those that the writer read: nothing was written."""


class RecordClosed(Exception):
    """The game's record is broken (``broken`` says where), so nothing was added to it."""

    def __init__(self, broken: RecordFault) -> None:
        self.broken = broken
        super().__init__(f"the record breaks at version {broken.version}")


class EventStore(Protocol):
    """Append-only records by game. Every method may raise StoreUnavailable."""

    def append(self, append: Append) -> Appended:
        """Append a command's events, or return the result of a repeated one.

        Raises WrongVersion, OrdersChanged, RecordClosed if the game is marked as broken,
        GameFrozen if the host has closed it, and StoreUnsafe if the events would be lost.
        """

    def orders(self, game_id: str) -> StoredOrders:
        """Return the standing orders of a game."""

    def answered(self, game_id: str) -> dict[int, str]:
        """Return the codes of the orders that caused events of a game, by version."""

    def find_command(self, game_id: str, command_id: str) -> Appended | None:
        """Return the recorded answer of a command id, None if it is new. Raises Unconfirmed."""

    def read(
        self, game_id: str, after: int = 0, limit: int | None = None, until: int | None = None
    ) -> list[bytes]:
        """Return the entries with versions past ``after``, up to ``until``, in order."""

    def newest_version(self, game_id: str) -> int:
        """Return the newest version of a game, 0 if it has no record."""

    def exists(self, game_id: str) -> bool:
        """True if the game has a record."""

    def origin(self, game_id: str) -> Origin | None:
        """Return the origin of an imported game, None for any other."""

    @property
    def summaries(self) -> Summaries:
        """The newest summaries of the games."""

    def feed(self, shard: int, after: str = "0-0", limit: int = 1000) -> list[FeedEntry]:
        """Return a shard's feed past an id, in order."""

    def feeds(self, places: Collection[tuple[int, str]], limit: int) -> list[list[FeedEntry]]:
        """Return the feeds of these shards past these ids, each up to a limit."""

    def feed_lines(self, places: Collection[tuple[int, str]]) -> list[FeedEntry | None]:
        """Return the feeds' lines at these shards and ids, in order; None for a missing one."""

    def feed_ends(self) -> dict[int, str]:
        """Return the last id of every shard's feed, from which to listen."""

    def wait_feeds(self, after: Mapping[int, str], timeout: float) -> dict[int, list[FeedEntry]]:
        """Return the feeds' lines past the ids; wait up to ``timeout`` seconds for some."""

    def check(self) -> None:
        """Raise StoreUnavailable unless the store can be reached and written."""

    @property
    def late_sync(self) -> str | None:
        """The server's last known appendfsync, if it is one that may lose moves in a power cut."""

    @property
    def full_folder(self) -> Path | None:
        """The embedded server's folder if its disk is full."""

    def instance(self) -> str | None:
        """Return the name of the store's running server, None if INFO is forbidden."""

    def verify_settings(self) -> list[str]:
        """Return warnings about unreadable settings. Raises StoreRefused."""
