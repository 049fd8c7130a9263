"""Many items, some at a time."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


LARGEST = 4_000_000
"""The bytes after which a list is full, whatever its number of items."""


def chunks(
    items: Iterable[T], size: int, bytes_in: Callable[[T], int] | None = None
) -> Iterator[list[T]]:
    """Yield items in lists of this size; the last may be shorter, and those of large items."""
    if bytes_in is not None:
        yield from _bounded(items, size, bytes_in)
        return
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def _bounded(items: Iterable[T], size: int, bytes_in: Callable[[T], int]) -> Iterator[list[T]]:
    some: list[T] = []
    left = LARGEST
    for item in items:
        some.append(item)
        left -= bytes_in(item)
        if len(some) == size or left <= 0:
            yield some
            some, left = [], LARGEST
    if some:
        yield some
