"""An LRU cache of games, bounded by the memory they take."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from domain.kernel.game import Game
from domain.record.record import canonical

T = TypeVar("T")

BYTES_A_POSITION = 1_000
"""Memory of a position and its event: 600 to 1,200, measured."""
BYTES_A_BYTE = 6
"""Memory of an event and its position for each byte of the event's JSON.

4.5 to 5.5 for whole records, up to 8 for the first event, measured.
"""


def weight_of(game: Game) -> int:
    """Estimate the bytes of a game with its positions, without board and events."""
    return own_board_weight(game) + BYTES_A_POSITION * game.version


def own_board_weight(game: Game) -> int:
    """Estimate the bytes of a board's description; 0 for boards we ship, which games share."""
    description = game.terms.board
    if description.get("id") in game.ruleset.board_ids:
        return 0
    return BYTES_A_BYTE * len(canonical(description))


@dataclass(slots=True)
class _Use:
    board: Any
    weight: int
    games: int = 0


class GameCache(Generic[T]):
    """Values by game: as many as fit into ``most`` bytes, and at least the last one put.

    Games on the same board share its memory, so its weight counts once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, tuple[T, int, Any]] = OrderedDict()
        self._uses: dict[int, _Use] = {}
        self.weight = 0

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def get(self, game_id: str) -> T | None:
        """Return the value of a game, None if it is missing; mark it as used."""
        entry = self._values.get(game_id)
        if entry is None:
            return None
        self._values.move_to_end(game_id)
        return entry[0]

    def pop(self, game_id: str) -> T | None:
        """Remove a game; return its value, None if it is missing."""
        if game_id not in self._values:
            return None
        value, weight, board = self._values.pop(game_id)
        self.weight -= weight
        self._leave(board)
        return value

    def put(self, game_id: str, game: Game, value: T, weight: int) -> None:
        """Store a value of this weight (without its board), and drop others until all fit."""
        board, known = game.setup.board, self._values.get(game_id)
        if known is None or known[2] is not board:
            self.pop(game_id)
            self._enter(game)
        else:
            self.weight -= known[1]
        self._values[game_id] = value, weight, board
        self._values.move_to_end(game_id)
        self.weight += weight
        while self.weight > self._most and len(self._values) > 1:
            self.pop(next(iter(self._values)))

    def _enter(self, game: Game) -> None:
        board = game.setup.board
        use = self._uses.get(id(board))
        if use is None:
            use = self._uses[id(board)] = _Use(board, game.ruleset.wire.board_weight(board))
            self.weight += use.weight
        use.games += 1

    def _leave(self, board: Any) -> None:
        use = self._uses[id(board)]
        use.games -= 1
        if not use.games:
            del self._uses[id(board)]
            self.weight -= use.weight
