"""The break of a record, apart from the rules: commands that need no games load none."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecordFault:
    """The reason why a game cannot be followed: its record breaks at ``version``."""

    version: int
    reason: str
