"""Games that the host has taken out of the lobby; their links still work::

    {s17}:unlisted         these games: apply.lua leaves them out of the lobby's sorted lists
    {s17}:boards_removed   games kept out of it, as their board was removed (see ``removed_texts``)

In one call a script changes the mark and these lists, in the live generation and in a shadow; it
finds the game's places in the read models. So no worker brings it back, and no page is short. With
both marks a game comes back when the second one is taken away.
"""

from collections.abc import Sequence

from redis import Redis

from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.shards import shard_of

_HIDE = Script.of("service.store", "hide.lua")


def unlisted_key(shard: int) -> str:
    """Return the set of a shard's games that the host has taken out of the lobby."""
    return f"{{s{shard:02}}}:unlisted"


def boards_removed_key(shard: int) -> str:
    """Return the set of a shard's games whose board the host has removed."""
    return f"{{s{shard:02}}}:boards_removed"


class UnlistedGames:
    """The unlisted games of a store. All may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def unlist(self, game_id: str) -> None:
        """Take a game out of the lobby."""
        self._change(game_id, is_listed=False)

    def list_again(self, game_id: str) -> None:
        """Put a game back in the lobby, if its record says that it is listed."""
        self._change(game_id, is_listed=True)

    def among(self, games: Sequence[str]) -> set[str]:
        """Return those of some games that the host has taken out of the lobby."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for game_id in games:
                pipeline.sismember(unlisted_key(shard_of(game_id)), game_id)
            marks = pipeline.execute()
        return {game_id for game_id, mark in zip(games, marks, strict=True) if mark}

    def _change(self, game_id: str, *, is_listed: bool) -> None:
        shard = shard_of(game_id)
        marks = unlisted_key(shard), boards_removed_key(shard)
        mark_hidden(self._client, marks, game_id, is_shown=is_listed)


def mark_hidden(client: Redis, marks: tuple[str, str], game_id: str, *, is_shown: bool) -> None:
    """Add the first of two marks to a game, or take it away; with either it is in no lobby's list.

    Raises StoreUnavailable.
    """
    keys = *marks, f"{{s{shard_of(game_id):02}}}:models"
    with translated_errors():
        _HIDE.run(client, keys, game_id, int(is_shown))
