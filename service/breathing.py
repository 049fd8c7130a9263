"""Long work in slices: between them the process serves its other requests."""

import time
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

SLICE_SECONDS = 0.005


def breathe() -> None:
    """Give way to whatever else is due; to be called where no lock is held."""
    # gunicorn's gevent worker puts its own sleep here, which switches to the other greenlets.
    time.sleep(0)


def breathing(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and give way each time a slice of work on them is over."""
    due = monotonic() + SLICE_SECONDS
    for item in items:
        yield item
        if monotonic() >= due:
            breathe()
            due = monotonic() + SLICE_SECONDS
