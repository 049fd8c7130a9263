"""A true `anabasis run` in a process of its own, for the tests that claim the whole."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.programs import ANABASIS
from tests.waiting import eventually

ROOT = Path(__file__).parents[2]
COMMAND = (ANABASIS, "run")
PLAIN = False
"""Over http alone: loading the authorities would take most of a request's CPU."""


class Running:
    """One run of the service; ``told`` is its output."""

    def __init__(
        self, log: Path, environment: Mapping[str, str], command: tuple[str, ...] = COMMAND
    ) -> None:
        self._log = log
        self.data = Path(environment.get("ANABASIS_DATA", "var"))
        inherited = {name: v for name, v in os.environ.items() if not name.startswith("ANABASIS_")}
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=inherited | {"ANABASIS_PORT": "0"} | environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def told(self) -> str:
        """All that it has printed so far."""
        return self._log.read_text()

    @property
    def address(self) -> str:
        """The address it serves at, once it does."""
        return eventually(self._address, 60.0)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """One request; the service must not fail it."""
        answer = httpx.request(method, self.address + path, timeout=30.0, verify=PLAIN, **options)
        answer.raise_for_status()
        return answer

    def signal(self, number: int) -> None:
        """Send a signal to the launcher alone."""
        os.kill(self.process.pid, number)

    def wait(self) -> int:
        """The exit code, once it has ended."""
        return self.process.wait(60.0)

    def children(self) -> dict[int, str]:
        """The command lines of the launcher's own children."""
        return {
            pid: line for pid, (parent, line) in _processes().items() if parent == self.process.pid
        }

    def child(self, part: str) -> int:
        """The process id of the child whose command line has ``part`` in it; 0 for none."""
        return next((pid for pid, line in self.children().items() if part in line), 0)

    def begun(self, part: str) -> int:
        """The process id of such a child, once it has that name: 0 would name our own group."""
        return eventually(lambda: self.child(part))

    def family(self) -> set[int]:
        """The launcher's process id and those of all that descend from it."""
        family, processes = {self.process.pid}, _processes()
        while more := {pid for pid, (parent, _) in processes.items() if parent in family} - family:
            family |= more
        return family

    def session(self) -> dict[int, str]:
        """The command lines of all that it started and that still runs, orphans too."""
        return {
            pid: line
            for pid, (_, line) in _processes().items()
            if _session_of(pid) == self.process.pid
        }

    def _address(self) -> str:
        assert self.process.poll() is None, self.told
        found = re.search(r"Play +(\S+)/\s", self.told)
        return found[1] if found else ""


@contextmanager
def running(log: Path, command: tuple[str, ...] = COMMAND, **environment: str) -> Iterator[Running]:
    """A run that is over when the test is."""
    run = Running(log, environment, command)
    try:
        yield run
    finally:
        if run.process.poll() is None:
            run.signal(signal.SIGTERM)
            run.wait()


def is_alive(pid: int) -> bool:
    """True if a process runs; one that has ended but is not yet reaped does not count."""
    return pid in _processes()


def _session_of(pid: int) -> int:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return 0


def _processes() -> dict[int, tuple[int, str]]:
    """By process id its parent and its command line."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                line = (folder / "cmdline").read_text(errors="replace").replace("\0", " ")
            except (FileNotFoundError, ProcessLookupError):
                continue
            if state != "Z":
                found[int(folder.name)] = int(parent), line
    return found
