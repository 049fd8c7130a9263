"""(n) Bots: the CPU of their moves in every process, and how long people and games wait."""

import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep

import httpx
from tqdm import tqdm

from clients.bots import Bot, bot_named
from clients.python import Anabasis, Patience
from clients.python.shapes import JsonObject
from service.app import create_app
from service.machine.processes import spawn, stop
from service.redis.leases import holders
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.benchmarks.measuring import heading, p95, ratio, row
from tests.programs import ANABASIS
from tests.servers import descendants
from tests.waiting import eventually

TABLES = {"alexandros": 4, "settlers": 3, "alexander_the_great": 3}
"""The seats of a game of each ruleset, all of them greedy bots."""
FEW, MANY = 1, 30
WARM, WARMED, MOVES, REPEATS, SAMPLES = 20, 10, 120, 60, 30
PAGE = 1_000
WORKER = (ANABASIS, "worker")
STOP_SECONDS = 15.0
TICK = os.sysconf("SC_CLK_TCK")
POLL_SECONDS = 0.05
LOOK_SECONDS = 0.0005


def bench_bots() -> None:
    """Let workers play games of bots alone, then a person's game beside them."""
    bench_costs()
    bench_waits()


def bench_costs() -> None:
    """Measure the CPU of the worker and its bots' processes a move, beside a plain client's."""
    heading("(n) bots: CPU of the worker and all bots' processes, games of greedy bots alone")
    for ruleset in TABLES:
        costs = {count: _cost(ruleset, count) for count in (FEW, MANY)}
        plain = _plain_cost(ruleset)
        row(f"{ruleset}: view, moves, POST by httpx", f"{plain * 1e3:.1f} ms", "here, no worker")
        for count, cost in costs.items():
            row(f"a move, {count} running", f"{cost.each * 1e3:.1f} ms", cost.note)
            ratio("moves a CPU second, of the plain client's", plain / cost.each, 1.0)


def bench_waits() -> None:
    """Measure how long a person's bot and 30 games of bots wait for their next moves."""
    heading(f"(n) bots: a person's game of Alexandros, alone and beside {MANY} of bots alone")
    with _working_host() as host:
        alone = host.waits()
        games = host.games("alexandros", MANY)
        host.reach(games, MANY * WARM)
        start = datetime.now().astimezone()
        beside = host.waits()
        longest = host.longest_wait(games, start)
    for name, waits in (("alone", alone), (f"beside {MANY}", beside)):
        row(f"a bot's first answer, {name}", f"{median(waits) * 1e3:.1f} ms", _worst(waits))
    row("longest wait of any game of bots alone", f"{longest:.2f} s")


def _worst(waits: list[float]) -> str:
    return f"p95 {p95(waits) * 1e3:.1f} ms, longest {max(waits) * 1e3:.1f} ms"


@dataclass(frozen=True, slots=True)
class Cost:
    """The CPU seconds of so many moves, by the worker itself and by all of its processes."""

    moves: int
    worker: float
    all: float
    wall: float

    @property
    def each(self) -> float:
        """The CPU seconds of one move."""
        return self.all / self.moves

    @property
    def note(self) -> str:
        """The parts, for the report."""
        own = self.worker / self.moves * 1e3
        rates = f"{1 / self.each:.0f} a CPU second, {self.moves / self.wall:.0f} a second"
        return f"{own:.1f} the worker's own; {rates}"


def _cost(ruleset: str, count: int) -> Cost:
    with _working_host() as host:
        games = host.games(ruleset, count)
        opened = count * (1 + TABLES[ruleset])
        before = host.reach(games, opened + WARM * min(count, WARMED))
        own, everything, start = host.cpu(), host.cpu_of_all(), perf_counter()
        after = host.reach(games, before + MOVES)
        moves, wall = after - before, perf_counter() - start
        return Cost(moves, host.cpu() - own, host.cpu_of_all() - everything, wall)


def _plain_cost(ruleset: str) -> float:
    """Return the CPU seconds of a move that asks for view and moves first, through httpx."""
    with _host() as host:
        people = [host.person(f"Player {n}") for n in range(TABLES[ruleset])]
        terms = {"ruleset": ruleset, "seats": len(people), "undo": "off"}
        game = people[0].create_game(**terms)["game_id"]
        for person in people[1:]:
            person.take_seat(game)
        choose, luck = bot_named(ruleset, "greedy"), random.Random(1)
        times = [_plain_move(people, game, choose, luck) for _ in range(WARM + REPEATS)]
    return median(times[WARM:])


