"""(i) The client: CPU of its import beside httpx's, and of the terminal until the first board."""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.machine import cpu_seconds
from tests.benchmarks.measuring import heading, milliseconds, row, within
from tests.e2e.terminal import run, terminal
from tests.service.running import ROOT, running

ROUNDS = 9
IMPORT_AIM_MS, BOARD_AIM_MS = 30, 400
GAMES = {
    "alexandros": ("--bot", "greedy"),
    "settlers": ("--bot", "greedy"),
    "alexander_the_great": ("--bot", "greedy", "--bot", "greedy"),
}


def bench_client() -> None:
    """Import the client and httpx by turns, then open games of each ruleset in 80 by 24."""
    heading("(i) the client, in this environment: httpx also imports its trio and rich")
    rounds = [(_cpu_of("httpx"), _cpu_of("clients.python")) for _ in range(ROUNDS)]
    httpx, client = zip(*rounds, strict=True)
    row("CPU of `import httpx`", milliseconds(httpx))
    over = [(ours - theirs) * 1e3 for theirs, ours in rounds]
    within("CPU of the client's import over it, ms", over, IMPORT_AIM_MS)
    row("CPU of the client's import", milliseconds(client))
    with tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder:
        _bench_boards(Path(folder))


def _bench_boards(folder: Path) -> None:
    with running(folder / "log", ANABASIS_DATA=str(folder / "var")) as service:
        run(folder, "login", "--server", service.address, "--name", "Tess").check_returncode()
        for ruleset, bots in GAMES.items():
            made = run(folder, "--json", "new", ruleset, *bots)
            game = json.loads(made.stdout)["game_id"]
            boards = [_until_drawn(folder, game) * 1e3 for _ in range(ROUNDS)]
            within(f"CPU until a board of {ruleset}, ms", boards, BOARD_AIM_MS)


def _until_drawn(folder: Path, game: str) -> float:
    """Return the CPU seconds until a position and what can be done stand in the terminal."""
    with terminal(folder, "play", game) as window:
        window.wait_for(lambda text: "You can: " in text or "Waiting for" in text)
        return cpu_seconds([window.process.pid])


def _cpu_of(module: str) -> float:
    """Return the CPU seconds of a Python that imports a module."""
    before = _children_seconds()
    subprocess.run([sys.executable, "-c", f"import {module}"], cwd=ROOT, check=True)
    return _children_seconds() - before


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
