"""The bot protocol: a pure choice among listed moves."""

import random
from typing import Protocol

from clients.python.shapes import JsonObject


class Bot(Protocol):
    """A strategy; equal arguments and equal luck give the same choice."""

    def __call__(
        self, view: JsonObject, moves: list[JsonObject], luck: random.Random
    ) -> JsonObject:
        """Return one of ``moves`` (never empty) by the acting seat's own view."""
        ...  # pragma: no cover
