"""Metrics of one run: the folder of its processes' counts, and the process Prometheus scrapes."""

import errno
import fcntl
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Self

from service.machine.processes import spawn, stop
from service.settings.addresses import local_address, why_not_bound
from service.settings.config import Config
from service.telemetry.counting import FOLDER, is_on
from service.telemetry.slots import LOCKS, MOST

NAME = "anabasis-metrics-"
FILES = re.compile(rf"{LOCKS}|(counter|histogram|gauge_\w+)_\d+\.db")
COMMAND = (sys.executable, "-m", "service.telemetry.exporter")
AGAIN_SECONDS = 1.0


class MetricsUnavailable(Exception):
    """Metrics cannot be served at the address in the settings; names the remedy."""


class Metrics:
    """The metrics of one run, served to scrapers; a context manager.

    The socket stays open while the process behind it is started again.
    """

    def __init__(self, host: str, port: int, game_port: int | None = None) -> None:
        """Raises MetricsUnavailable; the message says if ``port`` is the ``game_port``."""
        _remove_left_behind()
        self._listener = _listening(host, port, game_port)
        self.address = f"{local_address(host, self._listener.getsockname()[1])}metrics"
        self._folder = Path(tempfile.mkdtemp(prefix=NAME))
        _own(self._folder)
        self.variables = {FOLDER: str(self._folder)}
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def tend(self) -> None:
        """Start the process that is scraped, or restart it if it has ended."""
        is_running = self._process is not None and self._process.poll() is None
        if is_running or monotonic() < self._started + AGAIN_SECONDS:
            return
        self._started, number = monotonic(), self._listener.fileno()
        # The folder is all that it needs: scrapers talk to it, and our environment holds secrets.
        self._process = spawn([*COMMAND, str(number)], env=self.variables, pass_fds=[number])

    def close(self) -> None:
        """End the process, and remove the folder of its counts."""
        self._listener.close()
        if self._process is not None:
            stop(self._process, 1.0)
        _remove(self._folder)


def metrics_of(config: Config, environment: Mapping[str, str] = os.environ) -> Metrics | None:
    """Return the metrics to serve; None if there are none, or another process serves them.

    Raises MetricsUnavailable.
    """
    if config.metrics_port is None or is_on(environment):
        return None
    return Metrics(config.metrics_host, config.metrics_port, config.port)


def _own(folder: Path) -> None:
    """Hold a lock of the folder until this process ends, so that no other run removes it."""
    new = folder / "new"  # locked before it has its name
    file = os.open(new, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, MOST)
    new.rename(folder / LOCKS)


def _listening(host: str, port: int, game_port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            why = f"cannot be used ({why_not_bound(error)})"
        else:
            why = "is the game's own (ANABASIS_PORT)" if port == game_port else "is in use"
        raise MetricsUnavailable(
            f"Port {port} on {host}, for metrics, {why}: choose another one with "
            "ANABASIS_METRICS_PORT, or another address with ANABASIS_METRICS_HOST."
        ) from error


def _remove_left_behind() -> None:
    """Remove the folders of killed runs, in which no process holds a number."""
    for folder in Path(tempfile.gettempdir()).glob(f"{NAME}*"):
        with suppress(OSError):
            if _is_ours(folder) and _is_left(folder / LOCKS):
                _remove(folder)


def _is_ours(folder: Path) -> bool:
    return (
        not folder.is_symlink()
        and folder.stat().st_uid == os.getuid()
        and all(FILES.fullmatch(file.name) for file in folder.iterdir())
    )


def _is_left(locks: Path) -> bool:
    """True if a file of locks is there, and no process holds one."""
    with locks.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
