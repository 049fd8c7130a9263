"""The outcome of a game of any ruleset."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game: the winning seats, every seat's score and the code of the reason."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
