"""The stream of a game's events: first those that were missed, then each new one."""

from collections.abc import Generator, Iterator
from math import inf
from random import randint
from time import monotonic

import msgspec

from domain.errors import RecordBroken
from projections.redact import undone_test
from service.context import services
from service.game.event_frames import framed
from service.game.fan_out import RENEWAL_SECONDS, STILL_HERE, may_be_sent
from service.game.listeners import KEEP_ALIVE_SECONDS, StreamPosition, Waiter
from service.game.state_cache import GameUnknown, History
from service.http.answering.connection_lines import line
from service.http.asking.access import freeze_notice, may_see, viewer
from service.http.asking.auth import Asker, asker, is_same_asker
from service.machine.slices import in_slices
from service.redis.errors import StoreUnavailable

RETRY_MILLISECONDS = 2_000
# Spread by chance, as thousands of readers at once would flood the next process.
AGAIN_MILLISECONDS = 500, 3_000
"""The range of pauses after which the readers of an ending process come back."""


class ServerSentEvents:
    """One stream, past the event ``after``; ``waiter`` is notified of its game's news.

    It reads the events that it lacks by itself. Once it has all, the fan-out sends it the events
    that follow, as long as the reader takes them without a wait. An event that ends the viewer's
    right to see an unlisted game is its last.
    """

    def __init__(self, game_id: str, after: int, join_code: str | None, waiter: Waiter) -> None:
        self._game_id, self._join_code = game_id, join_code
        self._after, self._hash = after, ""
        self._waiter = waiter
        self._line = line()
        self._right = ListeningRight()
        self._freeze = services().freezes.of(game_id)

    def pieces(self) -> Iterator[bytes]:
        """Yield the stream, history by history; it waits out an outage of the store."""
        # From fixed histories, as a slow reader may take minutes: no lock is held in between.
        yield b"retry: %d\n\n" % RETRY_MILLISECONDS
        history = self._first()
        while history is not None:
            yield from self._missing(history)
            if has_ended(history) or not may_see(self._game_id, history.game, self._join_code):
                return
            place = self._place(history)
            # A listener must not keep a game in memory that the cache has dropped.
            history = None
            history = yield from self._next(place)

    def _first(self) -> History | None:
        """Return the history to begin with; None in an outage."""
        try:
            return services().cache.current(self._game_id)
        # The answer has begun, so no status can report it: the stream ends, and the reader comes
        # back.
        except StoreUnavailable:
            return None

    def _missing(self, history: History) -> Iterator[bytes]:
        """Yield the events of a history that the stream lacks."""
        if self._has_gone_back(history):
            self._after = history.version
            yield b"event: rolled_back\n" + framed(self._after, {"version": self._after})
        yield from in_slices(self._frames(history))
        self._after, self._hash = history.version, history.game.hash
        if history.broken is not None:
            yield b"event: broken\ndata: %s\n\n" % msgspec.json.encode(history.broken)

    def _has_gone_back(self, history: History) -> bool:
        """True if the history lacks the last event sent, or has another in its place."""
        # A broken history ends with its last sound event: nothing was lost.
        if history.broken is not None:
            return False
        if self._after > history.version:
            return True
        return self._hash != "" and history.event(self._after).hash != self._hash

    def _frames(self, history: History) -> Iterator[bytes]:
        frames, game, after = services().live.frames, history.game, self._after
        audience = viewer(self._game_id, game)
        is_undone = undone_test(game)
        for event in history.each(after, history.version):
            yield frames.of(game, event, audience, undone=is_undone(event))

    def _place(self, history: History) -> StreamPosition | None:
        """Return a place at which the fan-out may send the next events, None if it may not."""
        # A bot loses its seat when the player comes back, so its stream must look before it sends.
        if self._line is None or asker().bot_seat is not None or not may_be_sent(history):
            return None
        seat = asker().seat(self._game_id, history.game)
        beat_due = monotonic() + KEEP_ALIVE_SECONDS
        return StreamPosition(
            self._line, self._after, self._hash, seat, self._right.until, beat_due
        )

    def _next(self, place: StreamPosition | None) -> Generator[bytes, None, History | None]:
        """Yield signs of life until there is a history past the last event; return it.

        None if the viewer may no longer listen, or the game is gone. A broken record ends the wait,
        and so does a store that has gone back.
        """
        cache = services().cache
        while True:
            has_news = self._wait(place)
            if self._waiter.is_dismissed:
                yield b"retry: %d\n\n" % randint(*AGAIN_MILLISECONDS)
                return None
            if not self._right.holds() or not self._may_still_see():
                return None
            if has_news:
                try:
                    return self._heard()
                except StoreUnavailable:
                    self._waiter.pause(RETRY_MILLISECONDS / 1000)
                except GameUnknown:
                    return None
            elif cache.is_broken(self._game_id):
                return cache.known(self._game_id)
            yield from self._host_news()
            if place is None or self._is_silent(place):
                yield STILL_HERE

    def _may_still_see(self) -> bool:
        """False once the host has removed the board for those who have no part in the game."""
        own = services()
        if not own.removals.marks.of(self._game_id).board:
            return True
        try:
            game = own.cache.known(self._game_id).game
        # An outage ends no stream: the next sign of life is time enough.
        except StoreUnavailable:
            return True
        except (GameUnknown, RecordBroken):
            return False
        return may_see(self._game_id, game, self._join_code)

    def _host_news(self) -> Iterator[bytes]:
        """Yield a notice if the host has closed the game or reopened it."""
        freeze = services().freezes.of(self._game_id)
        if freeze != self._freeze:
            self._freeze = freeze
            news = {"version": self._after, "closed": freeze and freeze_notice(freeze)}
            yield b"event: host\ndata: %s\n\n" % msgspec.json.encode(news)

    def _wait(self, place: StreamPosition | None) -> bool:
        """Wait for news; False if the wait ended for another reason."""
        if place is None:
            return self._waiter.wait_past(self._after, KEEP_ALIVE_SECONDS)
        has_news = self._waiter.wait_at(place)
        # While the request waited, the fan-out may have sent events on its behalf.
        self._after, self._hash = place.version, place.hash
        place.line.flush()
        return has_news

    def _is_silent(self, place: StreamPosition) -> bool:
        """True if a sign of life is due; renews the place in any case."""
        now, place.trusted_until = monotonic(), self._right.until
        if now < place.beat_due:
            return False
        place.beat_due = now + KEEP_ALIVE_SECONDS
        return True

    def _heard(self) -> History:
        cache, waiter = services().cache, self._waiter
        # The news names a version, so a state of that version in memory is new enough.
        if not waiter.must_look:
            return cache.at_least(self._game_id, self._after + 1)
        history = cache.current(self._game_id)
        waiter.looked()
        return history


def has_ended(history: History) -> bool:
    """True if nothing follows: the game is over, or its record breaks."""
    return history.game.status not in ("open", "live") or history.broken is not None


class ListeningRight:
    """The viewer's right to listen, looked up again before each sign of life.

    The viewer is trusted ``until`` the next look-up; one without a token is trusted forever.
    """

    def __init__(self) -> None:
        self._is_nobodys = asker() == Asker()
        self._asked = monotonic()

    @property
    def until(self) -> float:
        return inf if self._is_nobodys else self._asked + KEEP_ALIVE_SECONDS

    def holds(self) -> bool:
        """True if the token was valid when last looked up."""
        if monotonic() < self.until - RENEWAL_SECONDS:
            return True
        self._asked = monotonic()
        try:
            return is_same_asker()
        # An outage revokes no token, and must not end every stream.
        except StoreUnavailable:
            return True
