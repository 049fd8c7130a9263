"""The set-up of a game of any ruleset."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Setup:
    """A game's board and options (the ruleset's own, validated values), seats and first seat."""

    board: Any
    options: Any
    seats: int
    first_seat: int | None
