"""The versions of the rules; a game keeps the one that it began with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """A version of the rules, told by its differences from the others.

    ``roads_at_once``: road building lays its roads before anything else is done (S5); before, they
    could wait, and were lost with the end of the turn.
    """

    version: int
    roads_at_once: bool


VERSIONS = (
    Rules(version=1, roads_at_once=False),
    Rules(version=2, roads_at_once=True),
)
