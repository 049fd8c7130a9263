"""The fan-out of new events: one feed reader a process wakes all who wait for their games."""

import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock, Thread

from service.store.contract import EventStore, StoreUnavailable

BLOCK_SECONDS = 5.0
BACKOFF_SECONDS = 0.5

log = logging.getLogger(__name__)


class Waiter:
    """One listener of one game; ``version`` is the newest the feed has told of."""

    def __init__(self) -> None:
        self._condition = Condition()
        self.version = 0

    def tell(self, version: int) -> None:
        """Wake the listener: the game has reached ``version``."""
        with self._condition:
            self.version = max(self.version, version)
            self._condition.notify_all()

    def wait_past(self, version: int, timeout: float) -> bool:
        """Wait until the game has passed ``version``; False when ``timeout`` seconds went by."""
        with self._condition:
            return self._condition.wait_for(lambda: self.version > version, timeout)


class Live:
    """Listeners by game, and the thread that reads every shard's feed for them."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._waiters: defaultdict[str, set[Waiter]] = defaultdict(set)
        self._lock = Lock()
        self._reader: Thread | None = None

    @contextmanager
    def listening(self, game_id: str) -> Iterator[Waiter]:
        """A waiter that hears of the game's events from now on. Raises StoreUnavailable."""
        waiter = Waiter()
        with self._lock:
            self._waiters[game_id].add(waiter)
            self._start()
        try:
            yield waiter
        finally:
            with self._lock:
                self._waiters[game_id].discard(waiter)
                if not self._waiters[game_id]:
                    del self._waiters[game_id]

    def _start(self) -> None:
        if self._reader is None:
            ends = self._store.feed_ends()
            self._reader = Thread(target=self._read, args=(ends,), name="feed", daemon=True)
            self._reader.start()

    def _read(self, after: dict[int, str]) -> None:
        pause = Condition()
        while True:
            try:
                news = self._store.wait_feeds(after, BLOCK_SECONDS)
            except StoreUnavailable as error:
                log.warning("feeds: %s; trying again", error)
                with pause:
                    pause.wait(BACKOFF_SECONDS)
                continue
            for shard, entries in news.items():
                for entry in entries:
                    self._tell(entry.game_id, entry.version)
                after[shard] = entries[-1].id

    def _tell(self, game_id: str, version: int) -> None:
        with self._lock:
            waiters = tuple(self._waiters.get(game_id, ()))
        for waiter in waiters:
            waiter.tell(version)
