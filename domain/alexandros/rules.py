"""The options of a game of Alexandros; its rules have one version."""

from dataclasses import dataclass, field
from typing import Literal

# A20 names 100 and 101; the wider range allows short games and long ones.
LEAST_TARGET, GREATEST_TARGET = 10, 300


@dataclass(frozen=True, slots=True)
class Options:
    """The host's choices (A6, A15, A20)."""

    joker: Literal["closest", "any"] = field(
        default="closest",
        metadata={
            "type": "string",
            "enum": ["closest", "any"],
            "description": "A6: a display card whose symbol has no free space left is a joker. "
            "'closest': it leads to a closest free space of the symbol named; "
            "'any': to any free space of that symbol, at any distance (the German text).",
        },
    )
    compensation_rounding: Literal["up", "down"] = field(
        default="up",
        metadata={
            "type": "string",
            "enum": ["up", "down"],
            "description": "A15: half of an odd number of cards played in a takeover goes to the "
            "loser rounded 'up' (German, English) or 'down' (Dutch).",
        },
    )
    two_seat_compensation: bool = field(
        default=False,
        metadata={
            "type": "boolean",
            "description": "A15: the loser of a takeover is compensated with two seats too "
            "(Dutch), or not (German, English).",
        },
    )
    target_score: int = field(
        default=100,
        metadata={
            "type": "integer",
            "minimum": LEAST_TARGET,
            "maximum": GREATEST_TARGET,
            "description": "A20: the points that end the game at a levy: 100; in the Dutch text "
            "101.",
        },
    )
