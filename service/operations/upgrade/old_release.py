"""An older release in a process of its own, run by its own interpreter."""

import os
import subprocess
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Any, Self

import msgspec

from service.machine.os_errors import cause
from service.operations.upgrade import replaying
from service.operations.upgrade.replaying import Code, ReplayRequest, ReplayStep

SHADOWS = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "__PYVENV_LAUNCHER__")
"""Variables of this release's interpreter that would make the older one import this release."""


REMEDY = "Name the Python of the virtual environment in which the older release is installed."
TOO_OLD = (
    "has a release that is too old to be compared: it lacks `anabasis records-replay`. Instead, "
    "recompute a backup by `anabasis verify` of this release"
)
# Found by the name of its entry point, as a release's modules may have other names.
COMMAND = """
import sys
from importlib.metadata import entry_points
sys.argv = ["anabasis", "records-replay", "--form", sys.argv[1]]
command = next(iter(entry_points(group="console_scripts", name="anabasis")), None)
sys.exit(command.load()() if command else "no release is installed there")
"""
"""The program that calls the command of the installed release."""
UNKNOWN_COMMAND = "No such command"


class OldReleaseUnusable(Exception):
    """The old interpreter cannot be used; the message says why in one line."""


class OldRelease:
    """The process of an older release, which replays the games sent to it."""

    def __init__(self, python: str) -> None:
        """Start it. Raises OldReleaseUnusable if it does not answer."""
        self._python = python
        self._errors = TemporaryFile()  # noqa: SIM115 - a pipe that nobody reads would fill
        environment = {name: each for name, each in os.environ.items() if name not in SHADOWS}
        try:
            # -P: otherwise a folder `domain` in the current one would be imported instead.
            self._process = subprocess.Popen(
                [python, "-P", "-c", COMMAND, str(replaying.FORM)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=environment,
            )
        except OSError as error:
            raise OldReleaseUnusable(f"{python} cannot be started ({cause(error)}).") from error
        self.code: Code = self._read(Code)

    def replayed(self, replay: ReplayRequest) -> Iterator[ReplayStep]:
        """Yield the steps of a request; callers must take them all. Raises OldReleaseUnusable."""
        self._send(replay)
        while (step := self._read(ReplayStep)).version:
            yield step

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self._process.stdin, self._process.stdout, self._errors):
            _piped(file).close()
        self._process.kill()
        self._process.wait()

    def _send(self, replay: ReplayRequest) -> None:
        stream = _piped(self._process.stdin)
        try:
            replaying.write(stream, replay)
            stream.flush()
        except BrokenPipeError as error:
            raise self._ended() from error

    def _read(self, type_: type[Any]) -> Any:
        try:
            return replaying.read(_piped(self._process.stdout), type_)
        except (EOFError, msgspec.DecodeError) as error:
            raise self._ended() from error

    def _ended(self) -> OldReleaseUnusable:
        """Return the error of a process that has ended, with the last line that it wrote."""
        self._process.kill()
        self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "it ended")
        if UNKNOWN_COMMAND in last:
            return OldReleaseUnusable(f"{self._python} {TOO_OLD}.")
        return OldReleaseUnusable(
            f"{self._python} does not replay games: {last.rstrip('.')}. {REMEDY}"
        )


def _piped(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