def _plain_move(people: list[Anabasis], game: str, choose: Bot, luck: random.Random) -> float:
    seat = people[0].view(game)["to_act"][-1]
    start = process_time()
    view, moves = people[seat].view(game), people[seat].moves(game)["moves"]
    people[seat].move(game, choose(view, moves, luck), view["version"])
    return process_time() - start


@dataclass
class Host:
    """A service in this process, on a server of its own, and the worker's process if there is one.

    Only its worker plays bots; people's requests are this process's.
    """

    store: RedisStore
    public: Anabasis
    url: str
    worker: int = 0
    luck: random.Random = field(default_factory=lambda: random.Random(7))

    def person(self, name: str = "Ada") -> Anabasis:
        """Return a new player's client."""
        return self.public.with_token(self.public.create_player(name)["token"])

    def games(self, ruleset: str, count: int) -> list[str]:
        """Return new games of greedy bots alone."""
        ada, seats = self.person(), TABLES[ruleset]
        terms = {"ruleset": ruleset, "seats": seats, "bots": ["greedy"] * seats, "join": False}
        return [ada.create_game(**terms)["game_id"] for _ in range(count)]

    def reach(self, games: list[str], events: int) -> int:
        """Wait until the games have so many events together; return how many they have."""
        while (reached := sum(map(self.store.newest_version, games))) < events:
            sleep(POLL_SECONDS)
        return reached

    def waits(self) -> list[float]:
        """Return the seconds from a person's last move of a turn to the bot's first one."""
        ada = self.person()
        terms = {"ruleset": "alexandros", "seats": 2, "bots": ["greedy"], "first_seat": 0}
        view, times = ada.create_game(**terms), []
        with tqdm(total=SAMPLES, unit="turn", leave=False, disable=None) as bar:
            while len(times) < SAMPLES:
                view = self._turn_taken(ada, view)
                if view["to_act"] == [1]:
                    times.append(self._waited(view))
                    bar.update()
                    view = self._back(ada, view["game_id"])
                if view["status"] != "live":
                    view = ada.create_game(**terms)
        return times

    def _waited(self, view: JsonObject) -> float:
        start = perf_counter()
        while self.store.newest_version(view["game_id"]) == view["version"]:
            sleep(LOOK_SECONDS)
        return perf_counter() - start

    def _turn_taken(self, ada: Anabasis, view: JsonObject) -> JsonObject:
        """Play the person's seat until it is the bot's turn."""
        while view["to_act"] == [0]:
            moves = ada.moves(view["game_id"])["moves"]
            moves = [move for move in moves if move["type"] != "resign"]
            view = ada.move(view["game_id"], self.luck.choice(moves), view["version"])["view"]
        return view

    def _back(self, ada: Anabasis, game: str) -> JsonObject:
        """Wait until it is the person's turn, or the game is over."""
        while (view := ada.view(game))["to_act"] == [1]:
            sleep(POLL_SECONDS)
        return view

    def longest_wait(self, games: list[str], start: datetime) -> float:
        """Return the longest time between two events of a game since a moment, in seconds."""
        return max(self._longest_wait(game, start) for game in games)

    def _longest_wait(self, game: str, start: datetime) -> float:
        events = self.public.events(game, limit=PAGE)["events"]
        times = [datetime.fromisoformat(event["recorded_at"]) for event in events]
        return max((b - a).total_seconds() for a, b in pairwise(times) if b > start)

    def cpu(self) -> float:
        """Return the CPU seconds of the worker alone."""
        return _cpu(self.worker)

    def cpu_of_all(self) -> float:
        """Return the CPU seconds of the worker and the processes that it has started."""
        return sum(map(_cpu, {self.worker, *descendants(self.worker)}))


@contextmanager
def _host() -> Iterator[Host]:
    with (
        tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
        EmbeddedServer(Path(folder)) as server,
    ):
        store = RedisStore.of_url(server.url)
        app = create_app(Config(rate_limit=False), store)
        public = Anabasis(transport=httpx.WSGITransport(app), patience=Patience(retries=0))
        yield Host(store, public, server.url)


@contextmanager
def _working_host() -> Iterator[Host]:
    with _host() as host:
        worker = spawn(WORKER, env=os.environ | {"ANABASIS_REDIS_URL": host.url})
        try:
            host.worker = worker.pid
            eventually(lambda: holders(host.store.client, "projections"))
            yield host
        finally:
            stop(worker, STOP_SECONDS)


def _cpu(pid: int) -> float:
    """Return the CPU seconds of a process and of those of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICK
