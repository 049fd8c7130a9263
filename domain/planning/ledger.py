"""A seat's beliefs after each event shown to it, along the line that the game is on."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from domain.kernel.game import REDONE, UNDONE
from domain.record.visibility import JsonObject

B = TypeVar("B")
KEPT = 5_000
"""The events of a game up to which an undo finds the beliefs of that time."""


class Ledger(Generic[B]):
    """Beliefs after each event; ``count`` gives those after an event from those before it."""

    def __init__(self, start: B, count: Callable[[B, JsonObject], B]) -> None:
        self._count, self.beliefs, self.version = count, start, 0
        self.hash = ""
        """The hash of the last event read; after a rollback of the store it is another one's."""
        self._at: dict[int, B] = {0: start}

    def read(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Follow events as the API shows them to the seat, in order; skip those read before."""
        for event in events:
            if event["version"] > self.version:
                self._read(event)

    def _read(self, event: Mapping[str, Any]) -> None:
        self.version, self.hash = event["version"], event["hash"]
        if event["type"] in (UNDONE, REDONE):
            # What was seen since is forgotten with the events: bounds stay true, if low.
            self.beliefs = self._at.get(event["data"]["to"], self._at[0])
        else:
            self.beliefs = self._count(self.beliefs, dict(event))
        if self.version <= KEPT:
            self._at[self.version] = self.beliefs
