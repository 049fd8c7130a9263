"""The version of a game that a seat's player has seen: shown, with input since."""

from typing import Any

from redis import Redis

from service.redis.reaching import reaching
from service.redis.scripts import Script

KEPT_SECONDS = 30 * 24 * 3600
_NOTE = Script.of("service.notices", "seen.lua")


class Seen:
    """``seen:<game>`` holds versions by seat, and goes after 30 days without a look."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def note(self, game_id: str, seat: int, version: int) -> None:
        """Note that a seat's player has seen a version. Raises StoreUnavailable."""
        with reaching():
            _NOTE.run(self._client, [_key(game_id)], seat, version, KEPT_SECONDS)

    def version(self, game_id: str, seat: int) -> int:
        """Return the latest version seen, 0 for none. Raises StoreUnavailable."""
        with reaching():
            version = self._client.hget(_key(game_id), str(seat))
        return int(version or 0)


def _key(game_id: str) -> str:
    return f"seen:{game_id}"
