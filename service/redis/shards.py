"""The shards of the store: a game's keys and its shard's feed share a slot."""

import zlib

SHARDS = 64


def shard_of(game_id: str) -> int:
    """Return the shard of a game: the same on every machine, forever."""
    return zlib.crc32(game_id.encode()) % SHARDS
