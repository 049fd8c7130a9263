"""Snapshots in the store: one for each game, read together with the end of its record."""

from dataclasses import dataclass
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.shards import snapshot_key, stream_key
from service.store.blocks.sealed_games import is_no_stream

_OPEN = Script.of("service.store", "opened.lua")


@dataclass(frozen=True, slots=True)
class Opened:
    """A game's snapshot and the record after it; without a snapshot, the whole record.

    ``first`` are the entries of the events that created and opened the game, at ``start``.
    """

    version: int
    start: int
    snapshot: bytes | None
    first: list[bytes]
    entries: list[bytes]


class SnapshotStore:
    """Snapshots by game, each with the key of the code that can read it."""

    # Any snapshot may be lost: only the record counts.

    def __init__(self, client: Redis) -> None:
        self._client = client

    def open(self, game_id: str, key: str, most: int) -> Opened | None:
        """Return a game's snapshot and at most ``most`` entries after it, in one round trip.

        None for a sealed game, which has no snapshot.
        """
        keys = [stream_key(game_id), snapshot_key(game_id)]
        with translated_errors():
            try:
                kept, first, entries = _OPEN.run(self._client, keys, key, most)
            except ResponseError as error:
                if is_no_stream(error):
                    return None
                raise
        if not kept:
            return Opened(0, 0, None, [], _entries(entries))
        _, version, start, snapshot = kept.split(b" ", 3)
        return Opened(int(version), int(start), snapshot, _entries(first), _entries(entries))

    def keep(self, game_id: str, key: str, version: int, start: int, snapshot: bytes) -> None:
        """Replace a game's snapshot; ``start`` is the version that opened the game."""
        heading = f"{key} {version} {start} ".encode()
        with translated_errors():
            self._client.set(snapshot_key(game_id), heading + snapshot)

    def drop(self, game_id: str) -> None:
        """Remove a game's snapshot."""
        with translated_errors():
            self._client.delete(snapshot_key(game_id))


def _entries(rows: Any) -> list[bytes]:
    """Return the entries of a stream's rows in a script's answer."""
    return [fields[1] for _, fields in rows]
