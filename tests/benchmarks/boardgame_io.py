"""(q) Moves a CPU second of the server, against boardgame.io's with each of its storages.

A bare Flask route that makes one durable append and nothing more is measured beside them:
no service on gunicorn, Flask and Redis can be above it. It made 0.7 to 1.1 times as many moves as
boardgame.io in memory (two busy cores, November 2026), so an aim of 1 there is beyond this stack.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tqdm import tqdm

from tests.benchmarks.long_game import long_script
from tests.benchmarks.long_tables import API, Script, Table, begun
from tests.benchmarks.machine import cpu_seconds
from tests.benchmarks.measuring import heading, ratio, row
from tests.benchmarks.served import BARE, SERVICE, Cost, Side, served
from tests.programs import NODE

FOLDER = Path(__file__).with_name("boardgame")
ROUNDS, MOVES = 8, 60
MEMORY_AIM, FILE_AIM = 1.0, 2.0
SAME = (
    "two players of new games with positions of one size, each of whom hears of every move; the "
    "server knows their tokens and redacts. Only ours applies a game's rules, chains hashes, and "
    "has each move on disk before it answers (fsync); FlatFile writes position and log anew without"
)


class Companion:
    """A program in Node.js, asked line by line; its answers are JSON."""

    def __init__(self, stack: ExitStack, program: str, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [NODE, FOLDER / program, *arguments],
            env=os.environ | {"NODE_ENV": "production"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        stack.callback(self._end)

    def ask(self, line: str) -> Any:
        """Return the answer to a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self.answer()

    def answer(self) -> Any:
        """Return the next answer."""
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def spent(self) -> float:
        """Return the CPU seconds taken so far."""
        return cpu_seconds([self._process.pid])

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()


class Matches:
    """Boardgame.io's server with one storage, and both players of its matches."""

    def __init__(self, stack: ExitStack, *arguments: str) -> None:
        self._server = Companion(stack, "server.cjs", *arguments)
        self._player = Companion(stack, "player.cjs", str(self._server.answer()["port"]))
        self.bytes = 0

    def play(self) -> float:
        """Begin a match and play; the server's CPU seconds a move."""
        self._player.ask("begin")
        before = self._server.spent()
        self.bytes = self._player.ask(str(MOVES))["bytes"]
        return (self._server.spent() - before) / MOVES


def bench_boardgame_io() -> None:
    """Play a new game a round on each server, by turns; the first round warms them up."""
    heading("(q) moves a server CPU second, against boardgame.io 0.50.2", SAME)
    script = long_script(MOVES + 10)
    with served(SERVICE, BARE) as (side, bare), ExitStack() as stack:
        size = _position_bytes(side, script)
        files = stack.enter_context(tempfile.TemporaryDirectory(prefix="anabasis-bench-"))
        memory, flat = Matches(stack, str(size)), Matches(stack, str(size), files)
        tasks: list[Callable[[], Any]] = [
            lambda: _play(side, script, listening=True),
            lambda: _play(side, script, listening=False),
            lambda: _append(bare, script),
            memory.play,
            flat.play,
        ]
        rounds = tqdm(range(ROUNDS + 1), unit="round", leave=False, disable=None)
        heard, alone, appended, *theirs = zip(
            *([task() for task in tasks] for _ in rounds), strict=True
        )
    row("a position as JSON", f"{size:,} bytes", f"boardgame.io sends {memory.bytes:,} bytes of it")
    _tell("Anabasis, both players listening", heard[1:])
    _tell("Anabasis, nobody listening", alone[1:])
    _tell("a bare Flask route with one append", appended[1:])
    for (name, aim), costs in zip(
        (("in memory", MEMORY_AIM), ("FlatFile", FILE_AIM)), theirs, strict=True
    ):
        row(f"boardgame.io, {name}", _rate(costs[1:]))
        for ours, which in ((heard, ""), (alone, ", nobody listening to ours")):
            ratio(f"Anabasis / {name}{which}", _ratios(ours, costs), aim)
        reached = median(_ratios(appended, costs))
        row(f"a bare route / {name}", f"{reached:.2f}", "no service on this stack can be above it")


def _ratios(ours: Sequence[Cost], theirs: Sequence[float]) -> list[float]:
    return [their / our.cpu for our, their in zip(ours[1:], theirs[1:], strict=True)]


def _position_bytes(side: Side, script: Script) -> int:
    """Return the size of our position in the middle of a game."""
    table = begun(side, script)
    table.play(MOVES // 2)
    state = side.get(f"{API}/games/{table.game}", table.tokens[0])["state"]
    return len(json.dumps(state, separators=(",", ":")))


def _play(side: Side, script: Script, *, listening: bool) -> Cost:
    table = begun(side, script)
    with _heard(table) if listening else ExitStack():
        before = side.spent()
        table.play(MOVES)
        return (side.spent() - before) / MOVES


def _append(bare: Side, script: Script) -> Cost:
    """The same moves to a route that appends and knows nothing; nobody hears of them."""
    before = bare.spent()
    for _, move in script[:MOVES]:
        bare.post("/append/bare", json.dumps(move).encode())
    return (bare.spent() - before) / MOVES


@contextmanager
def _heard(table: Table) -> Iterator[None]:
    """Each player follows the game's stream, as the page does."""
    with ExitStack() as stack:
        for token in table.tokens:
            stack.enter_context(table.side.listening(f"{API}/games/{table.game}/stream", token))
        yield


def _tell(name: str, costs: tuple[Cost, ...]) -> None:
    web, valkey = (median(cost[column] for cost in costs) * 1e3 for column in (1, 2))
    note = f"CPU {web:.2f} ms of the web process, {valkey:.2f} ms of Valkey"
    row(name, _rate([cost.cpu for cost in costs]), note)


def _rate(costs: Any) -> str:
    return f"{1 / median(costs):,.0f} moves/s"
