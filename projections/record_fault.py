"""The break of a record. No rules are loaded with it, as some commands need no games."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecordFault:
    """The reason why a game cannot be followed: its record breaks at ``version``."""

    version: int
    reason: str
