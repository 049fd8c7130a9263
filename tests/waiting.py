"""Waiting for a thing instead of sleeping."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def eventually(look: Callable[[], T], seconds: float = 60.0) -> T:
    """Return the first truthy result of ``look``. Raises AssertionError after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"{look} found nothing within {seconds} s"
        time.sleep(0.01)
    return found
