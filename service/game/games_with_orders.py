"""Games with standing orders: a player's, and those in which more events are still to follow."""

from typing import Any

from redis import Redis

from service.machine import clock
from service.redis.error_translation import translated_errors

MOST = 200
KEPT_SECONDS = 30 * 24 * 3600
UNFINISHED = "orders:unfinished"
MOST_UNFINISHED = 100


class OrderedGames:
    """Games in which a player has lately given orders, to withdraw them when the player leaves.

    ``ordered:<player>`` holds them by the time of an order.
    """

    # The read models list a game only some time after its events; this bridges that time, and need
    # not be kept for long.

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def add(self, player: str, game_id: str) -> None:
        """Note that a player gives an order in a game."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            pipeline.zadd(_key(player), {game_id: clock.now_ms()})
            pipeline.zremrangebyrank(_key(player), 0, -MOST - 1)
            pipeline.expire(_key(player), KEPT_SECONDS)
            pipeline.execute()

    def of(self, player: str) -> list[str]:
        """Return the games, oldest order first."""
        with translated_errors():
            games = self._client.zrange(_key(player), 0, -1)
        return [game_id.decode() for game_id in games]

    def forget(self, player: str) -> None:
        """Forget all games of a player."""
        with translated_errors():
            self._client.delete(_key(player))


def _key(player: str) -> str:
    return f"ordered:{player}"


class Unfinished:
    """Games in which more events follow from standing orders than one append takes.

    A game is listed from before such an append until all events have followed.
    """

    # The process that appends goes on by itself; if it dies, a worker finds the game here.

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def add(self, game_id: str) -> None:
        """Note that more events follow in a game."""
        with translated_errors():
            self._client.sadd(UNFINISHED, game_id)

    def remove(self, game_id: str) -> None:
        """Note that all events have followed."""
        with translated_errors():
            self._client.srem(UNFINISHED, game_id)

    def some(self) -> list[str]:
        """Return some of the games."""
        with translated_errors():
            return [
                game_id.decode()
                for game_id in self._client.srandmember(UNFINISHED, MOST_UNFINISHED)
            ]
