"""Listeners to players' feeds: in each process one thread reads the news of all slices."""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from redis import Redis

from service.game.admission import Admission
from service.game.listeners import Waiter
from service.notices.account_events.player_feeds import BEGINNING, news_keys, players_of
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.feed_reading import FeedReader, News

BLOCK_SECONDS = 5.0
BACKOFF_SECONDS = 0.5
MANY = 500
"""News read at once after which some may have been trimmed unread: no fewer are kept."""

log = logging.getLogger(__name__)


class LivePlayers:
    """Listeners by player, and the thread that wakes them.

    A waiter that is woken ``must_look`` at its player's feed. ``reader`` waits for news of the
    slices; ``is_retired`` is true while the store is closed, when its refusals are not logged.
    """

    def __init__(
        self,
        client: Redis,
        reader: FeedReader,
        admission: Admission,
        is_retired: Callable[[], bool] = lambda: False,
    ) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._news, self._admission = reader, admission
        self._is_store_retired = is_retired
        self._is_closed = False
        self._waiters: defaultdict[str, set[Waiter]] = defaultdict(set)
        self._lock, self._starting = threading.Lock(), threading.Lock()
        self._reader: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread unless it runs. Raises StoreUnavailable."""
        with self._starting:
            if self._reader is None or not self._reader.is_alive():
                # Read here and not in the thread: news from this moment on must not be missed.
                ends = self._ends()
                self._reader = threading.Thread(target=self._read, args=(ends,), name="news")
                self._reader.daemon = True
                self._reader.start()

    @contextmanager
    def listening(self, player: str, address: str) -> Iterator[Waiter]:
        """Yield a waiter that is woken by the player's events from now on.

        Raises StoreUnavailable, TooManyListen.
        """
        if not self._is_closed:
            self.start()
        waiter = Waiter()
        waiter.is_dismissed = self._is_closed
        with self._admission.admitted(player, address):
            with self._lock:
                self._waiters[player].add(waiter)
            try:
                yield waiter
            finally:
                with self._lock:
                    self._leave(player, waiter)

    def close(self) -> None:
        """Dismiss all listeners, present and future."""
        self._is_closed = True
        for waiter in self._all():
            waiter.dismiss()

    def _leave(self, player: str, waiter: Waiter) -> None:
        self._waiters[player].discard(waiter)
        if not self._waiters[player]:
            del self._waiters[player]

    def _ends(self) -> dict[str, str]:
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for key in news_keys():
                pipeline.xrevrange(key, count=1)
            lasts = pipeline.execute()
        ends = (last[0][0].decode() if last else BEGINNING for last in lasts)
        return dict(zip(news_keys(), ends, strict=True))

    def _read(self, after: dict[str, str]) -> None:
        """Wake the listeners of players with news until closed."""
        pause = threading.Event()
        # The thread goes on after any failure: without it no listener would get any news.
        while not self._is_closed:
            try:
                with translated_errors():
                    news = self._news.read(after, BLOCK_SECONDS)
                self._wake(news, after)
                continue
            except StoreUnavailable as error:
                if not self._is_store_retired():
                    log.warning("news of players: %s; trying again", error)
            except Exception:
                log.exception("news of players: trying again")
            pause.wait(BACKOFF_SECONDS)
            # A fail-over may have lost some news, or given others their ids.
            self._wake_all()

    def _wake(self, news: News, after: dict[str, str]) -> None:
        for key, entries in news.items():
            after[key] = entries[-1][0].decode()
            if len(entries) >= MANY:
                self._wake_all()
            else:
                self._wake_each(players_of(entries))

    def _wake_each(self, players: Iterable[str]) -> None:
        for player in players:
            with self._lock:
                waiters = tuple(self._waiters.get(player, ()))
            for waiter in waiters:
                waiter.look()

    def _wake_all(self) -> None:
        for waiter in self._all():
            waiter.look()

    def _all(self) -> tuple[Waiter, ...]:
        with self._lock:
            return tuple(waiter for own in self._waiters.values() for waiter in own)
