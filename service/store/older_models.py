"""The read models' layout up to November 2026: each in a slot of its own.

This release neither reads nor changes it, so workers of both layouts can run side by side.
"""

from redis import Redis

from service.store.reaching import reaching

PATTERNS = ("{lobby}:*", "{my}:*", "{bots}:*", "{deadlines}:*", "{notices}:*")


def forget_older(client: "Redis") -> int:
    """Delete the older layout's keys; return their number. Raises StoreUnavailable."""
    with reaching():
        keys = [key for pattern in PATTERNS for key in client.scan_iter(pattern, count=1000)]
        for key in keys:
            client.unlink(key)
    return len(keys)
