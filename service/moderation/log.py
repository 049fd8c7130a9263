"""The log of a host's actions, chained by hashes as games are::

{admin}:log      one stream of all entries
{admin}:newest   the number of the newest entry, by action and subject; ``n`` counts the entries

If ``n`` is not the length of the log, an older release wrote some entries: then the log is searched
from its end instead.

An entry's hash is that of the canonical JSON of all its other fields. Nothing is ever trimmed:
an entry has some 300 bytes; hosts make them by hand, and the worker one for each idle account that
it deletes. Backups hold the log.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from domain.record.record import GENESIS, canonical
from domain.record.times import moment
from service.machine import clock
from service.redis.cluster import server_time_ms
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

KEY = "{admin}:log"
NEWEST_KEY = "{admin}:newest"
SCHEMA, SCHEMA_WITH_END = 1, 2
PAGE = 500
ATTEMPTS = 20

_APPEND = Script.of("service.moderation", "append_entry.lua")


class Entry(Struct, frozen=True, omit_defaults=True):
    """An action on a subject: who did it, why, and when by the host's clock and the store's.

    ``prev`` is the hash of the entry before it, 64 zeros for the first. ``until`` is the end of an
    action that ends by itself; entries with one have schema 2, and all others lack the field, so
    that their hashes are those of schema 1.
    """

    schema: int
    number: int
    recorded_at: str
    store_at: str
    by: str
    action: str
    subject: str
    reason: str
    prev: str
    hash: str = ""
    until: str = ""


class LogBusy(Exception):
    """Others appended to the log in every attempt; nothing was done."""


class AdminLog:
    """The log in a store. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def append(self, action: str, subject: str, reason: str, by: str, until: str = "") -> Entry:
        """Append an action after all others. Raises LogBusy."""
        schema = SCHEMA_WITH_END if until else SCHEMA
        for _ in range(ATTEMPTS):
            # The entry states the hash of the one before it, so each attempt reads the log's end.
            head = self._head()
            number, prev = (1, GENESIS) if head is None else (head.number + 1, head.hash)
            times = clock.now(), moment(server_time_ms(self._client))
            entry = with_hash(
                Entry(schema, number, *times, by, action, subject, reason, prev, until=until)
            )
            words = (number, prev, msgspec.json.encode(entry), entry.hash, f"{action} {subject}")
            with translated_errors():
                # If the last entry is equal, the script takes this one for a repeat after a lost
                # answer. So the same action by one host within a millisecond counts once.
                if _APPEND.run(self._client, [KEY, NEWEST_KEY], *words) == 1:
                    return entry
        raise LogBusy

    def entries(self) -> Iterator[Entry]:
        """Yield all entries, oldest first, as they are stored."""
        after = "-"
        while True:
            with translated_errors():
                page: Any = self._client.xrange(KEY, after, count=PAGE)
            for _, fields in page:
                yield msgspec.json.decode(fields[b"e"], type=Entry)
            if len(page) < PAGE:
                return
            after = f"({page[-1][0].decode()}"

    def page(self, before: int | None, count: int) -> list[Entry]:
        """Return the newest entries before a number, or of all; newest first."""
        start = "+" if before is None else f"({before}-0"
        with translated_errors():
            page: Any = self._client.xrevrange(KEY, start, "-", count=count)
        return [msgspec.json.decode(fields[b"e"], type=Entry) for _, fields in page]

    def newest(self, actions: Iterable[str], subject: str) -> Entry | None:
        """Return the newest entry of any of these actions on a subject, None without one."""
        wanted = [*actions]
        with translated_errors():
            fields = [f"{action} {subject}" for action in wanted]
            count, *numbers = self._client.hmget(NEWEST_KEY, "n", *fields)
            length = self._client.xlen(KEY)
        if int(count or 0) != length:
            both = (e for e in self._backwards() if e.subject == subject and e.action in wanted)
            return next(both, None)
        newest = max((int(number) for number in numbers if number), default=None)
        return None if newest is None else self._entry(newest)

    def _entry(self, number: int) -> Entry | None:
        with translated_errors():
            found: Any = self._client.xrange(KEY, f"{number}-0", f"{number}-0")
        return msgspec.json.decode(found[0][1][b"e"], type=Entry) if found else None

    def _backwards(self) -> Iterator[Entry]:
        """Yield all entries, newest first."""
        before, page = "+", [None]
        while page:
            with translated_errors():
                page = self._client.xrevrange(KEY, before, count=PAGE)
            for _, fields in page:
                yield msgspec.json.decode(fields[b"e"], type=Entry)
            before = f"({page[-1][0].decode()}" if page else "-"

    def _head(self) -> Entry | None:
        with translated_errors():
            last: Any = self._client.xrevrange(KEY, count=1)
        return msgspec.json.decode(last[0][1][b"e"], type=Entry) if last else None


def with_hash(entry: Entry) -> Entry:
    """Return an entry with its hash."""
    fields = {name: value for name, value in msgspec.to_builtins(entry).items() if name != "hash"}
    return msgspec.structs.replace(entry, hash=hashlib.sha256(canonical(fields)).hexdigest())


def first_break(entries: Iterable[Entry]) -> tuple[int, str] | None:
    """Return the number at which a log breaks and why; None if all of it holds."""
    prev = GENESIS
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            return number, f"entry {entry.number} stands in its place"
        if entry.prev != prev:
            return number, "it does not follow from the entry before it"
        if with_hash(entry).hash != entry.hash:
            return number, "it does not have the hash it states"
        prev = entry.hash
    return None
