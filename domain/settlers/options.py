"""The options of a game of settlers: their defaults, schema and strict decoding."""

from dataclasses import dataclass, field

from domain.wire.options import OptionCodec

LEAST_TARGET, GREATEST_TARGET = 3, 20


@dataclass(frozen=True, slots=True)
class Options:
    """What the host may choose (S3, S12)."""

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


CODEC = OptionCodec("Options of settlers", Options)
