"""Stores that take no events: being filled, being moved, or moved away.

Their feeds are put aside, and a note replaces each. In every release, an append to a feed that is
no stream is refused before it writes.

    anabasis:restoring   the restore or move that fills the store, while it does
    {s17}:feed           in a closed store, the note why
    {s17}:feed:aside     the feed itself
"""

import logging
import re
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Any

from redis import Redis

from service.redis.cluster import Cluster
from service.redis.error_translation import STORE_ERRORS
from service.redis.errors import RetirementCause, StoreRefused, StoreRetired
from service.redis.heartbeat import is_at_work
from service.redis.scripts import Script
from service.redis.shards import SHARDS, feed_key

FILLING_KEY = "anabasis:restoring"
CLOSED = "closed"
"""The file that keeps the note of a closed store in its data folder."""
ALL = range(SHARDS)
# Shorter than a stopped worker may take to end.
PAUSE_SECONDS = 1.5
"""The pause between tries on a closed store."""

_CLOSE = Script.of("service.redis", "close_feed.lua")
_REOPEN = Script.of("service.redis", "reopen_feed.lua")

_MOVING = re.compile(r"A move from (.*) to (.*) that began at (\S+) has not ended")
_MOVED = re.compile(r"The games have moved (?:back )?to (.*) at (\d\S*?)(?:, from (.*))?")

log = logging.getLogger("service.redis.closed")


def feed_keys(shard: int) -> tuple[str, str]:
    """Return the key of a feed, and its key when put aside."""
    return feed_key(shard), f"{feed_key(shard)}:aside"


def moving_note(source: str, place: str, now: str) -> str:
    """Return the note of a store while its last changes are copied."""
    return f"A move from {source} to {place} that began at {now} has not ended"


def moved_note(source: str, place: str, now: str) -> str:
    """Return the note of a store whose games are elsewhere."""
    return f"The games have moved to {place} at {now}, from {source}"


def has_clear_notes(source: str, place: str) -> bool:
    """True if the notes of a move show where each store's name begins and ends."""
    moving = _MOVING.fullmatch(moving_note(source, place, "0"))
    moved = _MOVED.fullmatch(moved_note(source, place, "0"))
    return (
        moving is not None
        and moved is not None
        and (moving[1], moving[2]) == (moved[3], moved[1]) == (source, place)
        and (source + place).isprintable()
    )


def is_moving(note: str) -> bool:
    """True while the last changes are copied, before the new store was ever open."""
    return _MOVING.fullmatch(note) is not None


def place_in(note: str) -> str:
    """Return the store that a note names, without passwords; the note itself if it names none."""
    if match := _MOVING.fullmatch(note):
        return match[2]
    match = _MOVED.fullmatch(note)
    return match[1] if match else note


def refuse_retired(client: Redis) -> None:
    """Raise StoreRefused for a store that takes no events, or RedisError."""
    if why := why_retired(client):
        raise StoreRefused(why)


def why_retired(client: Redis) -> str | None:
    """Return why a store takes no events, and the remedy; None for an open one.

    Raises RedisError.
    """
    redis: Any = client
    is_working = is_at_work(client)
    if filling := redis.get(FILLING_KEY):
        return _why_filling(client, filling.decode(), is_working=is_working)
    note = moved_to(client)
    return with_remedy(note, is_working=is_working) if note else None


def with_remedy(note: str, *, is_working: bool = False) -> str:
    """Return the note of a closed store with the remedy."""
    if match := _MOVING.fullmatch(note):
        if is_working:
            return f"{note}: it is at work, or died less than a minute ago. Wait for it."
        undo = f"`anabasis move --undo {quote(match[1])}`"
        return f"{note}, and no process is at it any more: open this store again by {undo}."
    why = f"{note}: set ANABASIS_REDIS_URL or ANABASIS_DATA to that."
    moved = _MOVED.fullmatch(note)
    if moved is None or moved[3] is None:
        return why
    return f"{why} If it lacks them, open this one again by {undo_command(moved[3], moved[1])}."


def undo_command(source: str, place: str) -> str:
    """Return the command that undoes a move; variables stand for addresses with a password."""
    names = {"OLD": source, "NEW": place}
    hidden = {each: name for each, name in names.items() if "://" in name and "…" in name}
    words = [f"env:{each}" if each in hidden else quote(name) for each, name in names.items()]
    command = f"`anabasis move --undo {' '.join(words)}`"
    if not hidden:
        return command
    set_to = " and ".join(f"{each} to {name}" for each, name in hidden.items())
    return f"{command} (set {set_to}, with the password)"


def way_to_empty(client: Redis) -> str:
    """Return the command that empties a store, and no other database of its server."""
    if isinstance(client, Cluster):  # has no other database, and this goes to one server alone
        return "FLUSHALL on each master"
    number = client.connection_pool.connection_kwargs.get("db") or 0
    return f"FLUSHDB of its database, `redis-cli -n {number} FLUSHDB`"


def _why_filling(client: Redis, marked: str, *, is_working: bool) -> str:
    work = f"A {marked}" if marked != "1" else "A restore or a move"  # "1": of an older release
    if is_working:
        return f"{work} fills this store and has not ended: wait for it."
    return (
        f"{work} has not ended, and no process is at it any more: empty this store "
        f"({way_to_empty(client)}) and begin again."
    )


def retirement_error(client: Redis) -> StoreRetired | None:
    """Return why a store takes no events, None for an open one. Raises RedisError."""
    note = moved_to(client)
    if note is None:
        return None
    if client.exists(FILLING_KEY):
        reason: RetirementCause = "filling"
    else:
        reason = "moving" if is_moving(note) else "moved"
    return StoreRetired(reason, why_retired(client) or note)


def moved_to(client: Redis) -> str | None:
    """Return the note of a closed store, None for an open one. Raises RedisError."""
    redis: Any = client
    first, _ = feed_keys(0)  # the first to be closed and the last to be opened
    return str(redis.get(first).decode()) if redis.type(first) == b"string" else None


def place_left_for(client: Redis) -> str | None:
    """Return the store that the games of this one have moved to, None if they are here.

    Raises RedisError.
    """
    match = _MOVED.fullmatch(moved_to(client) or "")
    return match[1] if match else None


def retire(client: Redis, note: str, shards: Iterable[int] = ALL) -> None:
    """Refuse all appends from now on, also after a restart. Raises RedisError."""
    for shard in shards:
        _CLOSE.run(client, feed_keys(shard), note)


def note_of(folder: Path) -> str | None:
    """Return the note in a stopped data folder, None for an open store."""
    with suppress(OSError, UnicodeDecodeError):
        return (folder / CLOSED).read_text("utf-8")
    return None


def reopen(client: Redis) -> None:
    """Put the feeds back in their places. Raises RedisError."""
    # Backwards, as the first feed is the one that shows whether a store is closed.
    for shard in reversed(ALL):
        _REOPEN.run(client, feed_keys(shard))


class RetirementNotice:
    """Logs once why a store takes no events, instead of a line for each failed try.

    Shared by all threads of a process.
    """

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._lock = threading.Lock()
        self._noted: str | None = None

    def log_if_retired(self) -> bool:
        """Return True if the store is closed; log why, unless that was logged last."""
        try:
            why = why_retired(self._client)
        except STORE_ERRORS:
            return False
        self.note(why)
        return why is not None

    def note(self, why: str | None) -> None:
        """Log why the store takes no events (None: it is open), unless that was logged last."""
        with self._lock:
            is_new, self._noted = why != self._noted, why
        if why and is_new:
            log.warning("%s", why)
