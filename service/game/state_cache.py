"""The cache of states in each process: every version folded so far, least used games dropped."""

import logging
from bisect import bisect_right
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from threading import Lock
from time import monotonic

from domain.errors import RecordBroken
from domain.kernel.game import REDONE, UNDONE, Game, evolve_recorded
from domain.record.record import Event, encode, read_entry
from projections.contract import Broken
from projections.game_cache import BYTES_A_BYTE, GameCache
from projections.redact import undone_versions
from service.game.slices import yield_control
from service.store.contract import EventStore

PAGE = 100
"""Events read and folded before other requests get their turn: a few milliseconds."""
RECHECK_SECONDS = 60.0
"""Seconds that a cached history is trusted before the whole record is read again."""
LOGGED = 1_000
"""Broken records remembered as already logged."""

log = logging.getLogger(__name__)


class GameUnknown(LookupError):
    """No game has this id."""


@dataclass(slots=True, eq=False)
class _Line:
    """A game's events and the game after each of them; both only grow, under the cache's lock.

    ``turns`` are the versions at which the line was left for another, by an undo or a redo;
    ``undone`` holds the versions off the line since the last turn that was asked for; ``weight``
    is about how many bytes all of it takes, but for the board. ``broken`` says why the line goes no
    further than its record; ``stuck`` are the entries of its last event and of the one after it,
    as they were when that was found.
    """

    events: list[Event] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    undone: tuple[int, frozenset[int]] = (0, frozenset())
    weight: int = 0
    broken: Broken | None = None
    stuck: list[bytes] = field(default_factory=list)
    read_whole: float = field(default_factory=monotonic)

    @property
    def version(self) -> int:
        return len(self.games)

    def extend(self, page: "_Page") -> None:
        """Fold the events that come next; those known already are passed over."""
        broken = page.broken
        try:
            for event in page.events[max(0, self.version - page.after) :]:
                self._add(event)
        except RecordBroken as error:
            broken = Broken(error.version, error.reason)
        is_here = broken is not None and broken.version == self.version + 1
        self.broken = broken if is_here and self.holds(page, self.version) else None
        self.stuck = page.around(self.version + 1) if self.broken else []

    def _add(self, event: Event) -> None:
        game = evolve_recorded(self.games[-1] if self.games else None, event)
        self.events.append(event)
        self.games.append(game)
        self.weight += BYTES_A_BYTE * len(encode(event))
        if event.type in (UNDONE, REDONE):
            self.turns.append(event.version)

    def holds(self, page: "_Page", version: int) -> bool:
        """True if the page holds the line's events from its start up to a version."""
        known = [event.hash for event in self.events[page.after : version]][:PAGE]
        return [event.hash for event in page.events[: len(known)]] == known

    def undone_at(self, version: int) -> frozenset[int]:
        """Return the versions off the line at a version, computed once for each undo or redo."""
        before = bisect_right(self.turns, version)
        if not before:
            return frozenset()
        turn, (known, undone) = self.turns[before - 1], self.undone
        if known != turn:
            undone = undone_versions(self.games[turn - 1], self.events[:turn])
            self.undone = turn, undone
        return undone


@dataclass(frozen=True, slots=True)
class _Page:
    """Stored entries past ``after``, and their events up to the first that is not sound."""

    after: int
    entries: list[bytes]
    events: list[Event]
    broken: Broken | None

    @classmethod
    def of(cls, entries: list[bytes], after: int) -> "_Page":
        """Check each entry's form, place and hash; its link is checked as it is folded."""
        events: list[Event] = []
        try:
            for version, entry in enumerate(entries, start=after + 1):
                events.append(read_entry(entry, version))
        except RecordBroken as error:
            return cls(after, entries, events, Broken(error.version, error.reason))
        return cls(after, entries, events, None)

    @property
    def has_next(self) -> bool:
        """True if there may be entries after these to be read."""
        return len(self.entries) == PAGE and self.broken is None

    def around(self, version: int) -> list[bytes]:
        """Return the entries of the event before a version and of its own."""
        return self.entries[max(0, version - 2 - self.after) : version - self.after]


@dataclass(frozen=True, slots=True)
class History:
    """A game's events up to ``version`` and the game after each: it stays what it is.

    The cache goes on growing the line beneath; a history in use does not change.
    ``broken`` says where and why the record goes on but is not sound, None where it is.
    """

    version: int
    broken: Broken | None
    _line: _Line

    @property
    def game(self) -> Game:
        """The game after the last event of this history."""
        return self.at(self.version)

    @property
    def events(self) -> list[Event]:
        """All events of this history."""
        return self.between(0, self.version)

    @property
    def undone(self) -> frozenset[int]:
        """The versions of undone events, as of the last event of this history."""
        return self._line.undone_at(self.version)

    def at(self, version: int) -> Game:
        """Return the game as of an event (1 to ``version``)."""
        return self._line.games[version - 1]

    def event(self, version: int) -> Event:
        """Return an event (1 to ``version``)."""
        return self._line.events[version - 1]

    def between(self, after: int, until: int) -> list[Event]:
        """Return the events past ``after`` up to ``until``, as far as this history goes."""
        return self._line.events[after : min(until, self.version)]


