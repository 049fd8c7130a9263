"""Listeners to games: in each process one thread reads the feeds, another sends the news."""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager

from service.game.admission import ROOM, Admission, Room
from service.game.event_frames import Frames
from service.game.fan_out import FanOut
from service.game.listeners import Waiter
from service.game.state_cache import StateCache
from service.machine.slices import yield_control
from service.redis.errors import StoreUnavailable
from service.redis.shards import shard_of
from service.store.contract import EventStore, FeedEntry

BLOCK_SECONDS = 5.0
BACKOFF_SECONDS = 0.5

log = logging.getLogger(__name__)


class LiveGames:
    """Listeners by game, and the threads that read every shard's feed and notify them.

    No lock that listeners or the reader need is held while the store is asked.
    """

    def __init__(  # noqa: PLR0913 -- and what it asks of others
        self,
        store: EventStore,
        cache: StateCache,
        room: Room = ROOM,
        *,
        backoff: float = BACKOFF_SECONDS,
        is_retired: Callable[[], bool] = lambda: False,
        is_restricted: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._store = store
        self.admission = Admission(room)
        self._backoff = backoff
        self._is_store_retired = is_retired
        self._is_closed = False
        self._waiters: defaultdict[str, set[Waiter]] = defaultdict(set)
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._reader: threading.Thread | None = None
        self.frames = Frames()
        self._fan_out = FanOut(cache, self.frames, self._listeners, self._games, is_restricted)
        self._teller: threading.Thread | None = None

    def start(self) -> None:
        """Start the threads unless they run. Raises StoreUnavailable.

        Threads that a fork has left behind are replaced.
        """
        with self._starting:
            if not _runs(self._reader):
                # Read here and not in the thread: news from this moment on must not be missed.
                ends = self._store.feed_ends()
                self._reader = _started(
                    threading.Thread(target=self._read, args=(ends,), name="feed")
                )
            if not _runs(self._teller):
                self._teller = _started(threading.Thread(target=self._fan_out.run, name="fan-out"))

    @contextmanager
    def listening(self, game_id: str, account: str, address: str) -> Iterator[Waiter]:
        """Yield a waiter that is notified of the game's events from now on.

        An unknown asker counts for its address alone. Raises StoreUnavailable, TooManyListen.
        """
        if not self._is_closed:
            self.start()
        waiter = Waiter()
        waiter.is_dismissed = self._is_closed
        with self.admission.admitted(account, address):
            with self._lock:
                self._waiters[game_id].add(waiter)
            try:
                yield waiter
            finally:
                with self._lock:
                    self._leave(game_id, waiter)

    def close(self) -> None:
        """Dismiss all listeners, present and future; other requests are served meanwhile."""
        self._is_closed = True
        for game_id in self._games():
            for waiter in self._listeners(game_id):
                waiter.dismiss()
                yield_control()
        self._fan_out.stop()

    def _leave(self, game_id: str, waiter: Waiter) -> None:
        self._waiters[game_id].discard(waiter)
        if not self._waiters[game_id]:
            del self._waiters[game_id]

    def _read(self, after: dict[int, str]) -> None:
        """Pass on the news of the feeds until closed."""
        pause = threading.Event()
        # The thread goes on after any failure: without it no listener would get any news.
        while not self._is_closed:
            try:
                news = self._store.wait_feeds(after, BLOCK_SECONDS)
                self._look_back(after, news or after)
                self._tell_all(news, after)
            except StoreUnavailable as error:
                if not self._is_store_retired():
                    log.warning("feeds: %s; trying again", error)
                pause.wait(self._backoff)
            except Exception:
                log.exception("feeds: trying again")
                pause.wait(self._backoff)

    def _look_back(self, after: dict[int, str], shards: Collection[int]) -> None:
        """Wake the listeners of shards whose feed no longer has the line that was read last."""
        # Done before the news is passed on: a newer line in its place would hide the loss.
        places = [(shard, after[shard]) for shard in shards if after[shard] != "0-0"]
        lines = self._store.feed_lines(places) if places else []
        lost = {shard for (shard, _), line in zip(places, lines, strict=True) if line is None}
        if not lost:
            return
        ends = self._store.feed_ends()
        after.update({shard: ends[shard] for shard in lost})
        for game_id in self._games():
            if shard_of(game_id) in lost:
                for waiter in self._listeners(game_id):
                    waiter.look()

    def _tell_all(self, news: Mapping[int, list[FeedEntry]], after: dict[int, str]) -> None:
        for shard, entries in news.items():
            for entry in entries:
                self._tell(entry.game_id, entry.version)
                after[shard] = entry.id

    def _tell(self, game_id: str, version: int) -> None:
        if game_id in self._waiters:
            self._fan_out.tell(game_id, version)

    def _listeners(self, game_id: str) -> tuple[Waiter, ...]:
        with self._lock:
            return tuple(self._waiters.get(game_id, ()))

    def _games(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._waiters)


def _runs(thread: threading.Thread | None) -> bool:
    return thread is not None and thread.is_alive()


def _started(thread: threading.Thread) -> threading.Thread:
    thread.daemon = True
    thread.start()
    return thread
