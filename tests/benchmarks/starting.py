"""(i) The cost of a start: CPU of all processes until ready, against bare imports."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.benchmarks.measuring import heading, ratio, row
from tests.service.running import running

ROUNDS = 5
PROCESSES = 5
"""Launcher, gunicorn's master, two web processes, worker."""
BARE = "import flask, gevent, gunicorn, marshmallow, msgspec, redis"
AIM = 1.6


def bench_start() -> None:
    """Start the whole service beside as many bare processes, by turns."""
    heading("(i) a start until ready, CPU of all processes together")
    bare, whole = [], []
    with tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder:
        _start(Path(folder) / "warm")
        for number in range(ROUNDS):
            bare.append(PROCESSES * _bare_import())
            whole.append(_start(Path(folder) / str(number)))
    row(f"{PROCESSES} processes that import what it stands on", f"{median(bare):.2f} s")
    row("anabasis run, until it answers", f"{median(whole):.2f} s")
    ratio("CPU of the bare ones, of the start's", median(bare) / median(whole), AIM)


def _bare_import() -> float:
    process = subprocess.Popen([sys.executable, "-c", BARE])
    _, code, used = os.wait4(process.pid, 0)
    process.returncode = code
    return used.ru_utime + used.ru_stime


def _start(folder: Path) -> float:
    """The CPU seconds of launcher, server, web service and worker when the address is told."""
    folder.mkdir()
    with running(folder / "log", ANABASIS_DATA=str(folder / "var")) as run:
        assert run.address
        return sum(map(_cpu_seconds, run.session()))


def _cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process and the children it has reaped."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
