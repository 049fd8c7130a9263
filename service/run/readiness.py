"""The word of new web processes to the launcher that they serve, through a pipe."""

import os
import select
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

NAME = "READY_FD"
"""The variable that names the pipe's end, where there is one."""
READY_SECONDS = 60.0
POLL_SECONDS = 0.1


def tell() -> None:
    """Say that this process serves requests, if somebody has asked."""
    number = os.environ.pop(NAME, None)
    if number is not None:
        with suppress(OSError):
            os.write(int(number), b".")


def is_told(reading: int, check: Callable[[], object]) -> bool:
    """Wait for the word; False if nobody is left who could say it, or nobody does.

    ``check`` is called while waiting and may raise to end the wait.
    """
    deadline = monotonic() + READY_SECONDS
    while monotonic() < deadline:
        check()
        readable, _, _ = select.select([reading], [], [], POLL_SECONDS)
        if readable:
            return os.read(reading, 1) != b""
    return False
