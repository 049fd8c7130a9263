"""The number of the stored forms that a store's newest writer uses::

    anabasis:schema   raised by each process that starts to write, never lowered

The number grows with each new form that older releases cannot read, and with each old form that is
no longer read. Releases with the same number can run side by side. Backups hold the number.
Restores and moves write only the present forms, and then the present number. A service refuses a
store with a lower number, unless each feed still has its first line, in the present form.

Each new connection of a service checks the number. So a store that could not be reached at the
start, was rolled back, or replaced another one is refused before it is read or written.
"""

from typing import Any

from redis import Redis
from redis.exceptions import AskError
from redis.exceptions import ConnectionError as RedisConnectionError

from service.redis.connecting import ConnectionCheck, connect
from service.redis.error_translation import STORE_ERRORS
from service.redis.errors import StoreRefused, refusal_in
from service.redis.retirement import feed_keys, why_retired
from service.redis.scripts import Script
from service.redis.shards import SHARDS

SCHEMA_KEY = "anabasis:schema"
SCHEMA = 2
"""The forms that this release writes, and the newest that it reads."""

_RAISE = Script.of("service.store", "raise_schema.lua")


class FormsRefused(StoreRefused, RedisConnectionError):
    """The store has other forms: connections to it fail, as if it could not be reached."""


def begin_writing(client: Redis, name: str = "The store") -> None:
    """Note that this release writes into a store. Raises StoreRefused if it has other forms.

    A store that cannot be reached or written is checked later, by ``forms_check``.
    """
    try:
        _begin(client, name)
    except STORE_ERRORS as error:
        if refusal := refusal_in(error):
            raise refusal from None


def forms_check(url: str) -> ConnectionCheck:
    """Return a check that this release may write, for each new connection to an address.

    It raises FormsRefused, or another RedisError, if not. In a cluster only the node that has the
    number is checked: on the others, an append never follows an entry in an older form anyway.
    """
    client = connect(url)

    def check(connection: Any) -> None:
        connection.send_command("GET", SCHEMA_KEY, check_health=False)
        try:
            if connection.read_response() != b"%d" % SCHEMA:
                _begin(client, "The store")
        except AskError:  # or its subclass MovedError: another node has the number
            return
        except StoreRefused as refusal:
            raise FormsRefused(str(refusal)) from refusal
        except BaseException:  # the library would keep the connection after other errors
            connection.disconnect()
            raise

    return check


def _begin(client: Redis, name: str) -> None:
    refuse_newer(client, name)
    refuse_older(client, name)
    _refuse(_RAISE.run(client, [SCHEMA_KEY], SCHEMA), name)


def refuse_newer(client: Redis, name: str = "The store") -> None:
    """Raise StoreRefused if a newer release has written the store. Raises RedisError."""
    redis: Any = client
    _refuse(redis.get(SCHEMA_KEY), name)


def refuse_older(client: Redis, name: str = "The store") -> None:
    """Raise StoreRefused if a store may hold forms of an older release. Raises RedisError."""
    forms = schema_of(client)
    # A sound store may have no number: it was away when its writers started.
    if forms < SCHEMA and not all(map(_begins_in_present_form, _feeds(client))):
        raise StoreRefused(
            why_retired(client)
            or f"{name} was written by an older release (stored forms {forms}, this release writes "
            f"{SCHEMA}): bring all of it over by `anabasis move FROM TO`, where TO is a new folder "
            "or an empty server, and start on that."
        )


def _feeds(client: Redis) -> list[Any]:
    """Return XINFO of each feed, including those put aside."""
    keys = [key for shard in range(SHARDS) for key in feed_keys(shard)]
    kinds: Any = client.pipeline(transaction=False)
    for key in keys:
        kinds.type(key)
    feeds: Any = client.pipeline(transaction=False)
    for key, kind in zip(keys, kinds.execute(), strict=True):
        if kind == b"stream":
            feeds.xinfo_stream(key)
    return list(feeds.execute())


def _begins_in_present_form(feed: Any) -> bool:
    """True if a feed still has its first line, in the present form: then all its games have it."""
    # The games of a trimmed feed may be older than its lines.
    if feed["entries-added"] != feed["length"]:
        return False
    if feed["first-entry"] is None:
        return True
    fields = feed["first-entry"][1]
    return b"h" in fields and fields.get(b"version") == b"1"


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
