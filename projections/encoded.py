"""Parts of views that no event changes, encoded once for all the games that share them."""

from typing import Any

import msgspec

from domain.kernel.game import Game

BOARDS_KEPT = 200


class EncodedBoards:
    """The boards of games as JSON; games on one board share it."""

    def __init__(self, most: int = BOARDS_KEPT) -> None:
        self._most = most
        self._kept: dict[int, tuple[Any, msgspec.Raw]] = {}

    def __call__(self, game: Game) -> msgspec.Raw:
        """Return the JSON of a game's board."""
        board = game.setup.board
        kept = self._kept.get(id(board))
        return self._encode(game) if kept is None else kept[1]

    def _encode(self, game: Game) -> msgspec.Raw:
        board = game.setup.board
        encoded = msgspec.Raw(msgspec.json.encode(game.ruleset.wire.board_json(board)))
        if len(self._kept) >= self._most:
            self._kept.clear()
        self._kept[id(board)] = (board, encoded)  # with the board itself, so that its id is its own
        return encoded


encoded_board = EncodedBoards()