class StateCache:
    """An LRU of histories, bounded by the memory that they take.

    The store is always asked outside the lock, and a long record is read and folded in pieces
    between which the lock is free: another reader goes on from there. A read begins
    with the last event known, so that a store which has lost events (restored from a backup) is
    noticed and its game folded again.
    """

    def __init__(self, store: EventStore, most_bytes: int) -> None:
        self._store = store
        self._lines: GameCache[_Line] = GameCache(most_bytes)
        self._lock = Lock()
        self._log_once = lru_cache(LOGGED)(_log)

    @property
    def weight(self) -> int:
        """About how many bytes the histories and their boards take."""
        return self._lines.weight

    def known(self, game_id: str) -> History:
        """Return the history as this process knows it, read from the store if it knows none."""
        with self._lock:
            line = self._lines.get(game_id)
            if line is not None and line.broken is None:
                return History(line.version, line.broken, line)
        return self.current(game_id)

    def current(self, game_id: str) -> History:
        """Return the history with all that is recorded now and sound.

        Raises GameUnknown, or RecordBroken where not even its first event is sound.
        """
        with self._lock:
            line = self._lines.get(game_id) or _Line()
            version, broken = line.version, line.broken
        if broken is not None and self._store.read(game_id, version - 1, limit=2) == line.stuck:
            return History(version, broken, line)
        page = self._read(game_id, max(0, version - 1))
        is_line = broken is None and line.holds(page, version)
        if not is_line or not self._holds_whole(game_id, line, version):
            self.forget(game_id)
            line, page = _Line(), self._read(game_id, 0)
        return self._read_on(game_id, self._extended(game_id, line, page), page)

    def is_broken(self, game_id: str) -> bool:
        """True if this process knows that the record breaks, without asking the store."""
        with self._lock:
            line = self._lines.get(game_id)
            return line is not None and line.broken is not None

    def at_least(self, game_id: str, version: int) -> History:
        """Return the history up to ``version`` or later, asking the store only where it must."""
        history = self.known(game_id)
        return history if history.version >= version else self.current(game_id)

    def appended(self, game_id: str, event: Event) -> History:
        """Return the history with an event that was just recorded."""
        with self._lock:
            line = self._lines.get(game_id)
            follows = line is not None and _follows(line, event)
        if line is not None and follows:
            return self._extended(game_id, line, _Page(event.version - 1, [], [event], None))
        return self.current(game_id)

    def forget(self, game_id: str) -> None:
        """Drop a game, so that it is folded from the store again."""
        with self._lock:
            self._lines.pop(game_id)

    def _holds_whole(self, game_id: str, line: _Line, version: int) -> bool:
        """True if the store still has all events of a line, read again where that is due.

        One reads for all: of a game's many listeners each would read the whole record else.
        """
        before, now = line.read_whole, monotonic()
        if now - before < RECHECK_SECONDS:
            return True
        line.read_whole, is_whole = now, False
        try:
            is_whole = self._has_all(game_id, line, version)
        finally:
            if not is_whole:
                line.read_whole = before  # another thread may still hold the line, and put it back
        return is_whole

    def _has_all(self, game_id: str, line: _Line, version: int) -> bool:
        for after in range(0, version, PAGE):
            if not line.holds(self._read(game_id, after), version):
                return False
            yield_control()
        return True

    def _read_on(self, game_id: str, history: History, page: _Page) -> History:
        """Return the history with what follows a page; each page begins with the last event."""
        while page.has_next and history.broken is None:
            yield_control()
            page = self._read(game_id, page.after + PAGE - 1)
            history = self._extended(game_id, history._line, page)
        return history

    def _read(self, game_id: str, after: int) -> _Page:
        return _Page.of(self._store.read(game_id, after=after, limit=PAGE), after)

    def _extended(self, game_id: str, line: _Line, page: _Page) -> History:
        """Add the page to the line, or to a longer one that another thread put here meanwhile."""
        with self._lock:
            present = self._lines.get(game_id)
            if present is not None:
                line = max(present, line, key=lambda each: each.version)
            line.extend(page)
            if line.version:
                self._lines.put(game_id, line.games[0], line, line.weight)
            history = History(line.version, line.broken, line)
        if history.broken is not None:
            self._log_once(game_id, history.broken)
        return _not_empty(game_id, history)


def _not_empty(game_id: str, history: History) -> History:
    """Return the history. Raises RecordBroken or GameUnknown if it has no event."""
    if history.version:
        return history
    if history.broken is not None:
        raise RecordBroken(*astuple(history.broken))
    raise GameUnknown(game_id)


def _log(game_id: str, broken: Broken) -> None:
    log.error("game %s: the record breaks at version %d: %s", game_id, *astuple(broken))


def _follows(line: _Line, event: Event) -> bool:
    return line.version == event.version - 1 and (
        not line.games or line.games[-1].hash == event.prev
    )
