"""(y) Sealed games: memory before and after, the CPU of sealing, and the time of a first look."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

from domain.record.record import stated_hash
from projections.runner import Runner
from service.archive.sealing import Outcome
from service.archive.trimming import Trimmer
from service.archive.work import sealer_of
from service.game.state_cache import StateCache
from service.heads.log import HeadLog
from service.heads.recorder import HeadRecorder
from service.run.progress import followers
from service.store.command_ids import recent_key
from service.store.contract import SHARDS
from service.store.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.benchmarks.measuring import heading, row
from tests.benchmarks.records import EVENTS, GAMES, RULESETS, recorded, used

AIM = 0.1
PLENTY = 1_000_000_000
AHEAD_MS = 60_000


def bench_archive() -> None:
    """Games of every ruleset as they are a week after their end: their command ids are gone."""
    heading(f"(y) sealed games: {GAMES} games of {EVENTS} events a ruleset, and all about them")
    for ruleset in RULESETS:
        with (
            tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
            EmbeddedServer(Path(folder)) as server,
        ):
            _tell(ruleset, RedisStore.of_url(server.url))


def _tell(ruleset: str, store: RedisStore) -> None:
    empty = used(store)
    games = [game for game, _ in recorded(store, ruleset)]
    store.client.delete(*map(recent_key, games))
    Runner(store, list(followers(store.client).values())).catch_up(range(SHARDS))
    HeadRecorder(store, HeadLog(store.client)).record(range(SHARDS))
    before, looks = used(store) - empty, _looks(store, games)
    seconds = [_cpu(lambda game=game: _seal(store, game)) for game in games]  # type: ignore[misc]
    sealed = used(store) - empty
    Trimmer(store.client).trim(range(SHARDS), kept_ms=-AHEAD_MS)
    after = used(store) - empty
    met = "met" if after <= AIM * before else "NOT MET"
    row(ruleset, f"{before / len(games) / 1e3:.1f} kB", "a game before, with all about it")
    row("  sealed", f"{sealed / len(games) / 1e3:.1f} kB", f"{sealed / before:.3f}")
    row("  feeds trimmed", f"{after / len(games) / 1e3:.1f} kB", f"{after / before:.3f}")
    row("  aim", f"{AIM}", met)
    row("  CPU of sealing a game", f"{median(seconds) * 1e3:.1f} ms")
    row("  first look before", _spread(looks), "p50 / p99 ms, by the record alone")
    row("  first look at a sealed game", _spread(_looks(store, games)))


def _seal(store: RedisStore, game: str) -> None:
    head = stated_hash(store.read(game, EVENTS - 1)[0])
    assert sealer_of(store).seal_at(game, EVENTS, head).outcome is Outcome.SEALED


def _looks(store: RedisStore, games: list[str]) -> list[float]:
    """Seconds in which a process that knows none of the games folds each."""
    cache, times = StateCache(store, PLENTY), []
    for game in games:
        began = perf_counter()
        cache.current(game)
        times.append(perf_counter() - began)
    return times


def _cpu(task: Callable[[], object]) -> float:
    began = process_time()
    task()
    return process_time() - began


def _spread(times: list[float]) -> str:
    return f"{median(times) * 1e3:.1f} / {quantiles(times, n=100)[-1] * 1e3:.1f}"
