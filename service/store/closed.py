"""Stores that take no events: being filled, or moved away.

The feeds of a moved store are put aside, and a note takes the place of each: the append of any
release refuses a feed that is no stream before it writes.

    anabasis:restoring   there while a restore or a move fills the store
    {s17}:feed           in a store that was moved, the note where to
    {s17}:feed:aside     the feed itself
"""

from typing import Any

from redis import Redis

from service.store.contract import SHARDS, StoreRefused

FILLING_KEY = "anabasis:restoring"
UNFINISHED = (
    "A restore or a move that has not ended fills the store: wait for it; if it was broken off, "
    "empty the store (FLUSHALL) and begin again."
)

CLOSE = """
if redis.call('TYPE', KEYS[1]).ok == 'stream' then redis.call('RENAME', KEYS[1], KEYS[2]) end
redis.call('SET', KEYS[1], ARGV[1])
"""
OPEN = """
if redis.call('TYPE', KEYS[1]).ok == 'string' then redis.call('DEL', KEYS[1]) end
if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('RENAME', KEYS[2], KEYS[1]) end
"""


def feed_keys(shard: int) -> tuple[str, str]:
    """Return the key of a feed, and its key when put aside."""
    return f"{{s{shard:02}}}:feed", f"{{s{shard:02}}}:feed:aside"


def refuse_closed(client: Redis) -> None:
    """Raise StoreRefused for a store that takes no events, or RedisError."""
    if client.exists(FILLING_KEY):
        raise StoreRefused(UNFINISHED)
    refuse_moved(client)


def refuse_moved(client: Redis) -> None:
    """Raise StoreRefused for a store whose games have moved, RedisError."""
    if note := moved_to(client):
        raise StoreRefused(f"{note}: set ANABASIS_REDIS_URL or ANABASIS_DATA to that.")


def moved_to(client: Redis) -> str | None:
    """Return the note of a moved store, None for any other. Raises RedisError."""
    redis: Any = client
    first, _ = feed_keys(0)  # the first to be closed and the last to be opened
    return str(redis.get(first).decode()) if redis.type(first) == b"string" else None


def close(client: Redis, note: str) -> None:
    """Refuse all appends from now on, also after a restart. Raises RedisError."""
    redis: Any = client
    for shard in range(SHARDS):
        redis.eval(CLOSE, 2, *feed_keys(shard), note)


def reopen(client: Redis) -> None:
    """Put the feeds back in their places. Raises RedisError."""
    redis: Any = client
    for shard in reversed(range(SHARDS)):
        redis.eval(OPEN, 2, *feed_keys(shard))
