"""Reading games for notices: as they are now, and how much of them players have seen."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from msgspec import UNSET
from redis import Redis

from domain.kernel.deadlines import TIME_EXPIRED
from domain.kernel.game import Game
from domain.kernel.orders import is_silent
from domain.record.record import Event, read_entry
from projections.newest_games import Follower, sighting_of
from projections.notices import DueNotice, game_of, notices_of
from projections.summary import Facts, Summary, summary_of
from service.game.orders import book_of
from service.notices.notice_hold import NoticeHold
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.store.contract import EventStore

LOOKED_BACK = 60
"""The most events that a message reports."""
LOOKED_AHEAD = 500
"""The most events of a turn that are searched for its player's own."""
CACHE_BYTES = 8_000_000
SEEN_SECONDS = 30 * 24 * 3600
_NOTE = Script.of("service.notices", "seen.lua")


class Seen:
    """The version of a game that a seat's player has seen: it was shown, and they did something.

    ``seen:<game>`` holds versions by seat, and expires after 30 days without a look.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def note(self, game_id: str, seat: int, version: int) -> None:
        """Note that a seat's player has seen a version. Raises StoreUnavailable."""
        with translated_errors():
            _NOTE.run(self._client, [_seen_key(game_id)], seat, version, SEEN_SECONDS)

    def version(self, game_id: str, seat: int) -> int:
        """Return the latest version seen, 0 for none. Raises StoreUnavailable."""
        with translated_errors():
            version = self._client.hget(_seen_key(game_id), str(seat))
        return int(version or 0)


@dataclass(frozen=True, slots=True)
class LastEvent:
    """The last event of a game, in the form of a feed's line."""

    id: str
    game_id: str
    version: int
    hash: str


class Games:
    """Reads games for one thread. Every method may raise StoreUnavailable."""

    def __init__(self, store: EventStore, seen: Seen, hold: NoticeHold) -> None:
        self._store, self._seen, self.hold = store, seen, hold
        self._follower = Follower(store, CACHE_BYTES)

    def standing(self, key: str) -> tuple[DueNotice, Facts] | None:
        """Return a notice that is still called for, with its game; None if it no longer is."""
        game_id = game_of(key)
        summary = self._present(game_id)
        if summary is None:
            return None
        notices = notices_of(game_id, summary)
        return next(((each, summary.game) for each in notices if each.key == key), None)

    def game(self, game_id: str, facts: Facts) -> Game | None:
        """Return the game at the version of these facts; None if its record breaks."""
        head = LastEvent("", game_id, facts.version, facts.hash)
        followed, broken = self._follower.at(head)
        return None if followed is None or broken else followed.game

    def is_seen(self, notice: DueNotice) -> bool:
        """True if the seat's player has seen the notice's subject, or has moved since."""
        began = notice.beginning.version
        if self._seen.version(notice.game_id, notice.seat) >= began:
            return True
        pairs = pairwise(self._events(notice.game_id, max(began - 2, 0), began + LOOKED_AHEAD))
        own = [each for last, each in pairs if each.seat == notice.seat and _is_by_hand(each, last)]
        if not own:
            return False
        # Only a move by hand shows that its player has looked: an order plays without them.
        answered = self._store.answered(notice.game_id)
        return any(event.version not in answered for event in own)

    def since(self, notice: DueNotice, version: int) -> list[Event]:
        """Return the events since the seat's own last one, up to a version; of many the newest."""
        events = self._events(notice.game_id, max(version - LOOKED_BACK, 0), version)
        own = [number for number, event in enumerate(events) if event.seat == notice.seat]
        return events[own[-1] + 1 :] if own else events

    def has_silent_order(self, notice: DueNotice, game: Game) -> bool:
        """True if a standing order of the seat is asleep or was withdrawn; notices mention it."""
        stored = self._store.orders(notice.game_id)
        return is_silent(game, book_of(game, stored), notice.seat)

    def _present(self, game_id: str) -> Summary | None:
        """Return a game as it is now; None if there is none, or its record breaks."""
        version = self._store.newest_version(game_id)
        stored = self._store.summaries.newest([game_id]).get(game_id) if version else None
        sighting = stored and sighting_of(stored)
        # The summary saves reading the record, but may be behind the game, or of another release.
        if sighting and sighting.summary and sighting.summary.game.version >= version:
            return sighting.summary
        last = self._events(game_id, version - 1, version) if version else []
        if not last:
            return None
        followed, broken = self._follower.at(LastEvent("", game_id, version, last[0].hash))
        return None if followed is None or broken else summary_of(followed)

    def _events(self, game_id: str, after: int, until: int | None = None) -> list[Event]:
        entries = self._store.read(game_id, after, until=until)
        return [read_entry(entry, after + 1 + n) for n, entry in enumerate(entries)]


def _seen_key(game_id: str) -> str:
    return f"seen:{game_id}"


def _is_by_hand(event: Event, last: Event) -> bool:
    """True if neither the clock nor a bot made the event, nor an order in the same append."""
    # An order that was given in this turn may also have made the event: the caller asks the store
    # about such orders, which the store forgets when the game ends.
    return event.by is UNSET and event.type != TIME_EXPIRED and event.command != last.command
