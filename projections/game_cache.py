"""An LRU cache of games, bounded by the memory that they take."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.game import Game
from domain.record.record import canonical

T = TypeVar("T")

# Measured: 600 to 1,200.
BYTES_A_POSITION = 1_000
"""The memory of a position and its event."""
# Measured: 4.5 to 5.5 for whole records, up to 8 for the first event.
BYTES_A_BYTE = 6
"""The memory of an event and its position for each byte of the event's JSON."""


def weight_of(game: Game) -> int:
    """Estimate the bytes of a game with its positions, without board and events."""
    return own_board_weight(game) + BYTES_A_POSITION * game.version


def own_board_weight(game: Game) -> int:
    """Estimate the bytes of a board's description."""
    # All games on a board that comes with the service share it.
    description = game.terms.board
    if description.get("id") in game.ruleset.wire.boards.ids:
        return 0
    return BYTES_A_BYTE * len(canonical(description))


WHOLE_SHARE = 8
"""Of a cache's bytes, one part in this many is kept for whole values."""


class _Entry(NamedTuple, Generic[T]):
    value: T
    weight: int
    board: Any


@dataclass(slots=True)
class _Use:
    board: Any
    weight: int
    games: int = 0


class GameCache(Generic[T]):
    """Values by game: as many as fit into ``most`` bytes, and at least the last one put.

    The weight of a board that games share counts once. With ``shrink``, which makes a value smaller
    and returns its new weight, the least used values are made small before any is dropped; a part
    of the bytes stays for whole values.
    """

    # If the board counted for each game, a thousand games on one board would evict each other for
    # memory that they share.

    def __init__(self, most: int, shrink: Callable[[T], int] | None = None) -> None:
        self._most, self._shrink = most, shrink
        self._whole: OrderedDict[str, _Entry[T]] = OrderedDict()
        self._small: OrderedDict[str, _Entry[T]] = OrderedDict()
        self._uses: dict[int, _Use] = {}
        self._whole_weight = 0
        self.weight = 0

    def __len__(self) -> int:
        return len(self._small) + len(self._whole)

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._whole or game_id in self._small

    def __iter__(self) -> Iterator[str]:
        """Yield the games in the order in which they will be dropped."""
        return chain(self._small, self._whole)

    def get(self, game_id: str) -> T | None:
        """Return the value of a game, None if it is missing; mark it as used."""
        entries = self._whole if game_id in self._whole else self._small
        entry = entries.get(game_id)
        if entry is None:
            return None
        entries.move_to_end(game_id)
        return entry.value

    def pop(self, game_id: str) -> T | None:
        """Remove a game; return its value, None if it is missing."""
        entry = self._taken(game_id)
        if entry is None:
            return None
        self._leave(entry.board)
        return entry.value

    def put(self, game_id: str, game: Game, value: T, weight: int) -> None:
        """Store a value of this weight (without its board); make others small until all fit."""
        board, known = game.setup.board, self._taken(game_id)
        if known is None or known.board is not board:
            self._enter(game)
        if known is not None and known.board is not board:
            self._leave(known.board)
        self._whole[game_id] = _Entry(value, weight, board)
        self._whole_weight += weight
        self.weight += weight
        while self.weight > self._most and len(self) > 1:
            if not self._made_small():
                self.pop(next(iter(self)))

    def _taken(self, game_id: str) -> "_Entry[T] | None":
        """Remove the entry of a game, but keep its use of a board."""
        entry = self._whole.pop(game_id, None)
        if entry is not None:
            self._whole_weight -= entry.weight
        else:
            entry = self._small.pop(game_id, None)
        if entry is not None:
            self.weight -= entry.weight
        return entry

    def _made_small(self) -> bool:
        """Make the least used whole value small; False if all others must stay whole."""
        is_due = len(self._whole) > 1 and self._whole_weight > self._most // WHOLE_SHARE
        if self._shrink is None or not is_due:
            return False
        game_id, entry = self._whole.popitem(last=False)
        self._whole_weight -= entry.weight
        weight = self._shrink(entry.value)
        self._small[game_id] = _Entry(entry.value, weight, entry.board)
        self.weight += weight - entry.weight
        return True

    def _enter(self, game: Game) -> None:
        board = game.setup.board
        # By identity, as comparing large boards would cost more; the entry keeps its board alive.
        use = self._uses.get(id(board))
        if use is None:
            use = self._uses[id(board)] = _Use(board, game.ruleset.wire.boards.weight(board))
            self.weight += use.weight
        use.games += 1

    def _leave(self, board: Any) -> None:
        use = self._uses[id(board)]
        use.games -= 1
        if not use.games:
            del self._uses[id(board)]
            self.weight -= use.weight
