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
from typing import IO

POLL_SECONDS = 0.01

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


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
    """Start a process in a group of its own; ``output`` takes what it prints, None the terminal.

    On Linux it gets SIGTERM when the thread that started it ends, however that comes about.
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
        preexec_fn=_end_with(os.getpid()) if _LIBC else None,  # noqa: PLW1509 (one prctl call)
    )


def stop(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Ask a process to end; after ``seconds`` kill its whole group."""
    stop_all([process], seconds)


def stop_all(
    processes: Sequence[subprocess.Popen[bytes]],
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


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a group: a leader that was killed may have left others behind."""
    with suppress(ProcessLookupError, PermissionError):  # macOS: EPERM where all are dead
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _end_with(parent: int) -> Callable[[], None]:
    def set_death_signal() -> None:
        assert _LIBC is not None
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return set_death_signal
