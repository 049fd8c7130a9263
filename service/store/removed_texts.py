"""Games whose own title, or own board, the host has removed; their records keep both::

    {s17}:titles_removed   games shown under their ruleset's name
    {s17}:boards_removed   games whose board has no texts, and is shown to their people alone
    anabasis:removals      a number that grows with each change of these

A mark is a game's id. It outlasts an imported game that is deleted, as anybody could bring that
game back under the same id.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from redis import Redis

from service.redis.error_translation import translated_errors
from service.redis.shards import SHARDS, shard_of
from service.redis.tracked_values import LastKnown, Remembered
from service.store.unlisted_games import boards_removed_key, mark_hidden, unlisted_key

CHANGES_KEY = "anabasis:removals"


class Removed(NamedTuple):
    """Which of a game's own texts the host has removed."""

    title: bool = False
    board: bool = False


NOTHING = Removed()


def titles_removed_key(shard: int) -> str:
    """Return the set of a shard's games whose title the host has removed."""
    return f"{{s{shard:02}}}:titles_removed"


class RemovedTexts:
    """The marks as a process knows them, kept up to date without asking at each request.

    Every method but ``of`` may raise StoreUnavailable.
    """

    def __init__(self, client: Redis, kept: Remembered) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept = kept
        self._known: LastKnown[Mapping[str, Removed]] = LastKnown(kept, CHANGES_KEY, self.all, {})

    def of(self, game_id: str) -> Removed:
        """Return what the host has removed of a game; while the store is away, what was known."""
        return self._known.get().get(game_id, NOTHING)

    def remove_title(self, game_id: str) -> None:
        """Show a game under its ruleset's name."""
        with translated_errors():
            self._client.sadd(titles_removed_key(shard_of(game_id)), game_id)
        self._announce()

    def restore_title(self, game_id: str) -> None:
        """Show a game under its own title again."""
        with translated_errors():
            self._client.srem(titles_removed_key(shard_of(game_id)), game_id)
        self._announce()

    def remove_board(self, game_id: str) -> None:
        """Show a game's board without texts and to its own people alone, and in no lobby's list."""
        self._mark_board(game_id, is_shown=False)

    def restore_board(self, game_id: str) -> None:
        """Show a game's board as it is again."""
        self._mark_board(game_id, is_shown=True)

    def all(self) -> Mapping[str, Removed]:
        """Return the games with a mark."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for shard in range(SHARDS):
                pipeline.smembers(titles_removed_key(shard))
                pipeline.smembers(boards_removed_key(shard))
            replies = pipeline.execute()
        titles, boards = _united(replies[::2]), _united(replies[1::2])
        return {game: Removed(game in titles, game in boards) for game in titles | boards}

    def _mark_board(self, game_id: str, *, is_shown: bool) -> None:
        shard = shard_of(game_id)
        marks = boards_removed_key(shard), unlisted_key(shard)
        mark_hidden(self._client, marks, game_id, is_shown=is_shown)
        self._announce()

    def _announce(self) -> None:
        with translated_errors():
            self._client.incr(CHANGES_KEY)
        self._kept.forget(CHANGES_KEY)


def _united(sets: Iterable[set[bytes]]) -> set[str]:
    return {game.decode() for each in sets for game in each}
