"""Notices whose moment has not come, and those that digests have collected."""

from typing import Any

from redis import Redis

from service.notices.slices import prefix, slice_of
from service.store.reaching import reaching


class Pending:
    """The pending notices of a slice: "<player> <key>" by moment. May raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def due(self, number: int, now: int, limit: int) -> list[str]:
        """Return notices of a slice whose moment has come, the longest due first."""
        with reaching():
            members: Any = self._client.zrangebyscore(
                f"{prefix(number)}pending", "-inf", now, 0, limit
            )
        return [member.decode() for member in members]

    def postpone(self, member: str, at: int) -> None:
        """Have a notice decided at a later moment, if it is still pending."""
        player = member.partition(" ")[0]
        with reaching():
            self._client.zadd(f"{prefix(slice_of(player))}pending", {member: at}, xx=True)

    def collected(self, player: str, channel: str) -> list[str]:
        """Return the notices that a channel has collected, oldest first."""
        with reaching():
            keys: Any = self._client.zrange(f"{prefix(slice_of(player))}digest:{channel}", 0, -1)
        return [key.decode() for key in keys]
