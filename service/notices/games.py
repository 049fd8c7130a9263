"""Games as they are now, read for the notices about them."""

from dataclasses import dataclass
from itertools import pairwise

from msgspec import UNSET

from domain.kernel.deadlines import TIME_EXPIRED
from domain.record.record import Event, read_entry
from projections.followed import Followed
from projections.notices import Notice, notices_of
from projections.runner import Follower
from service.notices.seen import Seen
from service.store.contract import EventStore

LOOKED_BACK = 60
"""The most events that a message tells of."""
LOOKED_AHEAD = 500
"""Events of a wait among which its player's own are sought."""
CACHE_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class Head:
    """The last event of a game, as a line of its feed would tell of it."""

    id: str
    game_id: str
    version: int
    hash: str


class Games:
    """Reads games for one thread. Every method may raise StoreUnavailable."""

    def __init__(self, store: EventStore, seen: Seen) -> None:
        self._store, self._seen = store, seen
        self._follower = Follower(store, CACHE_BYTES)

    def standing(self, key: str) -> tuple[Notice, Followed] | None:
        """Return a notice that is still called for, with its game; None if it is not any more."""
        game_id = key.split(":")[1]
        followed = self._present(game_id)
        if followed is None:
            return None
        notices = notices_of(game_id, followed)
        return next(((each, followed) for each in notices if each.key == key), None)

    def is_seen(self, notice: Notice) -> bool:
        """True if the seat's player has seen what the notice is about, or has moved since."""
        began = notice.beginning.version
        if self._seen.version(notice.game_id, notice.seat) >= began:
            return True
        pairs = pairwise(self._events(notice.game_id, max(began - 2, 0), began + LOOKED_AHEAD))
        own = [each for last, each in pairs if each.seat == notice.seat and _is_by_hand(each, last)]
        if not own:
            return False
        answered = self._store.answered(notice.game_id)
        return any(event.version not in answered for event in own)

    def since(self, notice: Notice, followed: Followed) -> list[Event]:
        """Return the events since the seat's own last one, oldest first; the newest of many."""
        first = max(followed.game.version - LOOKED_BACK, 0)
        events = self._events(notice.game_id, first, followed.game.version)
        own = [number for number, event in enumerate(events) if event.seat == notice.seat]
        return events[own[-1] + 1 :] if own else events

    def _present(self, game_id: str) -> Followed | None:
        """Return a game as it is now; None if there is none, or its record breaks."""
        version = self._store.head(game_id)
        last = self._events(game_id, version - 1, version) if version else []
        if not last:
            return None
        head = Head("", game_id, version, last[0].hash)
        followed, broken = self._follower.at(head)
        return None if broken else followed

    def _events(self, game_id: str, after: int, until: int | None = None) -> list[Event]:
        entries = self._store.read(game_id, after, until=until)
        return [read_entry(entry, after + 1 + n) for n, entry in enumerate(entries)]


def _is_by_hand(event: Event, last: Event) -> bool:
    """True if neither the clock nor a bot made the event, nor an order in another's append.

    An order that was just given may have: what its game remembers of such ends with the game.
    """
    return event.by is UNSET and event.type != TIME_EXPIRED and event.command != last.command
