"""Many items, some at a time."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

LARGEST = 4_000_000
"""Bytes at which a list is full, even with few items."""


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
