"""The machine under a benchmark: CPU seconds of processes, and how busy others keep it."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import click

TICKS = os.sysconf("SC_CLK_TCK")
BUSY = (1, 2, 3, 6, 7, 8)
"""The columns of /proc/stat in which processors work: all but idle time and waiting for disks."""
DISTURBED = 0.5
"""So many cores in others' hands, and wall times say little."""


@contextmanager
def load_told() -> Iterator[None]:
    """Print the load before and after a part, with a warning if others kept the machine busy."""
    before, start, busy, own = os.getloadavg()[0], monotonic(), _busy_seconds(), _own_seconds()
    yield
    others = max(_busy_seconds() - busy - (_own_seconds() - own), 0.0) / (monotonic() - start)
    cores, after = os.cpu_count() or 1, os.getloadavg()[0]
    line = f"load {before:.1f} before, {after:.1f} after; others took {others:.1f} of {cores} cores"
    loaded = before > cores or others > DISTURBED
    click.echo(f"  {line}{': LOADED, so trust ratios and CPU, not times' if loaded else ''}")


def cpu_seconds(pids: Iterable[int]) -> float:
    """Return the CPU seconds that processes have taken, those of ended threads left out."""
    tasks = (task for pid in pids for task in Path(f"/proc/{pid}/task").iterdir())
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def cpu_seconds_with_children(pid: int) -> float:
    """Return the CPU seconds of a process and of the children that it has reaped."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def _busy_seconds() -> float:
    """Return the seconds that all processors have worked; 0 where there is no /proc."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().split("\n", 1)[0].split()
    return sum(int(fields[column]) for column in BUSY) / TICKS


def _own_seconds() -> float:
    """Return the CPU seconds of this process and of the children that it has reaped."""
    return sum(os.times()[:4])
