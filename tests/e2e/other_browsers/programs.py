"""Programs of the system that run as long as a test needs them."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from glob import glob
from pathlib import Path

from service.machine.processes import spawn, stop

STOP_SECONDS = 5.0
PROGRAMS = {
    "firefox": {"firefox-esr": "firefox-esr"},
    "webkit": {
        "WebKitWebDriver": "webkit2gtk-driver",
        "/usr/lib/*/webkit2gtk-4.*/MiniBrowser": "webkit2gtk-driver",
        "Xvfb": "xvfb",
    },
}
"""By browser the programs that its tests start, and the package of each."""


def missing(browser: str) -> list[str]:
    """Return the packages that a browser's tests need and that are not installed."""
    programs = PROGRAMS[browser]
    return sorted({package for name, package in programs.items() if not program(name)})


def program(name: str) -> str:
    """Return the path of a program, whose name may be a pattern; empty if there is none."""
    return shutil.which(name) or next(iter(sorted(glob(name))), "")


@contextmanager
def running(
    command: Sequence[str], log: Path, pass_fds: Sequence[int] = (), **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program in a process group of its own, and end the group in every case."""
    with log.open("wb") as output:
        env = {**os.environ, **environment}
        process = spawn(command, env=env, output=output, pass_fds=pass_fds)
        try:
            yield process
        finally:
            stop(process, STOP_SECONDS)
