"""The states each process keeps: by game every version folded so far, the least used dropped."""

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from domain.game import Game, evolve
from domain.record import Event, decode
from service.store.contract import EventStore


class GameUnknown(LookupError):
    """No game has this id."""


@dataclass(slots=True)
class History:
    """A game's events and the game after each of them: both grow, neither is ever changed."""

    events: list[Event] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)

    @property
    def version(self) -> int:
        """The last version known here."""
        return len(self.games)

    @property
    def game(self) -> Game:
        """The game after the last event known here."""
        return self.games[-1]

    def at(self, version: int) -> Game:
        """The game as of an event (1 to ``version``)."""
        return self.games[version - 1]

    def extend(self, events: list[Event]) -> None:
        """Fold the events that come next; those known already are passed over."""
        for event in events:
            if event.version > self.version:
                self.games.append(evolve(self.games[-1] if self.games else None, event))
                self.events.append(event)


class StateCache:
    """An LRU of histories, bounded by the number of events it holds in all."""

    def __init__(self, store: EventStore, max_events: int) -> None:
        self._store = store
        self._max_events = max_events
        self._histories: OrderedDict[str, History] = OrderedDict()
        self._events = 0
        self._lock = Lock()

    def known(self, game_id: str) -> History:
        """The history as far as this process knows it; read from the store when it knows none."""
        with self._lock:
            history = self._histories.get(game_id)
            if history is not None:
                self._histories.move_to_end(game_id)
        return history or self.current(game_id)

    def current(self, game_id: str) -> History:
        """The history with all that is recorded now. Raises GameUnknown."""
        with self._lock:
            history = self._histories.get(game_id, History())
        entries = self._store.read(game_id, after=history.version)
        return self._extended(game_id, decode(entries))

    def at_least(self, game_id: str, version: int) -> History:
        """The history up to ``version`` or later, asking the store only where it must."""
        history = self.known(game_id)
        return history if history.version >= version else self.current(game_id)

    def appended(self, game_id: str, event: Event) -> History:
        """The history with an event that was just recorded."""
        with self._lock:
            history = self._histories.get(game_id, History())
        if history.version == event.version - 1:
            return self._extended(game_id, [event])
        return self.at_least(game_id, event.version)

    def forget(self, game_id: str) -> None:
        """Drop a game, to fold it anew from the store."""
        with self._lock:
            if game_id in self._histories:
                self._drop(game_id)

    def _extended(self, game_id: str, events: list[Event]) -> History:
        with self._lock:
            history = self._histories.setdefault(game_id, History())
            self._histories.move_to_end(game_id)
            before = history.version
            try:
                history.extend(events)
            finally:
                self._events += history.version - before
                if not history.version:
                    del self._histories[game_id]
            if not history.version:
                raise GameUnknown(game_id)
            self._shrink(keep=game_id)
            return history

    def _shrink(self, keep: str) -> None:
        while self._events > self._max_events:
            oldest = next(iter(self._histories))
            if oldest == keep:
                return
            self._drop(oldest)

    def _drop(self, game_id: str) -> None:
        self._events -= self._histories.pop(game_id).version
