"""Services under load: web processes and a worker on one server or on a cluster of six."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from service.server.embedded import EmbeddedServer
from tests.benchmarks.load.latencies import Latencies
from tests.benchmarks.load.lines import Lines
from tests.benchmarks.load.plans import SCRIPT_EVENTS, Plan, Report, Step, Table
from tests.benchmarks.load.players import new_table
from tests.benchmarks.long_game import TERMS, long_script
from tests.benchmarks.machine import cpu_seconds
from tests.clusters import ClusterServers
from tests.servers import Service, Web, descendants, working

GENERATOR = (sys.executable, "-m", "tests.benchmarks.load.generator")
GAME = {"ruleset": "alexandros", **TERMS}
ROOM = dict.fromkeys((f"ANABASIS_STREAMS{of}" for of in ("", "_EACH", "_ADDRESS")), "5000")
MORE_SECONDS = 90.0
"""A generator that takes so much longer than its plan is ended."""
HOST = "127.0.0.1"
COPIES = 4
"""Connections by which tables are made."""


Store = EmbeddedServer | ClusterServers


class Spent(NamedTuple):
    """CPU seconds of the web processes, the store's servers and the worker with its bots."""

    web: float
    store: float
    worker: float

    def since(self, before: "Spent") -> "Spent":
        """Return the seconds spent since an earlier look."""
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))


class Outcome(NamedTuple):
    """The report of a load, and its cost."""

    report: Report
    spent: Spent

    def latencies(self, kind: str) -> Latencies:
        """Return the corrected latencies of a kind."""
        encoded = self.report.corrected.get(kind)
        return Latencies.decoded(encoded) if encoded else Latencies()

    @property
    def lag(self) -> Latencies:
        """How late the generator itself was."""
        return Latencies.decoded(self.report.lag)


class Place:
    """A running service on one machine or several, and the tables that play at it."""

    def __init__(self, store: Store, webs: Sequence[Web], worker: int) -> None:
        self._store, self._webs, self._worker = store, webs, worker
        self._ports = [int(urlsplit(web.address).port or 80) for web in webs]
        self.tables: list[Table] = []

    @cached_property
    def script(self) -> list[Step]:
        """The moves of each game."""
        return [Step(*each) for each in long_script(SCRIPT_EVENTS)]

    def open(self, count: int) -> None:
        """Have so many tables in all."""
        lines = Lines(HOST, self._ports, COPIES)
        while len(self.tables) < count:
            self.tables.append(new_table(lines, GAME))

    def plan(self, rates: dict[str, float], seconds: float, streams: int, seed: int = 1) -> Plan:
        """Return a plan for the tables."""
        script, tables = self.script, self.tables
        return Plan(HOST, self._ports, rates, seconds, tables, script, GAME, seed, streams=streams)

    def load(self, plan: Plan) -> Outcome:
        """Put a load on the service; the tables are as it leaves them."""
        before = self.spent()
        report = generated(plan)
        self.tables = report.tables
        return Outcome(report, self.spent().since(before))

    def spent(self) -> Spent:
        """Return the CPU seconds so far."""
        return Spent(
            sum(cpu_seconds(web.pids) for web in self._webs),
            cpu_seconds(_pids(self._store)),
            cpu_seconds({self._worker} | descendants(self._worker)),
        )


def generated(plan: Plan) -> Report:
    """Return the report of a plan that a generator has followed."""
    done = subprocess.run(
        GENERATOR,
        input=msgspec.json.encode(plan),
        stdout=subprocess.PIPE,
        timeout=plan.seconds + MORE_SECONDS,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=Report)


@contextmanager
def place(folder: Path, kind: str, processes: int, machines: int = 1) -> Iterator[Place]:
    """A service on ``one server``, a ``cluster`` or the data folder that ``kind`` names.

    Each machine has so many web processes behind an address of its own; one has the worker.
    """
    folder.mkdir(parents=True)
    with ExitStack() as stack:
        store = stack.enter_context(_store(folder, kind))
        webs = [
            stack.enter_context(Web(store.url, folder / f"web{number}.log", processes, ROOM))
            for number in range(machines)
        ]
        for web in webs:
            web.wait_until_ready()
        service = Service(store, webs[0])  # type: ignore[arg-type]
        yield Place(store, webs, stack.enter_context(working(service)).pid)


def _store(folder: Path, kind: str) -> Store:
    if kind == "cluster":
        return ClusterServers(folder / "nodes")
    return EmbeddedServer(folder / "var" if kind == "one server" else Path(kind))


def _pids(store: Store) -> Sequence[int]:
    if isinstance(store, ClusterServers):
        return [node.process.pid for node in store.nodes]
    return [store.pid]
