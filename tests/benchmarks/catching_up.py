"""(p) Read models catching up with the feeds, and made again, by summaries and by folding."""

import gc
import random
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from tqdm import tqdm

from domain.kernel.game import Game, fold
from domain.record.record import Event, encode
from projections.runner import Runner
from projections.stored_summaries import Changed, End
from projections.summary import summary_after
from service.readmodels.read_models import ReadModels, rebuild
from service.redis.shards import SHARDS
from service.server.embedded import EmbeddedServer
from service.store.contract import Append
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.benchmarks.measuring import heading, ratio, row, within

GAMES, DENSE, ROUNDS = 4_000, 500, 3
SHORTEST, LONGEST, MORE = 20, 200, 100
"""Events of a game, and those with which a game goes on."""
AIM = 20.0
MOST_MINUTES = 5.0
"""For a rebuild of 100,000 games."""


@dataclass(frozen=True, slots=True)
class Story:
    """The beginning of a finished game, to be recorded as any number of games."""

    events: list[Event]

    def append(self, store: RedisStore, game_id: str, after: int, until: int) -> None:
        """Record the events past ``after`` in one go, as a command does."""
        events = self.events[after:until]
        game = _game_after(self.events[:after])
        entries = tuple(map(encode, events))
        first = (game_id, f"{after}", "f", after + 1, events[0].prev, entries)
        store.append(Append(*first, summary=summary_after(game, events)))


def _game_after(events: Sequence[Event]) -> Game | None:
    return fold(events) if events else None


class Folding:
    """The records of a store as if an older release had written them: without summaries."""

    def __init__(self, store: RedisStore) -> None:
        self._store = store
        self.summaries = _NoSummaries()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class _NoSummaries:
    def newest(self, games: object) -> dict[str, Any]:
        return {}

    def keep(self, *_: object) -> None:
        return

    def ends(self, shards: Collection[int]) -> dict[int, End]:
        return dict.fromkeys(shards, End("", is_settled=False))

    def changed(self, since: Mapping[int, int], limit: int) -> dict[int, list[Changed]]:
        return {shard: [] for shard in since}


@dataclass(frozen=True, slots=True)
class Side:
    """One way to keep read models of its own, and the seconds of CPU that it took a round."""

    runner: Runner
    seconds: list[float]


def bench_catching_up(games: int = GAMES) -> None:
    """Both sides read the same feeds and write the same rows; one folds, as releases before did."""
    heading(
        "(p) read models: catching up and rebuilding, by summaries against folding",
        "the same lines read and the same rows written; one reads summaries, the other records",
    )
    with (
        tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
        EmbeddedServer(Path(folder)) as server,
    ):
        hall = Hall(RedisStore.of_url(server.url))
        hall.open(games)
        hall.bench("one line a game", hall.one_line_each)
        hall.bench("many lines a game", hall.many_lines_each)
        hall.rebuild(games)


class Hall:
    """Games in a store, and read models kept in two ways."""

    def __init__(self, store: RedisStore) -> None:
        self._store = store
        self._luck = random.Random(12)
        self._stories = [Story(events) for events in _records()]
        self._games: list[tuple[str, Story, int]] = []
        self._models = ReadModels(store.client)
        shadow = self._models.generations.begin()
        each = (store, self._models.live()), (Folding(store), shadow)
        self._sides = [Side(Runner(records, [model]), []) for records, model in each]

    def open(self, games: int) -> None:
        """Record games of some length, and bring both sides up to date."""
        for number in tqdm(range(games), unit="game", leave=False, disable=None):
            story, length = self._luck.choice(self._stories), self._luck.randint(SHORTEST, LONGEST)
            story.append(self._store, f"g{number}", 0, length)
            self._games.append((f"g{number}", story, length))
        for side in self._sides:
            by_summaries = Runner(self._store, side.runner._models)
            by_summaries.catch_up(range(SHARDS))

    def one_line_each(self) -> int:
        """Go on with as many games, none of which the worker has seen lately."""
        chosen = [self._games.pop(self._luck.randrange(len(self._games))) for _ in range(DENSE)]
        for game_id, story, length in chosen:
            story.append(self._store, game_id, length, length + 1)
        return DENSE

    def many_lines_each(self) -> int:
        """Go on with games that are played beside one another, for many moves each."""
        chosen = [self._games.pop() for _ in range(DENSE // 2)]
        for step in range(0, MORE, 5):
            for game_id, story, length in chosen:
                story.append(self._store, game_id, length + step, length + step + 5)
        return len(chosen) * MORE

    def bench(self, name: str, play: Callable[[], int]) -> None:
        """Play on and let both sides catch up, a round after another."""
        counts = []
        for number in range(ROUNDS):
            counts.append(play())
            for side in self._sides[:: 1 if number % 2 else -1]:
                side.seconds.append(self._cpu(lambda side=side: _catch_up(side.runner)))
        ours, folded = (side.seconds[-ROUNDS:] for side in self._sides)
        for how, times in (("by summaries", ours), ("by folding", folded)):
            each = sum(times) / sum(counts)
            row(f"{name}, {how}", f"{each * 1e6:,.0f} µs", "of CPU an event, the server's too")
        rates = [theirs / own for own, theirs in zip(ours, folded, strict=True)]
        ratio(f"{name}, times as fast", rates, AIM)

    def rebuild(self, games: int) -> None:
        """Make all read models again of the newest summaries."""
        start = perf_counter()
        cpu = self._cpu(lambda: rebuild(self._store, self._models.generations, lambda: None))
        wall = perf_counter() - start
        row(
            f"rebuild of {games} games",
            f"{wall:.1f} s",
            f"{cpu / games * 1e6:,.0f} µs of CPU a game",
        )
        within("minutes for 100,000 games at this rate", wall / games * 100_000 / 60, MOST_MINUTES)

    def _cpu(self, task: Callable[[], object]) -> float:
        """Return the CPU seconds of a task, here and in the server."""
        gc.collect()
        gc.freeze()  # a worker holds no such number of stories
        before = process_time() + self._server()
        task()
        return process_time() + self._server() - before

    def _server(self) -> float:
        told: Any = self._store.client.info("cpu")
        return float(told["used_cpu_user"]) + float(told["used_cpu_sys"])


def _catch_up(runner: Runner) -> None:
    runner.refresh()
    runner.catch_up(range(SHARDS))


def _records() -> Iterator[list[Event]]:
    for path in fixtures.fixtures("settlers") + fixtures.fixtures("alexandros"):
        events = fixtures.events_of(fixtures.load(path))
        if len(events) > LONGEST + MORE:
            yield events


if __name__ == "__main__":
    bench_catching_up(int(sys.argv[1]))
