"""Parts of views that no event changes, encoded once for all the games that share them."""

from functools import partial
from typing import Any
from weakref import ref

import msgspec

from domain.kernel.game import Game


class EncodedBoards:
    """The boards of games as JSON: each is kept as long as the board, which games share."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[ref[Any], msgspec.Raw]] = {}

    def __call__(self, game: Game) -> msgspec.Raw:
        """Return the JSON of a game's board."""
        board = game.setup.board
        kept = self._kept.get(id(board))
        return kept[1] if kept is not None and kept[0]() is board else self._encode(game)

    def _encode(self, game: Game) -> msgspec.Raw:
        board = game.setup.board
        encoded = msgspec.Raw(msgspec.json.encode(game.ruleset.wire.board_json(board)))
        self._kept[id(board)] = (ref(board, partial(self._forget, id(board))), encoded)
        return encoded

    def _forget(self, number: int, gone: ref[Any]) -> None:
        """Forget a board that is gone, unless another one has taken its number."""
        if number in self._kept and self._kept[number][0] is gone:
            del self._kept[number]


encoded_board = EncodedBoards()
