"""The pipe by which new web processes and workers report to the launcher that they work."""

import os
import select
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

NAME = "READY_FD"
"""The variable with the descriptor of the pipe's end, if there is one."""
READY_SECONDS = 60.0
POLL_SECONDS = 0.1


def tell() -> None:
    """Report to the launcher that this process works, if the launcher has asked for it."""
    number = os.environ.pop(NAME, None)
    if number is not None:
        with suppress(OSError):
            os.write(int(number), b".")


def wait(reading: int, check: Callable[[], object]) -> bool:
    """Wait for the report; False if the process ends, or reports nothing for READY_SECONDS.

    ``check`` is called while waiting and may raise to end the wait.
    """
    deadline = monotonic() + READY_SECONDS
    while monotonic() < deadline:
        check()
        readable, _, _ = select.select([reading], [], [], POLL_SECONDS)
        if readable:
            return os.read(reading, 1) != b""
    return False
