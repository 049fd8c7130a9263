"""Parts of the service that count, time and trace their work, used if metrics or traces are on.

Otherwise the plain parts serve, so that a move costs nothing for metrics that nobody reads.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, TypeVar, cast

from service.game.commands import Commands, Decide, DecideAll
from service.game.repeats import AcceptedCommand
from service.game.state_cache import CacheObserver
from service.redis.errors import StoreUnavailable, Unconfirmed
from service.store.contract import (
    Append,
    Appended,
    EventStore,
    OrdersChanged,
    RecordClosed,
    WrongVersion,
)
from service.store.freezes import GameFrozen
from service.telemetry.counting import is_on
from service.telemetry.instruments import (
    APPEND_SECONDS,
    APPENDS,
    CACHE_HITS,
    CACHE_MISSES,
    DECIDE_SECONDS,
    EVENTS,
    FOLD_SECONDS,
)
from service.telemetry.tracing import is_traced, span

T = TypeVar("T")

# The first match counts, so subclasses stand before StoreUnavailable.
_RESULTS: tuple[tuple[type[Exception], str], ...] = (
    (WrongVersion, "conflict"),
    (OrdersChanged, "orders_changed"),
    (RecordClosed, "broken"),
    (GameFrozen, "closed"),
    (Unconfirmed, "unconfirmed"),
    (StoreUnavailable, "unavailable"),
)


def is_metered() -> bool:
    """True if this process has metrics or traces."""
    return is_on() or is_traced()


def metered_store(store: EventStore) -> EventStore:
    """Return a store that counts and times its appends."""
    return cast("EventStore", MeteredStore(store))


class MeteredStore:
    """An event store whose appends are counted by their results."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, append: Append) -> Appended:
        """Append a command's events; raises as the store does."""
        began = perf_counter()
        try:
            with span("append", game_id=append.game_id, command_id=append.command_id):
                appended = self._store.append(append)
        except Exception as error:
            APPENDS[_result(error)].inc()
            raise
        finally:
            APPEND_SECONDS.observe(perf_counter() - began)
        if appended.repeated:
            APPENDS["repeated"].inc()
        else:
            APPENDS["ok"].inc()
            EVENTS.inc(len(append.entries))
        return appended


def _result(error: Exception) -> str:
    return next((result for kind, result in _RESULTS if isinstance(error, kind)), "failed")


class MeteredCommands(Commands):
    """Commands whose decisions are timed."""

    def submit(self, game_id: str, decide: Decide, *args: Any, **options: Any) -> AcceptedCommand:
        """Decide and append, as any commands do."""
        return super().submit(game_id, _timed(decide, game_id), *args, **options)

    def follow_clock(self, game_id: str, decide: DecideAll) -> int:
        """Append the clock's decisions, as any commands do."""
        return super().follow_clock(game_id, _timed(decide, game_id))


def _timed(decide: Callable[[Any], T], game_id: str) -> Callable[[Any], T]:
    def decided(game: Any) -> T:
        began = perf_counter()
        try:
            with span("decide", game_id=game_id):
                return decide(game)
        finally:
            DECIDE_SECONDS.observe(perf_counter() - began)

    return decided


class CountingObserver(CacheObserver):
    """Counts the games that a cache finds and opens, and times their folding."""

    def on_hit(self) -> None:
        """Count a game that was found."""
        CACHE_HITS.inc()

    def on_opened(self) -> None:
        """Count a game that was opened."""
        CACHE_MISSES.inc()

    @contextmanager
    def on_fold(self, game_id: str) -> Iterator[None]:
        """Time the folding of a page."""
        with FOLD_SECONDS.time(), span("fold", game_id=game_id):
            yield
