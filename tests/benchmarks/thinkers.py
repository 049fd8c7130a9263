"""(t) People's moves beside hard bots that think, and how soon a hard bot answers a person.

A worker hands turns to processes of bots, at most ``ANABASIS_BOT_PROCESSES`` (by default two),
which are niced. Bots that play among themselves leave one free for games with people: so the hard
bots that think at once here are one fewer than that setting says. Slices beside them take turns
with slices in which their processes are stopped, on the same service, so that both meet the same
machine. Measure it on a quiet one: where no control group does, Linux shares processors out by
session (autogroup). A nice value then counts within its session alone, and the bots use up what
other sessions leave to this one, so that busy processes there make the ratio worse.

An answer is timed from the acknowledgement of a person's move, after which bots alone are to act,
to the next event in the record. That may be a roll, about which nobody thinks, or the first of many
moves: so the further moves until the person may act again are timed, too. The bots' processor time
until an answer depends little on others' work.
"""

import os
import random
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter, sleep
from typing import Any

from tqdm import tqdm

from clients.bots import bot_named
from clients.bots.patience import awaits_answers
from clients.python import Anabasis, Stale
from clients.python.shapes import JsonObject
from service.machine.processes import spawn, stop
from service.store.redis_store import RedisStore
from tests.benchmarks.long_game import long_script
from tests.benchmarks.long_tables import Script, Table, begun
from tests.benchmarks.machine import cpu_seconds
from tests.benchmarks.measuring import heading, milliseconds, p95, row, within
from tests.benchmarks.served import Cost, Side, a_service
from tests.programs import ANABASIS
from tests.servers import Service, children, descendants, frozen, working
from tests.waiting import eventually

HARD, QUICK = "hard", "greedy"
GAMES_OF_BOTS = 4
HARD_ALONE = {"ruleset": "settlers", "bots": [HARD] * 4, "join": False, "listed": False}
AT_ONCE = (2, 4)
"""Hard bots that think at once: as many as the default allows if people wait, and four."""
TABLES, SLICE, PAUSE_SECONDS = 3, 25, 0.04
NOTHING = Cost(0.0, 0.0, 0.0)
START_SECONDS, STOP_SECONDS = 60.0, 15.0
MOST_OF_ALONE = 1.1
SEATS = {"alexandros": 2, "settlers": 2, "alexander_the_great": 3}
"""The seats of a game of each ruleset: one person, else hard bots."""
ANSWERS, LOOK_SECONDS = 100, 0.002
MOST_SECONDS = 2.5


def bench_thinkers() -> None:
    """Measure people's moves beside bots that think, then the bots' answers with no other game."""
    script = long_script()
    for at_once in AT_ONCE:
        _bench_moves(script, at_once)
    heading("(t) a hard bot's answer to a person; no other game goes on")
    for ruleset in SEATS:
        _bench_answers(ruleset)


def _bench_moves(script: Script, at_once: int) -> None:
    heading(
        f"(t) a person's move beside {at_once} hard bots that think, from {GAMES_OF_BOTS} games",
        "the same games of people, a slice alone and a slice beside the bots by turns",
    )
    with a_service() as service, _worker(service, at_once + 1) as worker:
        port = int(service.web.address.rpartition(":")[2])
        side = Side(port, service.web.process.pid, service.valkey)
        tables = [begun(side, script) for _ in range(TABLES)]
        ada = service.player()
        for _ in range(GAMES_OF_BOTS):
            ada.create_game(**HARD_ALONE)
        eventually(lambda: len(_thinkers(worker)) == at_once, START_SECONDS)
        alone, beside, busy = _by_turns(tables, worker)
    _row("alone", alone)
    _row("beside the bots", beside)
    row("cores that the bots kept busy", f"{busy / beside.cost.wall:.2f}")
    ratio = p95(beside.times) / p95(alone.times)
    within("the p95 of a move, of that alone", ratio, MOST_OF_ALONE)


@dataclass(slots=True)
class Moves:
    """The seconds of people's moves, and what all of them cost, pauses included."""

    times: list[float] = field(default_factory=list)
    cost: Cost = NOTHING

    def play(self, table: Table) -> None:
        """Make the moves of a slice."""
        before = table.side.spent()
        self.times += [_move(table) for _ in range(SLICE)]
        spent = table.side.spent() - before
        self.cost = Cost(*map(sum, zip(self.cost, spent, strict=True)))


def _row(name: str, moves: Moves) -> None:
    cpu = moves.cost.cpu / len(moves.times)
    note = f"{len(moves.times):,} moves, {cpu * 1e3:.2f} ms of CPU each"
    row(name, milliseconds(moves.times), f"p95 {p95(moves.times) * 1e3:.2f} ms; {note}")


def _by_turns(tables: list[Table], worker: int) -> tuple[Moves, Moves, float]:
    """Return the moves alone and beside the bots, and the bots' CPU seconds beside the latter."""
    alone, beside, busy = Moves(), Moves(), 0.0
    for table in tqdm(tables, unit="game", leave=False, disable=None):
        while table.made + 2 * SLICE <= len(table.moves):
            with _stopped(worker):
                alone.play(table)
            before = _spent(worker)
            beside.play(table)
            busy += _more(before, _spent(worker))
    return alone, beside, busy


