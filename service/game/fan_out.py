"""The fan-out: sends a game's news to all its listeners, in slices between other requests."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from time import monotonic

from domain.kernel.game import REDONE, UNDONE
from domain.record.visibility import Viewer
from service.game.event_frames import Frames, chunked
from service.game.listeners import KEEP_ALIVE_SECONDS, StreamPosition, Waiter
from service.game.state_cache import History, StateCache
from service.machine.slices import yield_control

# Enough for some fifteen streams. A request that asks the store four times may wait four slices.
SLICE_SECONDS = 0.0002
"""The length of a slice."""
# Once woken, each listener does more work than a whole slice of sending.
WOKEN = 2
"""The most listeners woken in one slice."""
BEAT_SECONDS = 1.0
# Early enough that the right is still trusted when news comes: no look-up delays the news.
RENEWAL_SECONDS = 3.0
"""The time before a right's trust ends at which it is looked up again."""
STILL_HERE = b": still here\n\n"
LONGEST = 8
"""The most events sent in one piece; a stream further behind reads them by itself."""

TURNS = (UNDONE, REDONE)
"""Events that change whether earlier ones are undone."""

log = logging.getLogger(__name__)


class FanOut:
    """Notifies listeners of news, and sends the next events to streams that wait at a place.

    A frame is made once for all listeners who see the same. A listener is woken if the frame cannot
    be sent at once: its right must be looked up, its buffer is full, or the record is broken.
    ``listeners`` returns those of a game, ``games`` all games that have some; ``is_restricted`` is
    true of games that not everybody may see any more.
    """

    def __init__(
        self,
        cache: StateCache,
        frames: Frames,
        listeners: Callable[[str], tuple[Waiter, ...]],
        games: Callable[[], tuple[str, ...]],
        is_restricted: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._cache, self._frames, self._is_restricted = cache, frames, is_restricted
        self._listeners, self._games = listeners, games
        self._news: dict[str, int] = {}
        self._in_round: set[str] = set()
        self._rounds: deque[Iterator[None]] = deque()
        self._lock = threading.Lock()
        self._bell = threading.Event()
        self._beat_due = 0.0
        self._is_stopped = False

    def tell(self, game_id: str, version: int) -> None:
        """Notify the listeners of a game that it has reached ``version``."""
        with self._lock:
            # Each game has one round: at its end it takes the news that came while it ran.
            self._news[game_id] = max(version, self._news.get(game_id, 0))
            if game_id not in self._in_round:
                self._in_round.add(game_id)
                self._rounds.append(self._round(game_id))
        self._bell.set()

    def stop(self) -> None:
        """End `run` soon; nobody listens any more."""
        self._is_stopped = True
        self._bell.set()

    def run(self) -> None:
        """Serve until stopped."""
        while not self._is_stopped:
            try:
                self._serve()
            # The thread goes on after any failure: without it no listener would get any news.
            except Exception:
                log.exception("fan-out: going on")

    def _serve(self) -> None:
        """Give each round under way a slice."""
        if not self._rounds:
            self._bell.wait(BEAT_SECONDS)
            self._bell.clear()
        if monotonic() >= self._beat_due:
            self._beat_due = monotonic() + BEAT_SECONDS
            self._rounds.append(self._beats())
        for _ in range(len(self._rounds)):
            each = self._rounds.popleft()
            if next(each, self) is not self:
                self._rounds.append(each)
            yield_control()

    def _round(self, game_id: str) -> Iterator[None]:
        """Send the game's news until there is none left, pausing after each slice."""
        while (version := self._take_news(game_id)) is not None:
            waiters = self._listeners(game_id)
            news = self._newest(game_id, version, waiters)
            yield from _sliced(self._reach(waiter, version, news) for waiter in waiters)

    def _take_news(self, game_id: str) -> int | None:
        with self._lock:
            version = self._news.pop(game_id, None)
            # Under the same lock as in `tell`, so that no news is missed between two rounds.
            if version is None:
                self._in_round.discard(game_id)
            return version

    def _newest(self, game_id: str, version: int, waiters: Iterable[Waiter]) -> "_News | None":
        """Return news that can be sent, None if each listener must look by itself."""
        if not any(waiter.place for waiter in waiters):
            return None
        try:
            history = self._cache.at_least(game_id, version)
            return _News(history, self._frames) if may_be_sent(history) else None
        except Exception as error:
            log.info(
                "game %s: its listeners look by themselves: %s",
                game_id,
                error,
                extra={"game_id": game_id},
            )
            return None

    def _reach(self, waiter: Waiter, version: int, news: "_News | None") -> bool:
        """Bring the news to a listener; False if that woke it."""
        place = waiter.place
        if news is None or place is None or not place.is_open:
            waiter.tell(version)
            return False
        if place.version >= news.version:
            return True
        piece = news.after(place) if monotonic() < place.trusted_until else None
        if piece is None:
            waiter.tell(version)
            return False
        place.version, place.hash = news.version, news.hash
        return _sent(waiter, place, piece)

    def _beats(self) -> Iterator[None]:
        """Check on all listeners that wait at a place, pausing after each slice."""
        for game_id in self._games():
            # Listeners of such games look by themselves whether they may go on.
            calls = self._cache.is_broken(game_id) or self._is_restricted(game_id)
            waiters = self._listeners(game_id)
            yield from _sliced(_beat(waiter, calls=calls) for waiter in waiters)


def _beat(waiter: Waiter, *, calls: bool) -> bool:
    """Send a sign of life if one is due; False if the listener was woken instead."""
    place, now = waiter.place, monotonic()
    if place is None or not place.is_open:
        return True
    if calls or now >= place.trusted_until - RENEWAL_SECONDS:
        waiter.call()
        return False
    return now < place.beat_due or _sent(waiter, place, chunked(STILL_HERE))


def _sent(waiter: Waiter, place: StreamPosition, piece: bytes) -> bool:
    """Send a piece to a place; False if its listener was woken to wait for the reader."""
    place.beat_due = monotonic() + KEEP_ALIVE_SECONDS
    if place.line.send_now(piece):
        return True
    waiter.call()
    return False


def _sliced(reached: Iterable[bool]) -> Iterator[None]:
    """Go through listeners, pausing when a slice is used up or enough of them were woken."""
    due, woken = monotonic() + SLICE_SECONDS, 0
    for was_sent in reached:
        woken += not was_sent
        if woken >= WOKEN or monotonic() >= due:
            yield
            due, woken = monotonic() + SLICE_SECONDS, 0


class _News:
    """The newest events of a game, in one piece for all listeners at the same place."""

    def __init__(self, history: History, frames: Frames) -> None:
        self.version, self.hash = history.version, history.game.hash
        self._history, self._frames = history, frames
        self._pieces: dict[tuple[int, str, int | None], bytes | None] = {}

    def after(self, place: StreamPosition) -> bytes | None:
        """Return the frames after a place; None if its stream must read them by itself."""
        key = place.version, place.hash, place.seat
        if key not in self._pieces:
            self._pieces[key] = self._made(key)
        return self._pieces[key]

    def _made(self, key: tuple[int, str, int | None]) -> bytes | None:
        """Return a piece, None if it cannot be made."""
        try:
            return self._piece(*key)
        # An event may have to be read from a store that is away. This must not fail the whole
        # round, or all other listeners of the game would miss the news.
        except Exception as error:
            log.info("news for seat %s past event %d cannot be sent: %s", key[2], key[0], error)
            return None

    def _piece(self, after: int, prev: str, seat: int | None) -> bytes | None:
        if self.version - after > LONGEST:
            return None
        events = self._history.between(after, self.version)
        # A frame says whether its event is undone. An undo in the same piece changes that for
        # earlier events, so the streams make their own frames.
        has_undone = len(events) > 1 and any(event.type in TURNS for event in events)
        if has_undone or events[0].prev != prev:
            return None
        game, viewer = self._history.game, Viewer(seat)
        return chunked(b"".join(self._frames.of(game, event, viewer) for event in events))


def may_be_sent(history: History) -> bool:
    """True for a sound live game that is no study: only a seat sees its own hidden facts."""
    game = history.game
    return history.broken is None and game.status == "live" and game.terms.study is None
