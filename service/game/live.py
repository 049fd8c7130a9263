"""The fan-out of new events: one feed reader a process wakes all that wait for their games."""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import Condition, Event, Lock, Thread

from service.config import STREAMS, STREAMS_ADDRESS, STREAMS_EACH
from service.store.contract import EventStore, FeedEntry, StoreUnavailable, shard_of

BLOCK_SECONDS = 5.0
BACKOFF_SECONDS = 0.5

log = logging.getLogger(__name__)


class TooManyListen(Exception):
    """As many as ``limit`` listen already, in this process or on this account."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"{limit} listen already")


class Waiter:
    """One listener of one game; ``version`` is the newest the feed has told of.

    ``must_look`` is set where the feed has gone back: the events it told of may be gone.
    """

    def __init__(self) -> None:
        self._condition = Condition()
        self.version = 0
        self.must_look = False

    def tell(self, version: int) -> None:
        """Wake the listener: the game has reached ``version``."""
        with self._condition:
            self.version = max(self.version, version)
            self._condition.notify_all()

    def look(self) -> None:
        """Wake the listener: the feed has gone back, so its earlier versions count no more."""
        with self._condition:
            self.must_look, self.version = True, 0
            self._condition.notify_all()

    def wait_past(self, version: int, timeout: float) -> bool:
        """Wait until the game has passed ``version``, or must be looked at.

        False when ``timeout`` seconds went by.
        """
        with self._condition:
            return self._condition.wait_for(
                lambda: self.must_look or self.version > version, timeout
            )

    def looked(self) -> None:
        """Go back to waiting for the feed."""
        with self._condition:
            self.must_look = False

    def pause(self, seconds: float) -> None:
        """Wait, or until the next news."""
        with self._condition:
            self._condition.wait(seconds)


class Live:
    """Listeners by game, and the thread that reads every shard's feed for them.

    No lock that listeners or the reader need is held while the store is asked. At most ``most``
    listen at once, ``most_each`` on one account, ``most_address`` from one address.
    """

    def __init__(
        self,
        store: EventStore,
        most: int = STREAMS,
        most_each: int = STREAMS_EACH,
        most_address: int = STREAMS_ADDRESS,
        backoff: float = BACKOFF_SECONDS,
    ) -> None:
        self._store = store
        self._backoff = backoff
        self._most, self._most_each, self._most_address = most, most_each, most_address
        self._listening: Counter[str] = Counter()
        self._total = 0
        self._waiters: defaultdict[str, set[Waiter]] = defaultdict(set)
        self._lock = Lock()
        self._starting = Lock()
        self._reader: Thread | None = None

    def start(self) -> None:
        """Have the feeds read from now on, once and for all. Raises StoreUnavailable.

        A reader that a fork has left behind is replaced.
        """
        with self._starting:
            if self._reader is None or not self._reader.is_alive():
                ends = self._store.feed_ends()
                reader = Thread(target=self._read, args=(ends,), name="feed", daemon=True)
                reader.start()
                self._reader = reader

    @contextmanager
    def listening(self, game_id: str, account: str, address: str) -> Iterator[Waiter]:
        """A waiter that hears of the game's events from now on.

        An unknown asker listens on the address's account. Raises StoreUnavailable,
        TooManyListen.
        """
        self.start()
        waiter = Waiter()
        bounds = {account: self._most_each, address: self._most_address}
        with self._lock:
            self._check_room(bounds)
            self._total += 1
            self._listening.update(bounds.keys())
            self._waiters[game_id].add(waiter)
        try:
            yield waiter
        finally:
            with self._lock:
                self._leave(game_id, bounds, waiter)

    def _check_room(self, bounds: Mapping[str, int]) -> None:
        for account, most in bounds.items():
            if self._listening[account] >= most:
                raise TooManyListen(most)
        if self._total >= self._most:
            raise TooManyListen(self._most)

    def _leave(self, game_id: str, accounts: Iterable[str], waiter: Waiter) -> None:
        self._total -= 1
        for account in accounts:
            self._listening[account] -= 1
            if not self._listening[account]:
                del self._listening[account]
        self._waiters[game_id].discard(waiter)
        if not self._waiters[game_id]:
            del self._waiters[game_id]

    def _read(self, after: dict[int, str]) -> None:
        """Tell of the news for ever: nobody would hear of anything if this thread ended."""
        pause = Event()
        while True:
            try:
                news = self._store.wait_feeds(after, BLOCK_SECONDS)
                self._look_back(after, news or after)
                self._tell_all(news, after)
            except StoreUnavailable as error:
                log.warning("feeds: %s; trying again", error)
                pause.wait(self._backoff)
            except Exception:
                log.exception("feeds: trying again")
                pause.wait(self._backoff)

    def _look_back(self, after: dict[int, str], shards: Collection[int]) -> None:
        """Wake the listeners of shards whose feed no longer has the line that was read last.

        This comes before a newer line takes its place, which would hide it.
        """
        places = [(shard, after[shard]) for shard in shards if after[shard] != "0-0"]
        lines = self._store.feed_lines(places) if places else []
        lost = {shard for (shard, _), line in zip(places, lines, strict=True) if line is None}
        if not lost:
            return
        ends = self._store.feed_ends()
        after.update({shard: ends[shard] for shard in lost})
        with self._lock:
            games = [game for game in self._waiters if shard_of(game) in lost]
            waiters = [waiter for game in games for waiter in self._waiters[game]]
        for waiter in waiters:
            waiter.look()

    def _tell_all(self, news: Mapping[int, list[FeedEntry]], after: dict[int, str]) -> None:
        for shard, entries in news.items():
            for entry in entries:
                self._tell(entry.game_id, entry.version)
                after[shard] = entry.id

    def _tell(self, game_id: str, version: int) -> None:
        with self._lock:
            waiters = tuple(self._waiters.get(game_id, ()))
        for waiter in waiters:
            waiter.tell(version)
