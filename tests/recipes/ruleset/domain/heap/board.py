"""Heaps by name."""

from dataclasses import dataclass

STONES = {"small": 12, "large": 40}


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Board:
    """A heap; the deal adds a few stones to it."""

    id: str | None
    stones: int
