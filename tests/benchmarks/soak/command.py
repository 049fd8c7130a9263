"""`python -m tests.benchmarks soak`: half an hour of play, after which nothing may have grown."""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from urllib.parse import urlsplit

import click

from service.server.data_folder import running_url
from service.store.redis_store import RedisStore
from tests.benchmarks.load.latencies import Latencies
from tests.benchmarks.load.lines import Failed, Lines
from tests.benchmarks.load.places import GAME, ROOM, generated
from tests.benchmarks.load.plans import Plan, Step
from tests.benchmarks.load.players import new_table
from tests.benchmarks.long_game import long_script
from tests.benchmarks.machine import cpu_seconds_with_children, load_told
from tests.benchmarks.measuring import heading, row
from tests.benchmarks.soak.growth import Growth, file_growths, lag_growth, memory_growths
from tests.benchmarks.soak.sampling import Sampler
from tests.programs import ANABASIS
from tests.service.running import Running, running

MIX = {"move": 1.0, "moves": 0.5, "view": 1.0, "undo": 0.05, "mine": 0.1, "lobby": 0.1}
TABLES, STREAMS, GAME_EVENTS = 30, 2, 60
ROUND_SECONDS = 60.0
BOT_GAMES, FIRST_BOT_GAMES = 3, 120
"""Games of bots alone begun in each round, and in the first, which fills the bots' memory."""
BOTS = {"ruleset": "alexandros", "board": "tiny", "bots": ["greedy", "random"], "join": False}
CACHE_MB = "2"
"""So small that caches are full before growth counts."""
ARCHIVE = ("archive", "now", "--older-than", "0")
MB = 1e6


class Soak:
    """A service, its tables, and rounds of load."""

    def __init__(self, run: Running, folder: Path, rate: float) -> None:
        address = urlsplit(run.address)
        self._place = str(address.hostname), [int(address.port or 80)]
        self._folder, self._rate = folder, rate
        self._lines = Lines(*self._place, 2)
        self._tables = [new_table(self._lines, GAME) for _ in range(TABLES)]
        self._script = [Step(*each) for each in long_script(GAME_EVENTS)]
        self.errors: dict[str, int] = {}
        self.finished = 0

    def round(self, number: int) -> Latencies:
        """Play for a while, begin games of bots, and archive finished games."""
        for _ in range(FIRST_BOT_GAMES if number == 1 else BOT_GAMES):
            self._begin_bots()
        rates = {kind: share * self._rate for kind, share in MIX.items()}
        plan = Plan(*self._place, rates, ROUND_SECONDS, self._tables, self._script, GAME, number)
        plan.streams = STREAMS
        report = generated(plan)
        self._tables = report.tables
        self.finished += report.games
        for error, count in report.errors.items():
            self.errors[error] = self.errors.get(error, 0) + count
        self._archive()
        return Latencies.decoded(report.corrected["move"])

    def _begin_bots(self) -> None:
        try:
            self._lines.post("/games", BOTS, self._tables[0].tokens[0])
        except Failed as error:
            name = f"bots: {error}"
            self.errors[name] = self.errors.get(name, 0) + 1

    def _archive(self) -> None:
        command = [ANABASIS, *ARCHIVE]
        environment = os.environ | {"ANABASIS_DATA": str(self._folder)}
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)


@click.command()
@click.option("--minutes", type=click.FloatRange(1, 600), default=30.0, show_default=True)
@click.option("--rate", type=click.FloatRange(0.1, 500), default=4.0, help="Moves a second.")
def soak(minutes: float, rate: float) -> None:
    """Play for MINUTES at a steady low rate; fail if memory, open files or lag have grown.

    Moves, undos, lists, streams, games of bots, finished games that go to the archive. Growth is
    that of the last two thirds of the time, and has a bound in bytes for each event recorded.
    """
    heading(f"{minutes:g} minutes with {rate:g} moves/s, {TABLES} tables, {STREAMS} streams each")
    with load_told(), TemporaryDirectory(prefix="anabasis-soak-") as folder:
        grown = _soaked(Path(folder), minutes, rate)
    if grown:
        raise click.ClickException(f"grown beyond their bounds: {', '.join(grown)}")


def _soaked(folder: Path, minutes: float, rate: float) -> list[str]:
    data = folder / "var"
    settings = ROOM | {
        "ANABASIS_DATA": str(data),
        "ANABASIS_RATE_LIMIT": "off",
        "ANABASIS_CACHE_MB": CACHE_MB,
    }
    with running(folder / "log", **settings) as run:
        assert run.address
        url = running_url(data)
        assert url
        play, sampler = Soak(run, data, rate), Sampler(run, RedisStore.of_url(url))
        sampler.start()
        _play(play, minutes)
        sampler.stop()
        _tell_cpu(run, minutes)
    row("games finished", str(play.finished))
    for error, count in play.errors.items():
        row(f"failed, {error}", str(count))
    samples = sampler.samples
    row("events recorded", f"{samples[-1].events:,}")
    grown = [*_tell_memory(memory_growths(samples)), *_tell(file_growths(samples), "open files")]
    return [*grown, *_tell([lag_growth(samples)], "s behind")]


def _play(play: Soak, minutes: float) -> None:
    end, number = monotonic() + minutes * 60, 0
    while monotonic() < end:
        number += 1
        row(f"minute {number}", "", str(play.round(number)))


def _tell_cpu(run: Running, minutes: float) -> None:
    seconds = sum(map(cpu_seconds_with_children, run.session()))
    row("CPU of the service", f"{seconds:.0f} s", f"{seconds / minutes / 60:.2f} of a core")


def _tell_memory(growths: Iterable[Growth]) -> list[str]:
    grown = []
    for one in growths:
        told = f"{one.first / MB:.1f} to {one.last / MB:.1f} MB"
        each = f"grown {one.grown / MB:.1f} MB, {one.each:.0f} B an event"
        row(one.name, told, f"{each}, bound {one.most / MB:.1f}{_verdict(one)}")
        grown += [] if one.is_bounded else [f"memory of {one.name}"]
    return grown


def _tell(growths: Iterable[Growth], unit: str) -> list[str]:
    grown = []
    for one in growths:
        told = f"{one.first:.0f} to {one.last:.0f}"
        row(f"{one.name}, {unit}", told, f"bound {one.most:g}{_verdict(one)}")
        grown += [] if one.is_bounded else [f"{unit} of {one.name}"]
    return grown


def _verdict(growth: Growth) -> str:
    return "" if growth.is_bounded else ": GROWN"
