"""(i) The cost of a start: CPU of all processes, and the time until ready, against bare imports."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.benchmarks.machine import cpu_seconds_with_children
from tests.benchmarks.measuring import heading, row, within
from tests.service.running import ROOT, Running, running

ROUNDS = 5
SETTLING_SECONDS = 10.0
"""By then the worker has its first process in which bots think."""
BARE = "import flask, gevent, gunicorn, marshmallow, msgspec, redis"
PACKAGES = ("domain", "projections", "service", "clients")
READY_AIM, SETTLED_AIM, WALL_AIM = 1.6, 3.9, 1.5
"""In bare imports, half of what each process's own start had cost (3.2 and 7.8); seconds."""


class Started(NamedTuple):
    """Seconds until the address was printed; CPU seconds until then and until all were idle."""

    wall: float
    ready: float
    settled: float


def bench_start() -> None:
    """Start the whole service beside one process that imports what it stands on, by turns."""
    heading(
        "(i) a start of all processes on a compiled tree, as `make run` does it",
        "no: a bare import is the measure of one interpreter, so that machines can be compared",
    )
    subprocess.run([sys.executable, "-m", "compileall", "-q", *PACKAGES], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder:
        _start(Path(folder) / "warm")
        rounds = [(_bare_import(), _start(Path(folder) / str(n))) for n in range(ROUNDS)]
    bare, starts = [each for each, _ in rounds], [start for _, start in rounds]
    row("one process that imports what it stands on", f"{median(bare):.2f} s")
    row("CPU until it answers", f"{median(start.ready for start in starts):.2f} s")
    row("CPU until bots can think", f"{median(start.settled for start in starts):.2f} s")
    within("CPU until it answers, in bare imports", [s.ready / b for b, s in rounds], READY_AIM)
    within("CPU until settled, in bare imports", [s.settled / b for b, s in rounds], SETTLED_AIM)
    within("seconds on the wall until it answers", [s.wall for s in starts], WALL_AIM)


def _bare_import() -> float:
    process = subprocess.Popen([sys.executable, "-c", BARE])
    _, code, used = os.wait4(process.pid, 0)
    process.returncode = code
    return used.ru_utime + used.ru_stime


def _start(folder: Path) -> Started:
    folder.mkdir()
    begun = time.monotonic()
    with running(folder / "log", ANABASIS_DATA=str(folder / "var")) as run:
        assert run.address
        wall, ready = time.monotonic() - begun, _cpu_seconds(run)
        time.sleep(SETTLING_SECONDS)
        return Started(wall, ready, _cpu_seconds(run))


def _cpu_seconds(run: Running) -> float:
    """Return the CPU seconds of launcher, server, web service and worker, with all they forked."""
    return sum(map(cpu_seconds_with_children, run.session()))
