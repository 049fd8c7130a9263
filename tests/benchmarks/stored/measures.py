"""Measures of a running service on a filled data folder, each a line or two of a report."""

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, TemporaryFile
from time import monotonic, perf_counter
from typing import IO, Any, NamedTuple
from urllib.parse import urlsplit

from projections.summary import Summary, decode
from service.operations.archive.progress import places
from service.readmodels.read_models import ReadModels
from service.redis.shards import SHARDS
from service.server.data_folder import running_url
from service.store.redis_store import RedisStore
from service.store.summaries import summaries_key
from tests.benchmarks.load.latencies import Latencies
from tests.benchmarks.load.lines import Lines
from tests.benchmarks.machine import cpu_seconds_with_children
from tests.benchmarks.measuring import row
from tests.benchmarks.stored.filling import Crowd
from tests.programs import ANABASIS
from tests.service.running import Running, running
from tests.waiting import eventually

CATCH_UP_SECONDS = 1_800.0
LOOKS = 300
MB = 1e6
COMMAND = ANABASIS


class Cost(NamedTuple):
    """Seconds on the wall and of CPU, of a command and of the server."""

    wall: float
    cpu: float
    server: float

    def __str__(self) -> str:
        return f"{self.cpu:.1f} s of CPU, {self.server:.1f} s of the server's"


class Site:
    """A running service on a data folder, its store, and its players."""

    def __init__(self, run: Running, folder: Path) -> None:
        self.run, self.folder = run, folder
        url = running_url(folder)
        assert url is not None
        self.store = RedisStore.of_url(url)
        address = urlsplit(run.address)
        self.lines = Lines(str(address.hostname), [int(address.port or 80)], 1)
        self.crowd = Crowd.read(players_path(folder))
        self.luck = Random(2)

    def tell_memory(self, name: str, games: int, events: int) -> None:
        """Print how much memory the server's data take."""
        info: Any = self.store.client.info("memory")
        data, resident = info["used_memory_dataset"], info["used_memory_rss"]
        row(f"memory {name}", f"{data / MB:,.0f} MB", f"resident {resident / MB:,.0f} MB")
        row("  a game, an event", f"{data / games / 1e3:.1f} kB", f"{data / events:.0f} B an event")

    def tell_looks(
        self, name: str, path: Callable[[], tuple[str, str]], count: int = LOOKS
    ) -> None:
        """Report how long it takes to get paths, each with its reader's token."""
        latencies = Latencies()
        for _ in range(count):
            where, token = path()
            start = perf_counter()
            self.lines.get(where, token)
            latencies.record(perf_counter() - start)
        row(name, f"{latencies.percentile(50) * 1e3:.1f} ms", str(latencies))

    def tell_lists(self) -> None:
        """Print how long the lobby and "my games" take, on first and on deep pages."""
        busiest, draw, players = self.crowd.players[0].token, self.luck.randint, self.crowd.players
        self.tell_looks("lobby", lambda: ("/games", ""))
        self.tell_looks("lobby, live", lambda: ("/games?status=live", ""))
        self.tell_looks("lobby, deep pages", lambda: (f"/games?page={draw(2, 100)}", ""))
        self.tell_looks("my games", lambda: ("/me/games", self.luck.choice(players).token))
        self.tell_looks("the busiest player's games", lambda: ("/me/games", busiest))
        self.tell_looks("  deep pages", lambda: (f"/me/games?page={draw(2, 8)}", busiest))

    def tell_first_looks(self, games: Sequence[str]) -> None:
        """Print how long first looks at finished games take: no process has seen one before."""
        views, pasts, records = (iter(games[n * LOOKS :][:LOOKS]) for n in range(3))
        self.tell_looks("first look at a game", lambda: (f"/games/{next(views)}", ""))
        self.tell_looks("  at its event 50", lambda: (f"/games/{next(pasts)}?at=50", ""))
        self.tell_looks("  at its whole record", lambda: (f"/games/{next(records)}/export", ""))

    def command(self, *arguments: str) -> Cost:
        """Run a command of `anabasis` on the folder; it must succeed."""
        environment = os.environ | {"ANABASIS_DATA": str(self.folder)}
        before, start = self.server_seconds(), monotonic()
        with TemporaryFile() as told, _started(arguments, environment, told) as process:
            _, code, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(code)
            told.seek(0)
            assert process.returncode == 0, (arguments, told.read())
        own = used.ru_utime + used.ru_stime
        return Cost(monotonic() - start, own, self.server_seconds() - before)

    def tell_command(self, name: str, *arguments: str) -> None:
        """Run a command, and report its cost."""
        cost = self.command(*arguments)
        row(name, f"{cost.wall:.1f} s", str(cost))

    def tell_backup(self, path: Path, events: int) -> None:
        """Report the cost of a backup, and its size."""
        path.unlink(missing_ok=True)  # of an earlier run
        self.tell_command("backup", "backup", str(path))
        size = path.stat().st_size
        row("  its size", f"{size / MB:,.0f} MB", f"{size / events:.0f} B an event")

    def tell_restore(self, path: Path) -> None:
        """Report the cost of a restore, into a folder that is removed again."""
        with TemporaryDirectory(dir=path.parent, prefix="restored-") as folder:
            into = ("--into", str(Path(folder, "var")))
            self.tell_command("restore", "restore", str(path), *into)

    def totals(self) -> tuple[int, int]:
        """Return the numbers of games and of their events, by the newest summaries."""
        versions = [summary.game.version for _, summary in self._summaries()]
        return len(versions), sum(versions)

    def finished_games(self, count: int) -> list[str]:
        """Return so many finished games, in an order drawn by luck and new each time."""
        over = [game for game, each in self._summaries() if each.game.status == "finished"]
        return self.luck.sample(over, count)

    def _summaries(self) -> Iterator[tuple[str, Summary]]:
        for shard in range(SHARDS):
            games: Any = self.store.client.hgetall(summaries_key(shard))
            for game, stored in games.items():
                yield game.decode(), decode(stored.partition(b" ")[2])

    def server_seconds(self) -> float:
        """Return the CPU seconds of the server so far."""
        told: Any = self.store.client.info("cpu")
        return float(told["used_cpu_user"]) + float(told["used_cpu_sys"])

    def catch_up(self) -> None:
        """Wait until the read models have reached the ends of all feeds."""
        model = ReadModels(self.store.client).live()
        eventually(lambda: _is_at_end(self.store, model), CATCH_UP_SECONDS)


