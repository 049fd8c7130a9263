"""Programs of the system that run as long as a test needs them."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from service.processes import spawn, stop

STOP_SECONDS = 5.0


def found(*names: str) -> str:
    """Return the path of the first of these programs that is installed; empty if none is."""
    return next((path for name in names if (path := shutil.which(name))), "")


@contextmanager
def running(
    command: Sequence[str], log: Path, pass_fds: Sequence[int] = (), **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program in a process group of its own, which is ended afterwards, whatever happens."""
    with log.open("wb") as output:
        env = {**os.environ, **environment}
        process = spawn(command, env=env, output=output, pass_fds=pass_fds)
        try:
            yield process
        finally:
            stop(process, STOP_SECONDS)
