"""Long work in slices of time, between which the process serves others, or in chunks of items."""

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

SLICE_SECONDS = 0.003
# Not 0: gevent continues such sleepers for 50 turns before it looks for input.
YIELD_SECONDS = 1e-6

LARGEST = 4_000_000
"""Bytes at which a chunk is full, even with few items."""


def yield_control() -> None:
    """Let the process serve other requests. Call it only while no lock is held."""
    # gunicorn's gevent worker puts its own sleep here, which switches to the other greenlets.
    time.sleep(YIELD_SECONDS)


def in_slices(items: Iterable[T]) -> Iterator[T]:
    """Yield the items; let other requests run after each slice of time."""
    due = monotonic() + SLICE_SECONDS
    for item in items:
        yield item
        if monotonic() >= due:
            yield_control()
            due = monotonic() + SLICE_SECONDS


def chunks(
    items: Iterable[T], size: int, bytes_in: Callable[[T], int] | None = None
) -> Iterator[list[T]]:
    """Yield items in lists of this size; the last may be shorter.

    With ``bytes_in``, the size of an item, a list of LARGEST bytes is full as well.
    """
    if bytes_in is not None:
        yield from _bounded(items, size, bytes_in)
        return
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def _bounded(items: Iterable[T], size: int, bytes_in: Callable[[T], int]) -> Iterator[list[T]]:
    chunk: list[T] = []
    left = LARGEST
    for item in items:
        chunk.append(item)
        left -= bytes_in(item)
        if len(chunk) == size or left <= 0:
            yield chunk
            chunk, left = [], LARGEST
    if chunk:
        yield chunk
