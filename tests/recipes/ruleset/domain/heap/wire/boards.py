"""Heaps as JSON."""

from typing import Any

from domain.heap.board import STONES, Board

from domain.errors import BoardInvalid, UnknownName
from domain.record.visibility import JsonObject


def read_board(body: Any) -> Board:
    """Return the board of a name or of JSON. Raises UnknownName or BoardInvalid."""
    if isinstance(body, str):
        if body not in STONES:
            raise UnknownName("board", body, list(STONES))
        return Board(body, STONES[body])
    match body:
        case {"stones": int(stones)} if 6 <= stones <= 99:
            return Board(next((name for name, n in STONES.items() if n == stones), None), stones)
        case _:
            raise BoardInvalid("must be the name of a heap, or have 6 to 99 stones.")


def board_json(board: Board) -> JsonObject:
    """Return JSON that ``read_board`` takes back."""
    return {"id": board.id, "title": (board.id or "heap").title(), "stones": board.stones}
