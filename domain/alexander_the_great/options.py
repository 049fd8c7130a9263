"""The options of the scenario: their defaults, schema and strict decoding."""

from dataclasses import dataclass, field
from typing import Literal

from domain.wire.options import OptionCodec

LEAST_TARGET, GREATEST_TARGET = 5, 25
MOST_DESERTS = 9


@dataclass(frozen=True, slots=True)
class Options:
    """What the host may choose (G3, G5, G16, G25)."""

    target_points: int = field(
        default=14,
        metadata={
            "type": "integer",
            "minimum": LEAST_TARGET,
            "maximum": GREATEST_TARGET,
            "description": "G25: the points that win on one's own turn.",
        },
    )
    starting_gold: Literal[8, 0] = field(
        default=8,
        metadata={
            "type": "integer",
            "enum": [8, 0],
            "description": "G5: the gold each seat begins with: 8 (Danish) or none (German).",
        },
    )
    overbidding: Literal["capped", "penalty"] = field(
        default="capped",
        metadata={
            "type": "string",
            "enum": ["capped", "penalty"],
            "description": "G16: 'capped': nobody can bid more than it can pay; 'penalty': who "
            "cannot pay its bid loses half of its resource cards, and the others bid anew.",
        },
    )
    robber: int = field(
        default=0,
        metadata={
            "type": "integer",
            "minimum": 0,
            "maximum": MOST_DESERTS,
            "description": "G3: the desert where the robber begins, numbered from 1 in reading "
            "order; 0, or a number the board has no desert for: one drawn by lot.",
        },
    )


CODEC = OptionCodec("Options of Alexander the Great", Options)
