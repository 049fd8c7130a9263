"""Heaps as JSON."""

from typing import Any

from domain.heap.board import STONES, Board

from domain.errors import BoardInvalid
from domain.record.visibility import JsonObject
from domain.wire.boards import BoardCodec


def board_from_json(body: Any) -> Board:
    """Return the board of a description. Raises BoardInvalid."""
    match body:
        case {"stones": int(stones)} if 6 <= stones <= 99:
            return Board(next((name for name, n in STONES.items() if n == stones), None), stones)
        case _:
            raise BoardInvalid("must be the name of a heap, or have 6 to 99 stones.")


def board_json(board: Board) -> JsonObject:
    """Return JSON that ``board_from_json`` takes back."""
    return {"id": board.id, "title": (board.id or "heap").title(), "stones": board.stones}


BOARDS = BoardCodec(
    ids=tuple(STONES),
    named=lambda name: Board(name, STONES[name]),
    described=board_from_json,
    json=board_json,
    topology=lambda _: {},
)
