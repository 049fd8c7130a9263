"""Games in which more follows from standing orders than one append takes."""

from typing import Any

from redis import Redis

from service.redis.reaching import reaching

KEY = "orders:unfinished"
MOST = 100


class Unfinished:
    """Kept from before such an append until all has followed, so that none waits for ever.

    The process that appends goes on by itself; if it dies, a worker does.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def add(self, game_id: str) -> None:
        """Note that more follows in a game."""
        with reaching():
            self._client.sadd(KEY, game_id)

    def remove(self, game_id: str) -> None:
        """Note that all has followed."""
        with reaching():
            self._client.srem(KEY, game_id)

    def some(self) -> list[str]:
        """Return some of the games."""
        with reaching():
            return [game_id.decode() for game_id in self._client.srandmember(KEY, MOST)]
