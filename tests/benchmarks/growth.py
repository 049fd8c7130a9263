"""(q) A game's cost as it grows: to open, to look at, to go on in, and the memory of keeping it."""

import gc
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

from domain.kernel.game import UNDO_DECLINED, UNDO_REQUESTED, Game, evolve, fold
from domain.record.record import Draft, Event
from domain.record.visibility import Viewer
from projections.view import view
from service.app import services_over
from service.game.state_cache import StateCache
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.benchmarks.measuring import heading, row
from tests.service.stored_records import record

PLAYED = fixtures.FOLDER / "settlers" / "standard-four-greedy.json.gz"
LENGTHS = (5, 200, 500, 5_000, 30_000)
ROUNDS, COPIES = 15, 20
MOST_MOVES = 300
NOON = "2026-11-22T12:00:00.000Z"
PLENTY = 2_000_000_000


def bench_growth() -> None:
    """Measure the same steps in records of five events up to thirty thousand, in this process."""
    heading("(q) a game of settlers as it grows: CPU of its steps, and its memory in the cache")
    with (
        tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
        EmbeddedServer(Path(folder)) as server,
    ):
        store = RedisStore.of_url(server.url)
        for length in LENGTHS:
            _measure(store, length)


def _measure(store: RedisStore, length: int) -> None:
    events = _record(length + 1)
    name, following = f"growing-{length}", events[-1]
    record(store, name, events[:-1])
    kept = services_over(Config(rate_limit=False, cache_bytes=PLENTY), store).cache
    folded = StateCache(store, PLENTY)
    opened = _cpu(lambda: kept.forget(name), lambda: kept.known(name))
    refolded = _cpu(lambda: folded.forget(name), lambda: folded.known(name))
    read_on = _cpu(lambda: None, lambda: kept.current(name))
    game = kept.known(name).game
    looked = _cpu(lambda: None, lambda: view(name, game, Viewer(0, over=False), str))
    went_on = _cpu(lambda: _reopened(kept, name), lambda: kept.appended(name, following))
    note = (
        f"opened {opened:.2f} ms, by its record {refolded:.2f} ms; read on {read_on:.2f} ms, "
        f"viewed {looked:.2f} ms, one more event {went_on:.3f} ms"
    )
    row(f"event {length:,}", f"{_kilobytes(store, events[:-1]):.0f} kB kept", note)


def _reopened(cache: StateCache, name: str) -> None:
    cache.forget(name)
    cache.known(name)


def _cpu(prepare: Callable[[], object], step: Callable[[], object]) -> float:
    """The median CPU of a step in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        prepare()
        gc.collect()
        start = process_time()
        step()
        times.append(process_time() - start)
    return median(times) * 1e3


def _kilobytes(store: RedisStore, events: list[Event]) -> float:
    """The memory of a game in a cache, of many on the same board."""
    copies = 2 if len(events) > MOST_MOVES else COPIES
    names = [record(store, f"copy-{len(events)}-{number}", events) for number in range(copies)]
    cache = StateCache(store, PLENTY)
    cache.known(names[0])
    gc.collect()
    tracemalloc.start()
    for name in names[1:]:
        cache.known(name)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / (copies - 1) / 1e3


def _record(length: int) -> list[Event]:
    """A record of so many events: of a game played, then of requests that are declined."""
    events = fixtures.events_of(fixtures.load(PLAYED))[: min(length, MOST_MOVES)]
    game = fold(events)
    while len(events) < length:
        event = game.seal(_next(game), NOON, "")
        game = evolve(game, event)
        events.append(event)
    return events


def _next(game: Game) -> Draft:
    assert game.timeline is not None
    data, seat = {"to": game.timeline.start}, game.to_act[0]
    return Draft(UNDO_REQUESTED if game.timeline.request is None else UNDO_DECLINED, seat, data)