def _started(
    arguments: Sequence[str], environment: dict[str, str], told: IO[bytes]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*COMMAND, *arguments], env=environment, stdout=told, stderr=told)


def _is_at_end(store: RedisStore, model: Any) -> bool:
    return all(reached == end for reached, end in places(store, model).values())


@contextmanager
def site(folder: Path, **settings: str) -> Iterator[Site]:
    """A service started on a filled folder, and the cost of its start."""
    begun = monotonic()
    limits = {"ANABASIS_RATE_LIMIT": "off", "ANABASIS_DATA": str(folder)}
    with running(folder.parent / "run.log", **(limits | settings)) as run:
        eventually(lambda: "Play " in run.told, CATCH_UP_SECONDS)
        wall, cpu = monotonic() - begun, _cpu(run)
        row("start until people can play", f"{wall:.1f} s", f"{cpu:.1f} s of CPU")
        here = Site(run, folder)
        before = _cpu(run)
        here.catch_up()
        told = f"{_cpu(run) - before:.1f} s of CPU in all processes"
        row("read models up to date after", f"{monotonic() - begun:.1f} s", told)
        yield here


def _cpu(run: Running) -> float:
    return sum(map(cpu_seconds_with_children, run.session()))


def players_path(folder: Path) -> Path:
    """Return the file beside a data folder that keeps its players."""
    return folder.parent / "players.json"