def _move(table: Table) -> float:
    sleep(PAUSE_SECONDS)
    start = perf_counter()
    table.play()
    return perf_counter() - start


def _thinkers(worker: int) -> set[int]:
    """Return the processes in which bots think: a worker's nursery has started them."""
    return descendants(worker) - children(worker)


def _spent(worker: int) -> dict[int, float]:
    """Return the CPU seconds of each process of bots."""
    spent = dict[int, float]()
    for each in _thinkers(worker):
        with suppress(FileNotFoundError, ProcessLookupError):  # the worker ends idle ones
            spent[each] = cpu_seconds([each])
    return spent


def _more(before: dict[int, float], after: dict[int, float]) -> float:
    """Return the CPU seconds between; of a process that has started meanwhile, all of them."""
    return sum(spent - before.get(each, 0.0) for each, spent in after.items())


@contextmanager
def _stopped(worker: int) -> Iterator[None]:
    """Stop the bots' processes; for less than the 20 s that a bot may think."""
    with ExitStack() as stack:
        for each in _thinkers(worker):
            stack.enter_context(frozen(each))
        yield


def _bench_answers(ruleset: str) -> None:
    with a_service() as service, working(service) as worker:
        person = Person(service.player(), service.store, ruleset, worker.pid)
        first = person.play(1).answers[0]
        waits = person.play(ANSWERS)
    row(f"{ruleset}: the first answer after a start", f"{first:.2f} s")
    row("an answer", *_seconds(waits.answers))
    row("processor time of the bots for it", *_seconds(waits.cpu))
    row("a further move of the bots", *_seconds(waits.further))
    row("until the person may act again", *_seconds(waits.turns))
    within("the p95 of an answer, in seconds", p95(waits.answers), MOST_SECONDS)


def _seconds(times: list[float]) -> tuple[str, str]:
    note = f"p95 {p95(times):.2f} s, longest {max(times):.2f} s; {len(times)} of them"
    return f"{median(times):.2f} s", note


@dataclass(slots=True)
class Waits:
    """A person's waits in seconds: for an answer, for each further move, and until she may act."""

    answers: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    """The bots' CPU seconds until each answer."""
    further: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)


class Person:
    """Somebody who plays one game after another against hard bots, by the moves of a quick one."""

    def __init__(self, client: Anabasis, store: RedisStore, ruleset: str, worker: int) -> None:
        self._client, self._store, self._worker = client, store, worker
        self._ruleset = ruleset
        self._choose, self._luck = bot_named(ruleset, QUICK), random.Random(7)
        self._view, self._moves = dict[str, Any](), list[JsonObject]()
        self._since, self._before = 0.0, dict[int, float]()
        self._begin()

    def play(self, answers: int) -> Waits:
        """Play on until the bots have answered so many times more."""
        waits = Waits()
        for _ in tqdm(range(answers), unit="answer", leave=False, disable=None):
            self._hand_over()
            start = self._since
            waits.answers.append(self._wait())
            waits.cpu.append(_more(self._before, _spent(self._worker)))
            self._look()
            while self._is_waiting():
                waits.further.append(self._wait())
                self._look()
            waits.turns.append(self._since - start)
        return waits

    def _hand_over(self) -> None:
        """Move until the bots' answer is waited for, in a new game if this one ends."""
        while not self._is_waiting():
            if self._view["status"] != "live":
                self._begin()
            move = self._choose(self._view, self._moves, self._luck)
            self._before = _spent(self._worker)
            try:
                self._know(self._client.play(self._view["game_id"], move, self._view["version"]))
                self._since = perf_counter()
            except Stale:  # a bot that had to act as well was sooner
                self._look()

    def _is_waiting(self) -> bool:
        """True if bots alone are to act, or have to answer the person's offer."""
        is_others = 0 not in self._view["to_act"] or awaits_answers(self._view, self._moves)
        return self._view["status"] == "live" and is_others

    def _wait(self) -> float:
        """Return the seconds from the last event that was waited for, or made, to the next one."""
        until = perf_counter() + START_SECONDS
        while self._store.newest_version(self._view["game_id"]) == self._view["version"]:
            assert perf_counter() < until, f"no bot has moved for {START_SECONDS:g} s"
            sleep(LOOK_SECONDS)
        before, self._since = self._since, perf_counter()
        return self._since - before

    def _look(self) -> None:
        self._know(self._client.position(self._view["game_id"]))

    def _know(self, position: Mapping[str, Any]) -> None:
        self._view, self._moves = position["view"], position["moves"]

    def _begin(self) -> None:
        bots = [HARD] * (SEATS[self._ruleset] - 1)
        game = self._client.create_game(ruleset=self._ruleset, bots=bots, first_seat=0)
        self._know(self._client.position(game["game_id"]))


@contextmanager
def _worker(service: Service, processes: int) -> Iterator[int]:
    """A worker that starts at most so many processes for bots; its process id."""
    settings = {
        "ANABASIS_REDIS_URL": service.valkey.url,
        "ANABASIS_BOT_PROCESSES": str(processes),
    }
    worker = spawn((ANABASIS, "worker"), env=os.environ | settings)
    try:
        yield worker.pid
    finally:
        stop(worker, STOP_SECONDS)
