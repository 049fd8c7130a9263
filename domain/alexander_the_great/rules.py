"""The versions of the rules, each with the version of settlers beneath it, and the options."""

from dataclasses import dataclass, field
from typing import Literal

from domain.settlers import rules as base_rules


@dataclass(frozen=True, slots=True)
class Rules:
    """A version of the rules, by its differences from the others.

    ``cards_before_march``: development cards may be played between roll and march too (S5).
    ``leaving_frees_advisor``: a seat that leaves loses its advisor (G21).
    """

    version: int
    base: base_rules.Rules
    cards_before_march: bool
    # In version 1 the seat kept its advisor, so that nobody else could win its points.
    leaving_frees_advisor: bool


# Each version names the one of settlers beneath it: a change of either is a new version of both.
_BASE = {rules.version: rules for rules in base_rules.VERSIONS}

VERSIONS = (
    Rules(version=1, base=_BASE[1], cards_before_march=False, leaving_frees_advisor=False),
    Rules(version=2, base=_BASE[2], cards_before_march=True, leaving_frees_advisor=True),
    Rules(version=3, base=_BASE[3], cards_before_march=True, leaving_frees_advisor=True),
)

LEAST_TARGET, GREATEST_TARGET = 5, 25
# Only a bound for the option; for a number without a desert on the board, one is drawn by lot.
MOST_DESERTS = 9


@dataclass(frozen=True, slots=True)
class Options:
    """The host's choices (G3, G5, G16, G25)."""

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
            "cannot pay its bid loses half of its resource cards, and the others bid again.",
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
