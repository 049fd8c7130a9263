"""The number of the stored forms that a store's newest writer uses::

    anabasis:schema   raised by each process that starts to write, never lowered

It goes up only with a form that the releases before cannot read: releases of one number run side by
side. It is in backups, and moves with a store. A store without it was written before there was one.
"""

from contextlib import suppress
from typing import Any

from redis import Redis

from service.redis.errors import StoreRefused
from service.redis.reaching import STORE_ERRORS
from service.redis.scripts import Script

SCHEMA_KEY = "anabasis:schema"
SCHEMA = 1
"""The forms that this release writes, and the newest that it reads."""

_RAISE = Script.of("service.store", "raise_schema.lua")


def begin_writing(client: Redis, name: str = "The store") -> None:
    """Note that this release writes into a store. Raises StoreRefused if a newer one has.

    A store that cannot be reached or written is left to those who need it.
    """
    with suppress(*STORE_ERRORS):
        _refuse(_RAISE.run(client, [SCHEMA_KEY], SCHEMA), name)


def refuse_newer(client: Redis, name: str = "The store") -> None:
    """Raise StoreRefused for a store that a newer release has written, or RedisError."""
    redis: Any = client
    _refuse(redis.get(SCHEMA_KEY), name)


def schema_of(client: Redis) -> int:
    """Return the number of a store's forms, 0 if none is noted. Raises RedisError."""
    redis: Any = client
    return int(redis.get(SCHEMA_KEY) or 0)


def is_newer(mark: bytes) -> bool:
    """True for the mark of a newer release, and for one that this release cannot read."""
    return not mark.isdigit() or int(mark) > SCHEMA


def _refuse(stored: bytes | None, name: str) -> None:
    if stored is None or not is_newer(stored):
        return
    forms = stored[:20].decode(errors="backslashreplace")
    raise StoreRefused(
        f"{name} was written by a newer release (stored forms {forms}, this release knows "
        f"{SCHEMA}): start that release, or restore a backup that this one took."
    )
