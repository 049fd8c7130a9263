"""Visits to open games: the people who opened an invitation, shown only to its host."""

from collections.abc import Sequence
from typing import Any

from redis import Redis

from service.machine import clock
from service.redis.error_translation import translated_errors

KEPT_SECONDS = 7 * 24 * 3600
MOST = 30
MOST_GAMES = 1_000
"""The most games for which a player's visits are kept; a new visit keeps all for one more week."""
PLAYER, STRANGER = "player ", "stranger "


class VisitLog:
    """``visits:<game>`` holds visitors by time, ``visited:<player>`` the games of a player.

    They are no part of the record, and expire after a week.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def add(self, game_id: str, player: str | None, stranger: str) -> None:
        """Note a visit by a player, or by the stranger with this mark if ``player`` is None.

        A stranger's earlier visit becomes that of the player.
        """
        key = _key(game_id)
        visitor = f"{STRANGER}{stranger}" if player is None else f"{PLAYER}{player}"
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            pipeline.zadd(key, {visitor: clock.now_ms()})
            if player is not None:
                pipeline.zrem(key, f"{STRANGER}{stranger}")
                pipeline.sadd(_visited(player), game_id)
                pipeline.expire(_visited(player), KEPT_SECONDS)
            pipeline.zremrangebyrank(key, 0, -MOST - 1)
            pipeline.expire(key, KEPT_SECONDS)
            pipeline.execute()
            if player is not None:
                self._bound(player)

    def _bound(self, player: str) -> None:
        """Forget a visit of a player who has too many."""
        is_over = self._client.scard(_visited(player)) > MOST_GAMES
        if is_over and (game_id := self._client.spop(_visited(player))):
            self._client.zrem(_key(game_id.decode()), f"{PLAYER}{player}")

    def of(self, game_id: str) -> tuple[Sequence[tuple[str, int]], int]:
        """Return the players with the time of their visit (ms), latest first, and the number of
        strangers."""
        oldest = clock.now_ms() - KEPT_SECONDS * 1000
        with translated_errors():
            rows = self._client.zrevrangebyscore(_key(game_id), "+inf", oldest, withscores=True)
        visitors = [(visitor.decode(), int(at)) for visitor, at in rows]
        players = [(v.removeprefix(PLAYER), at) for v, at in visitors if v.startswith(PLAYER)]
        return players, len(visitors) - len(players)

    def games_of(self, player: str) -> list[str]:
        """Return the open games that a player has visited."""
        with translated_errors():
            return sorted(game_id.decode() for game_id in self._client.smembers(_visited(player)))

    def forget(self, player: str) -> None:
        """Forget all visits of a player."""
        with translated_errors():
            for game_id in self._client.smembers(_visited(player)):
                self._client.zrem(_key(game_id.decode()), f"{PLAYER}{player}")
            self._client.delete(_visited(player))


def _visited(player: str) -> str:
    return f"visited:{player}"


def _key(game_id: str) -> str:
    return f"visits:{game_id}"
