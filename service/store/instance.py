"""The names of a store's running servers, by which `anabasis doctor` recognises its own."""

import hashlib
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from service.redis.cluster import masters, replicas
from service.redis.error_translation import STORE_ERRORS

DIGITS = 16


def instance_of(client: Redis) -> str | None:
    """Return the name of one of a store's masters; None if INFO is forbidden.

    Raises a RedisError or RedisClusterException.
    """
    return _instance(masters(client)[0])


def instances_of(client: Redis) -> set[str]:
    """Return the names of all servers of a store that answer."""
    names: set[str] = set()
    for server in (*masters(client), *replicas(client)):
        try:
            names.add(_instance(server) or "")
        except STORE_ERRORS:
            continue
    return names - {""}


def _instance(server: Redis) -> str | None:
    try:
        about: Any = server.info("server")
    except ResponseError:
        return None
    # Each server draws a random id at its start: a digest of it reveals nothing.
    text = f"anabasis store {about.get('run_id', '')}"
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
