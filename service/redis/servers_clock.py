"""The clock of the store's server, one for all processes around it."""

from typing import Any

from redis import Redis

from service.redis.cluster import master_of
from service.redis.reaching import reaching

CLOCK_KEY = "anabasis:clock"
"""The key whose server's clock is used by default."""


def server_time_ms(client: Redis, key: str = CLOCK_KEY) -> int:
    """Return the server's time in ms since 1970; of a cluster, that of the master that has a key.

    Raises StoreUnavailable.
    """
    with reaching():
        server: Any = master_of(client, key)
        seconds, micro = server.time()
    return int(seconds) * 1000 + int(micro) // 1000
