"""The options of a game of heap; its rules have one version."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the host (H1)."""

    most: int = field(
        default=3,
        metadata={
            "type": "integer",
            "minimum": 2,
            "maximum": 9,
            "description": "H1: the most stones that a seat takes at once.",
        },
    )
