"""(y) Sealed games: memory before and after, the CPU of sealing, and the time of a first look."""

from collections.abc import Callable, Iterator
from statistics import median, quantiles
from time import process_time
from uuid import uuid4

from msgspec.structs import replace

from domain.record.record import GENESIS, encode, stated_hash
from projections.runner import Runner
from service.game.ids import new_game_id
from service.game.state_cache import StateCache
from service.heads.log import HeadLog
from service.heads.recorder import HeadRecorder
from service.operations.archive.progress import followers
from service.operations.archive.sealing import SealingOutcome
from service.operations.archive.trimming import Trimmer
from service.operations.archive.work import sealer_of
from service.redis.shards import SHARDS
from service.store.contract import Append
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.benchmarks.measuring import heading, row
from tests.benchmarks.records import EVENTS, each_ruleset, first_events, used

GAMES = 640
"""Ten a shard: the memory of the shards themselves counts little."""
AIM = 0.1
LOOKS = 200
PLENTY = 1_000_000_000
AHEAD_MS = 60_000


def bench_archive() -> None:
    """Games of every ruleset as they are a week after their end: their command ids are gone."""
    heading(f"(y) sealed games: {GAMES} games of {EVENTS} events a ruleset, and all about them")
    each_ruleset(_tell)


def _tell(ruleset: str, store: RedisStore) -> None:
    empty = used(store)
    games = list(_recorded(store, ruleset))
    Runner(store, list(followers(store.client).values())).catch_up(range(SHARDS))
    HeadRecorder(store, HeadLog(store.client)).record(range(SHARDS))
    before, looks = used(store) - empty, _looks(store, games[:LOOKS])
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
    row("  first look before", _spread(looks), "p50 / p99 ms of CPU, by the record alone")
    row("  first look at a sealed game", _spread(_looks(store, games[:LOOKS])))


def _recorded(store: RedisStore, ruleset: str) -> Iterator[str]:
    """Record games of finished ones' first events, each event of a command of its own."""
    records = [events for events in map(first_events, fixtures.fixtures(ruleset)) if events]
    for number in range(GAMES):
        game, events = new_game_id(), records[number % len(records)]
        named = (replace(event, command=f"seat 0:{uuid4().hex}") for event, _ in events)
        entries = tuple(map(encode, named))
        store.append(Append(game, "", "", 1, GENESIS, entries, summary=events[-1][1]))
        yield game


def _seal(store: RedisStore, game: str) -> None:
    head = stated_hash(store.read(game, EVENTS - 1)[0])
    assert sealer_of(store).seal_at(game, EVENTS, head).outcome is SealingOutcome.SEALED


def _looks(store: RedisStore, games: list[str]) -> list[float]:
    """CPU seconds in which a process that knows none of the games folds each."""
    cache = StateCache(store, PLENTY)
    return [_cpu(lambda game=game: cache.current(game)) for game in games]  # type: ignore[misc]


def _cpu(task: Callable[[], object]) -> float:
    began = process_time()
    task()
    return process_time() - began


def _spread(times: list[float]) -> str:
    return f"{median(times) * 1e3:.1f} / {quantiles(times, n=100)[-1] * 1e3:.1f}"
