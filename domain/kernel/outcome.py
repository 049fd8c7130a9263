"""The outcome of a game of any ruleset."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats, every seat's score and the reason's code."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
