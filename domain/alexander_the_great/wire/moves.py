"""Moves as JSON, decoded strictly; gold is a good of trade and payment."""

from typing import Any

from domain.alexander_the_great.moves import AnyMove
from domain.settlers.cards import Good
from domain.settlers.wire.moves import MoveCodec

CODEC = MoveCodec(AnyMove, Good)


def move_from_json(given: Any) -> AnyMove:
    """A move from its JSON. Raises Malformed, with messages by field."""
    move: AnyMove = CODEC.move(given)
    return move
