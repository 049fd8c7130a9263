"""The games about which a player wants no notices."""

from typing import Any

from redis import Redis

from service.machine import clock
from service.redis.error_translation import translated_errors

MOST_MUTED = 200
"""The most muted games of a player; a further one replaces the oldest."""


class MutedGames:
    """``muted:<player>`` holds muted games by time. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def mute(self, player: str, game_id: str) -> None:
        """Stop the player's notices about a game."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=True)
            pipeline.zadd(_muted(player), {game_id: clock.now_ms()})
            pipeline.zremrangebyrank(_muted(player), 0, -MOST_MUTED - 1)
            pipeline.execute()

    def unmute(self, player: str, game_id: str) -> None:
        """Resume the player's notices about a game."""
        with translated_errors():
            self._client.zrem(_muted(player), game_id)

    def muted(self, player: str) -> list[str]:
        """Return a player's muted games, the latest first."""
        with translated_errors():
            games: Any = self._client.zrevrange(_muted(player), 0, -1)
        return [game_id.decode() for game_id in games]

    def is_muted(self, player: str, game_id: str) -> bool:
        """True if the player wants no notices about a game."""
        with translated_errors():
            return self._client.zscore(_muted(player), game_id) is not None

    def forget(self, player: str) -> None:
        """Forget which games a player has muted."""
        with translated_errors():
            self._client.delete(_muted(player))


def _muted(player: str) -> str:
    return f"muted:{player}"
