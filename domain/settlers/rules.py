"""The versions of the rules and the options; a game keeps the version it began with."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Rules:
    """A version of the rules, by its differences from the others.

    ``roads_at_once``: free roads are laid before anything else (S5); in version 1 they could wait,
    and were lost at the end of the turn.
    """

    version: int
    roads_at_once: bool


VERSIONS = (
    Rules(version=1, roads_at_once=False),
    Rules(version=2, roads_at_once=True),
)

LEAST_TARGET, GREATEST_TARGET = 3, 20


@dataclass(frozen=True, slots=True)
class Options:
    """The host's choices (S3, S12)."""

    target_points: int = field(
        default=10,
        metadata={
            "type": "integer",
            "minimum": LEAST_TARGET,
            "maximum": GREATEST_TARGET,
            "description": "S12: the points that win on one's own turn.",
        },
    )
    reds_apart: bool = field(
        default=True,
        metadata={
            "type": "boolean",
            "description": "S3: whether no 6 or 8 may lie beside another.",
        },
    )
