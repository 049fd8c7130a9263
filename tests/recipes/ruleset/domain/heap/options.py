"""The options of a game of heap."""

from dataclasses import dataclass, field

from domain.wire.options import OptionCodec


@dataclass(frozen=True, slots=True)
class Options:
    """What the host may choose (H1)."""

    most: int = field(
        default=3,
        metadata={
            "type": "integer",
            "minimum": 2,
            "maximum": 9,
            "description": "H1: the most stones that a seat takes at once.",
        },
    )


CODEC = OptionCodec("Options of heap", Options)
