"""The moves of heap as JSON."""

from domain.heap.moves import AnyMove

from domain.wire.moves import MoveCodec

MOVES = MoveCodec[AnyMove](AnyMove, "Moves of heap", "A turn is one `take`.")
