"""The states each process keeps: by game every version folded so far, the least used dropped."""

from bisect import bisect_right
from dataclasses import dataclass, field
from threading import Lock

from domain.errors import RecordBroken
from domain.game import REDONE, UNDONE, Game, evolve
from domain.record import Event, decode, encode
from projections.kept import BYTES_A_BYTE, Kept
from projections.redact import undone_versions
from service.breathing import breathe
from service.store.contract import EventStore

PAGE = 100
"""So many events are read and folded before other requests have their turn: a few milliseconds."""


class GameUnknown(LookupError):
    """No game has this id."""


@dataclass(slots=True, eq=False)
class _Line:
    """A game's events and the game after each of them; both only grow, under the cache's lock.

    ``turns`` are the versions at which the line was left for another, by an undo or a redo;
    ``undone`` holds what was off the line since the last of them that was asked for; ``weight``
    is about how many bytes all of it takes, but for the board.
    """

    events: list[Event] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    undone: tuple[int, frozenset[int]] = (0, frozenset())
    weight: int = 0

    @property
    def version(self) -> int:
        return len(self.games)

    def extend(self, events: list[Event]) -> None:
        """Fold the events that come next; those known already are passed over."""
        for event in events:
            if event.version > self.version:
                game = _evolved(self.games[-1] if self.games else None, event)
                self.events.append(event)
                self.games.append(game)
                self.weight += BYTES_A_BYTE * len(encode(event))
                if event.type in (UNDONE, REDONE):
                    self.turns.append(event.version)

    def undone_at(self, version: int) -> frozenset[int]:
        """The versions off the line as of a version: worked out once for each undo and redo."""
        before = bisect_right(self.turns, version)
        if not before:
            return frozenset()
        turn, (known, found) = self.turns[before - 1], self.undone
        if known != turn:
            found = undone_versions(self.games[turn - 1], self.events[:turn])
            self.undone = turn, found
        return found


@dataclass(frozen=True, slots=True)
class History:
    """A game's events up to ``version`` and the game after each: it stays what it is.

    The cache goes on growing the line beneath; whoever holds a history is not disturbed by it.
    """

    version: int
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
        """The versions of what was taken back, as of the last event of this history."""
        return self._line.undone_at(self.version)

    def at(self, version: int) -> Game:
        """The game as of an event (1 to ``version``)."""
        return self._line.games[version - 1]

    def event(self, version: int) -> Event:
        """An event (1 to ``version``)."""
        return self._line.events[version - 1]

    def between(self, after: int, until: int) -> list[Event]:
        """The events past ``after`` up to ``until``, as far as this history goes."""
        return self._line.events[after : min(until, self.version)]


class StateCache:
    """An LRU of histories, bounded by the memory that they take.

    The store is always asked outside the lock, and a long record is read and folded in pieces
    between which the lock is free: whoever needs the same game goes on where it is. A read begins
    with the last event known, so that a store which has lost events (restored from a backup) is
    noticed and its game folded anew.
    """

    def __init__(self, store: EventStore, most_bytes: int) -> None:
        self._store = store
        self._lines: Kept[_Line] = Kept(most_bytes)
        self._lock = Lock()

    @property
    def weight(self) -> int:
        """About how many bytes the histories and their boards take."""
        return self._lines.weight

    def known(self, game_id: str) -> History:
        """The history as far as this process knows it; read from the store when it knows none."""
        with self._lock:
            line = self._lines.get(game_id)
            if line is not None:
                return History(line.version, line)
        return self.current(game_id)

    def current(self, game_id: str) -> History:
        """The history with all that is recorded now. Raises GameUnknown, RecordBroken."""
        with self._lock:
            line = self._lines.get(game_id) or _Line()
            version = line.version
        events = self._read(game_id, max(0, version - 1))
        if version and not (events and events[0].hash == line.games[version - 1].hash):
            self.forget(game_id)
            line, events = _Line(), self._read(game_id, 0)
        history = self._extended(game_id, line, events)
        while len(events) == PAGE:
            breathe()
            events = self._read(game_id, events[-1].version)
            history = self._extended(game_id, history._line, events)
        return history

    def sound(self, game_id: str) -> History:
        """The history up to where its record breaks; what is recorded now where it does not.

        Raises GameUnknown, or RecordBroken where not even its first event can be followed.
        """
        try:
            return self.current(game_id)
        except RecordBroken as broken:
            if broken.version == 1:
                raise
            line = _Line()
            line.extend(decode(self._store.read(game_id, limit=broken.version - 1)))
            return History(line.version, line)

    def at_least(self, game_id: str, version: int) -> History:
        """The history up to ``version`` or later, asking the store only where it must."""
        history = self.known(game_id)
        return history if history.version >= version else self.current(game_id)

    def appended(self, game_id: str, event: Event) -> History:
        """The history with an event that was just recorded."""
        with self._lock:
            line = self._lines.get(game_id)
            follows = line is not None and _follows(line, event)
        if line is not None and follows:
            return self._extended(game_id, line, [event])
        return self.current(game_id)

    def forget(self, game_id: str) -> None:
        """Drop a game, to fold it anew from the store."""
        with self._lock:
            self._lines.pop(game_id)

    def _read(self, game_id: str, after: int) -> list[Event]:
        try:
            return decode(self._store.read(game_id, after=after, limit=PAGE))
        except RecordBroken as broken:
            raise RecordBroken(after + broken.version, broken.reason) from broken

    def _extended(self, game_id: str, line: _Line, events: list[Event]) -> History:
        """The line, or a longer one that another thread has put here meanwhile, with the events."""
        with self._lock:
            present = self._lines.get(game_id)
            if present is not None:
                line = max(present, line, key=lambda each: each.version)
            try:
                line.extend(events)
            finally:
                if line.version:
                    self._lines.put(game_id, line.games[0], line, line.weight)
            if not line.version:
                raise GameUnknown(game_id)
            return History(line.version, line)


def _follows(line: _Line, event: Event) -> bool:
    return line.version == event.version - 1 and (
        not line.games or line.games[-1].hash == event.prev
    )


def _evolved(game: Game | None, event: Event) -> Game:
    """The game after the event. Raises RecordBroken, whatever it is that the event lacks."""
    try:
        return evolve(game, event)
    except RecordBroken:
        raise
    except Exception as error:
        raise RecordBroken(event.version, f"the event cannot be applied: {error!r}") from error
