"""The version of a game that a seat's player has seen: shown, with input since."""

from typing import Any

from redis import Redis

from service.notices.scripts import Scripts
from service.store.reaching import reaching

KEPT_SECONDS = 30 * 24 * 3600


class Seen:
    """``seen:<game>`` holds versions by seat, and goes after 30 days without a look."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._scripts = Scripts(client)

    def note(self, game_id: str, seat: int, version: int) -> None:
        """Note that a seat's player has seen a version. Raises StoreUnavailable."""
        self._scripts.run("seen", [_key(game_id)], seat, version, KEPT_SECONDS)

    def version(self, game_id: str, seat: int) -> int:
        """Return the latest version seen, 0 for none. Raises StoreUnavailable."""
        with reaching():
            version = self._client.hget(_key(game_id), str(seat))
        return int(version or 0)


def _key(game_id: str) -> str:
    return f"seen:{game_id}"
