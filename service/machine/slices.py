"""Long work in slices of time, between which the process serves other requests."""

import time
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

SLICE_SECONDS = 0.003
YIELD_SECONDS = 1e-6
"""Not 0: gevent goes on with such sleepers for 50 turns before it looks for input."""


def yield_control() -> None:
    """Let the process serve other requests. Call it only while no lock is held."""
    # gunicorn's gevent worker puts its own sleep here, which switches to the other greenlets.
    time.sleep(YIELD_SECONDS)


def in_slices(items: Iterable[T]) -> Iterator[T]:
    """Yield the items; let other requests run whenever a slice of time has been used up."""
    due = monotonic() + SLICE_SECONDS
    for item in items:
        yield item
        if monotonic() >= due:
            yield_control()
            due = monotonic() + SLICE_SECONDS
