"""Services under load: web processes and a worker on one server or on a cluster of six."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from service.store.embedded import EmbeddedServer
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
COPIES = 4
"""Connections by which tables are made."""


class Spent(NamedTuple):
    """CPU seconds of the web processes, the store's servers and the worker with its bots."""

    web: float
    store: float
    worker: float

    def since(self, before: "Spent") -> "Spent":
        """Return the seconds spent since an earlier look."""
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))


class Outcome(NamedTuple):
    """The report of a load, and what it cost."""

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
    """A running service, and the tables that play at it."""

    def __init__(self, service: Service, worker: int) -> None:
        self.service, self.worker = service, worker
        address = urlsplit(service.web.address)
        self.host, self.port = str(address.hostname), int(address.port or 80)
        self.tables: list[Table] = []

    @cached_property
    def script(self) -> list[Step]:
        """The moves of each game."""
        return [Step(*each) for each in long_script(SCRIPT_EVENTS)]

    def open(self, count: int) -> None:
        """Have so many tables in all."""
        lines = Lines(self.host, self.port, COPIES)
        while len(self.tables) < count:
            self.tables.append(new_table(lines, GAME))

    def plan(self, rates: dict[str, float], seconds: float, streams: int, seed: int = 1) -> Plan:
        """Return a plan for the tables."""
        script, tables = self.script, self.tables
        return Plan(
            *(self.host, self.port, rates, seconds, tables, script, GAME), seed, streams=streams
        )

    def load(self, plan: Plan) -> Outcome:
        """Put a load on the service; the tables are as it leaves them."""
        before = self.spent()
        report = generated(plan)
        self.tables = report.tables
        return Outcome(report, self.spent().since(before))

    def spent(self) -> Spent:
        """Return the CPU seconds so far."""
        worker = {self.worker} | descendants(self.worker) if self.worker else set()
        return Spent(
            cpu_seconds(self.service.web.pids),
            cpu_seconds(store_pids(self.service.valkey)),
            cpu_seconds(worker),
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
def place(folder: Path, kind: str, processes: int, settings: dict[str, str]) -> Iterator[Place]:
    """A service of so many web processes and a worker on ``one server`` or a ``cluster``."""
    folder.mkdir(parents=True)
    store = (
        ClusterServers(folder / "nodes") if kind == "cluster" else EmbeddedServer(folder / "var")
    )
    with store, Web(store.url, folder / "web.log", processes, ROOM | settings) as web:
        web.wait_until_ready()
        service = Service(store, web)  # type: ignore[arg-type]
        with working(service) as worker:
            yield Place(service, worker)


def store_pids(store: EmbeddedServer | ClusterServers) -> Sequence[int]:
    """Return the processes of a store's servers."""
    if isinstance(store, ClusterServers):
        return [node.process.pid for node in store.nodes]
    return [store.pid]
