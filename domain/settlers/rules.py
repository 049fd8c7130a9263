"""The versions of the rules and the options; a game keeps the version it began with."""

from dataclasses import dataclass, field


# Versions differ by named properties, so the rules ask for a property and never for a number.
@dataclass(frozen=True, slots=True)
class Rules:
    """A version of the rules, by its differences from the others.

    ``roads_at_once``: free roads are laid before anything else (S5). ``theft_ends_acceptance``: a
    seat that was robbed is asked again whether it trades (S10).
    """

    version: int
    # In version 1 free roads could wait; they came too late for a winning road, and were lost when
    # the turn ended.
    roads_at_once: bool
    # Until version 2 a trade could be closed only if the robbed seat still had the cards, which
    # revealed its hand to the offering seat.
    theft_ends_acceptance: bool


VERSIONS = (
    # Old versions stay: running and finished games, and their studies, keep theirs.
    Rules(version=1, roads_at_once=False, theft_ends_acceptance=False),
    Rules(version=2, roads_at_once=True, theft_ends_acceptance=False),
    Rules(version=3, roads_at_once=True, theft_ends_acceptance=True),
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
