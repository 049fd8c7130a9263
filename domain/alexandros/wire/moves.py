"""The moves of Alexandros as JSON."""

from domain.alexandros.moves import AnyMove
from domain.wire.moves import MoveCodec

MOVES = MoveCodec[AnyMove](
    AnyMove,
    "Moves of Alexandros",
    "Spaces are [row, column], points [x, y]. A turn is: choose a card, march, up to two actions, "
    "end the turn.",
)
