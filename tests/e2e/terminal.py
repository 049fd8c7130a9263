"""A terminal of 80 × 24 for a program, with what it has written; keys are typed by the test."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

COMMAND = (sys.executable, "-m", "clients.python.terminal")
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")
SECONDS = 120.0


class Terminal:
    """A program on a pseudo-terminal; ``text`` is what it has written since the last Enter."""

    def __init__(self, process: "subprocess.Popen[bytes]", descriptor: int) -> None:
        self.process, self.text, self.all = process, "", ""
        self._descriptor = descriptor
        self.modes = termios.tcgetattr(descriptor)

    def enter(self, line: str) -> None:
        """Type a line and Enter."""
        self.text = ""
        self.press(line + "\r")

    def press(self, keys: str) -> None:
        """Type keys."""
        os.write(self._descriptor, keys.encode())

    def wait_for(self, shown: Callable[[str], object]) -> str:
        """Return the text since the last Enter once it is as awaited."""
        end = time.monotonic() + SECONDS
        while not shown(self.text):
            assert self._read(end - time.monotonic()), f"not shown: {self.text[-3000:]}"
        return self.text

    def ended(self) -> int:
        """Return the exit code of the program, once it has ended."""
        while self._read(SECONDS):
            pass
        return self.process.wait(SECONDS)

    def is_restored(self) -> bool:
        """Return True if the terminal's modes are as they were at the start."""
        return termios.tcgetattr(self._descriptor) == self.modes

    def _read(self, seconds: float) -> bool:
        """Take what is written next; return False at the end, or after so many seconds."""
        if not select.select([self._descriptor], [], [], max(0.0, seconds))[0]:
            return False
        try:
            written = os.read(self._descriptor, 65_536).decode(errors="replace")
        except OSError:  # Linux' word for the end
            return False
        self.all += written
        self.text += ESCAPES.sub("", written)
        return bool(written)


@contextmanager
def terminal(
    config: Path, *words: str, size: tuple[int, int] = (24, 80), **environment: str
) -> Iterator[Terminal]:
    """Yield a terminal in which the client runs; it is ended if it still does."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    plain = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}
    process = subprocess.Popen(
        [*COMMAND, *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environ(config) | plain | environment,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def run(config: Path, *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """The client in a pipe, to its end."""
    return subprocess.run(
        [*COMMAND, *words],
        input=typed,
        env=environ(config),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def environ(config: Path) -> Mapping[str, str]:
    """The environment, with a folder of accounts of the test's own and without a keyring."""
    kept = {name: value for name, value in os.environ.items() if "ANABASIS" not in name}
    kept.pop("NO_COLOR", None)
    backend = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    return kept | backend | {"XDG_CONFIG_HOME": str(config), "LC_ALL": "C.UTF-8"}
