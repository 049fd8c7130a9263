"""The number of the stored forms that a store's newest writer uses::

    anabasis:schema   raised by each process that starts to write, never lowered

It goes up with a form that the releases before cannot read, and with one that is read no longer:
releases of one number run side by side. It is in backups. A store without it was written before
there was one, or was away as its writers started. Restores and moves write the present forms alone
and end with the present number. No service starts on a store with a lower one whose feeds begin in
an older form; the number alone would refuse sound stores.
"""

from contextlib import suppress
from typing import Any

from redis import Redis

from service.redis.errors import StoreRefused
from service.redis.reaching import STORE_ERRORS
from service.redis.record_keys import feed_key
from service.redis.scripts import Script
from service.redis.shards import SHARDS

SCHEMA_KEY = "anabasis:schema"
SCHEMA = 2
"""The forms that this release writes, and the newest that it reads."""

_RAISE = Script.of("service.store", "raise_schema.lua")


def begin_writing(client: Redis, name: str = "The store") -> None:
    """Note that this release writes into a store. Raises StoreRefused if it is of other forms.

    A store that cannot be reached or written is left to those who need it.
    """
    with suppress(*STORE_ERRORS):
        refuse_newer(client, name)
        refuse_older(client, name)
        _refuse(_RAISE.run(client, [SCHEMA_KEY], SCHEMA), name)


def refuse_newer(client: Redis, name: str = "The store") -> None:
    """Raise StoreRefused for a store that a newer release has written, or RedisError."""
    redis: Any = client
    _refuse(redis.get(SCHEMA_KEY), name)


def refuse_older(client: Redis, name: str = "The store") -> None:
    """Raise StoreRefused for a store that begins in forms of an older release, or RedisError."""
    forms = schema_of(client)
    if forms < SCHEMA and _begins_in_older_forms(client):
        raise StoreRefused(
            f"{name} was written by an older release (stored forms {forms}, this release writes "
            f"{SCHEMA}): bring all of it over by `anabasis move FROM TO`, TO being a new folder or "
            "an empty server, and start on that."
        )


def _begins_in_older_forms(client: Redis) -> bool:
    """True if a feed's first line lacks the packed hash; notes in place of feeds tell nothing."""
    feeds = [feed_key(shard) for shard in range(SHARDS)]
    kinds: Any = client.pipeline(transaction=False)
    for feed in feeds:
        kinds.type(feed)
    firsts: Any = client.pipeline(transaction=False)
    for feed, kind in zip(feeds, kinds.execute(), strict=True):
        if kind == b"stream":
            firsts.xrange(feed, count=1)
    return any(b"h" not in fields for lines in firsts.execute() for _, fields in lines)


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
