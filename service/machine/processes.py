"""Child processes that end with their parent and never hear the terminal's Ctrl-C themselves."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

POLL_SECONDS = 0.01

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


class Child(Protocol):
    """A child process: the part of ``subprocess.Popen`` that is used here."""

    pid: int

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; None while it runs."""

    def wait(self) -> int:
        """Wait for its end and return the exit code."""

    def terminate(self) -> None:
        """Ask it to end, unless it has."""


def spawn(  # noqa: PLR0913 (Popen's own, fewer)
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    cwd: Path | None = None,
    stdin: IO[bytes] | None = None,
    output: IO[bytes] | None = None,
    pass_fds: Sequence[int] = (),
    umask: int = -1,
) -> subprocess.Popen[bytes]:
    """Start a process in a group of its own; ``output`` gets its output, by default the terminal.

    On Linux it gets SIGTERM when the thread that started it ends for any reason.
    """
    return subprocess.Popen(
        command,
        env=env,
        cwd=cwd,
        stdin=stdin or subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=pass_fds,
        umask=umask,
        process_group=0,
        preexec_fn=end_with(os.getpid()) if _LIBC else None,  # noqa: PLW1509 (one prctl call)
    )


def end_with(parent: int) -> Callable[[], None]:
    """Return a function that a new process calls so that it gets SIGTERM when its parent ends.

    On Linux only.
    """

    def set_death_signal() -> None:
        assert _LIBC is not None
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        # The parent may have ended before the call above, which then never fires.
        if os.getppid() != parent:
            os._exit(1)

    return set_death_signal


def adopt_orphans(*, wanted: bool) -> bool:
    """Become the parent of orphaned descendants, or stop being it; False if that is impossible."""
    return _LIBC is not None and _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, int(wanted), 0, 0, 0) == 0


def stop(process: Child, seconds: float) -> None:
    """Ask a process to end; after ``seconds`` kill its whole group."""
    stop_all([process], seconds)


def stop_all(
    processes: Sequence[Child],
    seconds: float,
    is_hurried: Callable[[], bool] = lambda: False,
) -> None:
    """Ask processes to end, all at once; after ``seconds``, or when hurried, kill their groups."""
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + seconds
    while any(process.poll() is None for process in processes):
        if time.monotonic() > deadline or is_hurried():
            break
        time.sleep(POLL_SECONDS)
    for process in processes:
        _end_group(process)


def _end_group(process: Child) -> None:
    """Kill the rest of a group, as a killed leader may have left others behind."""
    with suppress(ProcessLookupError, PermissionError):  # macOS: EPERM where all are dead
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
