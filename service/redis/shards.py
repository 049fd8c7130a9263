"""The shards of the store: a game's keys and its shard's feed share a slot."""

import re
import zlib

SHARDS = 64

_STREAM = re.compile(rb"\{s\d\d\}:([^:]+):ev")


def shard_of(game_id: str) -> int:
    """Return the shard of a game: the same on every machine, forever."""
    return zlib.crc32(game_id.encode()) % SHARDS


def stream_key(game_id: str) -> str:
    """Return the key of the stream of a game's events, or of a sealed game's block."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:ev"


def game_of_stream(key: bytes) -> tuple[int, str] | None:
    """Return the shard and id of the game whose stream this is, None for another key."""
    match = _STREAM.fullmatch(key)
    return (shard_of(match[1].decode()), match[1].decode()) if match else None


def snapshot_key(game_id: str) -> str:
    """Return the key of a game's snapshot."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:snap"


def feed_key(shard: int) -> str:
    """Return the key of the stream that lists the new versions of a shard's games."""
    return f"{{s{shard:02}}}:feed"


def imported_key(shard: int) -> str:
    """Return the key of the set of a shard's imported games, which its feed does not list."""
    return f"{{s{shard:02}}}:imported"


def check_key(shard: int) -> str:
    """Return the key beside a shard's feed that is written to check that writes are confirmed."""
    return f"{{s{shard:02}}}:check"
