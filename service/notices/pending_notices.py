"""Notices whose moment has not come, and those that digests have collected.

The work on notices is divided into slices, by player. All keys of a slice share its hash tag::

    {n07}:pending          notices by the moment at which they are decided: "<player> <key>"
    {n07}:changed          players who have changed a setting: 1 if the present search makes
                           their pending notices due, 0 if the next one will
    {n07}:searched         the last notice that the search has looked at: "<moment> <player> <key>"
    {n07}:digest:<name>    notices that a digest has collected, by time
    {n07}:due              deliveries by the moment of their next attempt
    {n07}:deliveries       deliveries by id, JSON
    {n07}:claims           by delivery the worker that attempts it now
    {n07}:done             ids of deliveries of the last 30 days, so that none is made twice
    {n07}:failed:<channel> failed messages in a row
    {n07}:log:<player>     entries of the log by delivery, JSON
    {n07}:logged:<player>  the same deliveries by time
"""

from collections.abc import Collection
from typing import Any

from redis import Redis

from service.redis.error_translation import translated_errors
from service.redis.leases import prefix, slice_of
from service.redis.scripts import Script

PAGE = 1_000
"""Notices of a slice that one call searches for players with changed settings."""

_RECONSIDER = Script.of("service.notices", "reconsider.lua")


class Pending:
    """The pending notices of a slice: "<player> <key>" by moment. May raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def slices_due(self, slices: Collection[int], now: int) -> list[int]:
        """Return the slices in which ``due`` finds notices or changes."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            # One round trip for all of them: a second has many rounds, and nearly all slices have
            # nothing due.
            for part in map(prefix, slices):
                pipeline.exists(f"{part}changed")
                pipeline.zcount(f"{part}pending", "-inf", now)
            replies = pipeline.execute()
        pairs = zip(slices, replies[::2], replies[1::2], strict=True)
        return [number for number, is_changed, count in pairs if is_changed or count]

    def due(self, number: int, now: int, limit: int) -> list[str]:
        """Return notices of a slice whose moment has come, the longest due first.

        Notices of a player who has changed a setting become due within a few calls.
        """
        part = prefix(number)
        pending, changed, searched = f"{part}pending", f"{part}changed", f"{part}searched"
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            pipeline.exists(changed)
            pipeline.zrangebyscore(pending, "-inf", now, 0, limit)
            is_changed, members = pipeline.execute()
            if is_changed:
                keys = [pending, changed, searched]
                members = _RECONSIDER.run(self._client, keys, now, PAGE, limit)
        return [member.decode() for member in members]

    def add(self, player: str, key: str, at: int) -> None:
        """Have a notice to a player decided at a moment."""
        with translated_errors():
            self._client.zadd(f"{prefix(slice_of(player))}pending", {f"{player} {key}": at})

    def postpone(self, member: str, at: int) -> None:
        """Have a notice decided at a later moment, if it is still pending."""
        player = member.partition(" ")[0]
        with translated_errors():
            self._client.zadd(f"{prefix(slice_of(player))}pending", {member: at}, xx=True)

    def settings_changed(self, player: str) -> None:
        """Have all notices of a player decided again, as a setting that may hold them has changed.

        Call it after the setting is written: decisions by the old one may still be under way.
        """
        with translated_errors():
            # All of them, because nothing records which setting holds a notice.
            self._client.zadd(f"{prefix(slice_of(player))}changed", {player: 0})

    def collected(self, player: str, channel: str) -> list[str]:
        """Return the notices that a channel has collected, oldest first."""
        with translated_errors():
            keys: Any = self._client.zrange(f"{prefix(slice_of(player))}digest:{channel}", 0, -1)
        return [key.decode() for key in keys]
