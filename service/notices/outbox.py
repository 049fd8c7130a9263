"""Messages on their way: created once, claimed by one worker at a time, and logged."""

import logging
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from service.notices.answers import LoggedDelivery
from service.notices.contract import Message, NoticeChannel
from service.notices.deliveries import DAY, Delivery, DeliveryLogEntry, new_delivery
from service.people.names import player_key
from service.redis.error_translation import translated_errors
from service.redis.leases import prefix, slice_of
from service.redis.scripts import Script

KEPT = 30 * DAY
"""Milliseconds for which the log shows a delivery, unless the host has set fewer."""
MOST_LOGGED = 200
PAUSE = 60_000
"""Milliseconds after which a delivery that could not be begun is tried again."""

_CLAIM = Script.of("service.notices", "claim.lua")
_FINISH = Script.of("service.notices", "finish.lua")
_PLAN = Script.of("service.notices", "plan.lua")

log = logging.getLogger(__name__)


class Put(Struct, frozen=True):
    """A new delivery, as the script reads it."""

    id: str
    at: int
    delivery: str
    entry: str


class Note(Struct, frozen=True):
    """A notice for a digest, and the digest's own moment."""

    digest: str
    notice: str
    member: str
    at: int


class DigestRemoval(Struct, frozen=True):
    """Notices to take out of a digest: it goes out, or they are no longer called for."""

    digest: str
    notices: Sequence[str]


class DeferredDigest(Struct, frozen=True):
    """A digest that keeps some notices until its next moment."""

    digest: str
    member: str
    at: int


class OutboxChange(Struct, frozen=True, omit_defaults=True):
    """The decision about a pending notice (``member``), carried out as a whole or not at all."""

    member: str | None = None
    puts: Sequence[Put] = msgspec.field(default_factory=list)
    notes: Sequence[Note] = msgspec.field(default_factory=list)
    taken: Sequence[DigestRemoval] = msgspec.field(default_factory=list)
    kept: Sequence[DeferredDigest] = msgspec.field(default_factory=list)


class Outbox:
    """The deliveries of all players. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis, days: int = KEPT // DAY) -> None:
        """``days`` is how long the players' logs keep a delivery, ``KEPT`` at most."""
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept = days * DAY

    def put(self, channel: NoticeChannel, message: Message, at_ms: int, keep_ms: int = DAY) -> bool:
        """Have a message sent by a channel, from ``at_ms`` (since 1970) on and for ``keep_ms``.

        False if the same message was created before, or the player has left.
        """
        plan = OutboxChange(puts=[put(channel, message, at_ms, keep_ms)])
        return self.settle(channel.player, plan, at_ms) == 1

    def put_for_guest(self, channel: NoticeChannel, message: Message, at_ms: int) -> None:
        """Have a message sent to somebody who is not a player; no log keeps it once it is sent."""
        plan = OutboxChange(puts=[put(channel, message, at_ms)])
        self._carry_out(channel.player, plan, at_ms, is_there=True)

    def settle(self, player: str, plan: OutboxChange, now: int) -> int:
        """Carry out a plan; return the number of new deliveries, -1 if another worker did it."""
        was_there = self._is_there(player)
        count = self._carry_out(player, plan, now, is_there=was_there)
        # The player's key may be on another server, so the script cannot look. It is read in any
        # case: the time that this takes must not reveal which players exist.
        is_gone = bool(plan.puts) and not self._is_there(player)
        if was_there and is_gone:
            self.forget(player)
            return -1
        return count

    def _carry_out(self, player: str, plan: OutboxChange, now: int, *, is_there: bool) -> int:
        part = prefix(slice_of(player))
        arguments = part, player, now, _encoded(plan), int(is_there), self._kept // 1000
        with translated_errors():
            return int(_PLAN.run(self._client, [f"{part}pending"], *arguments))

    def _is_there(self, player: str) -> bool:
        with translated_errors():
            return bool(self._client.hexists(player_key(player), "name"))

    def log(
        self, player: str, page: int, per_page: int, now: int
    ) -> tuple[list[LoggedDelivery], int]:
        """Return a page (from 1) of a player's deliveries of 30 days, newest first, and their
        total."""
        part, first = prefix(slice_of(player)), (page - 1) * per_page
        with translated_errors():
            ids: Any = self._client.zrevrangebyscore(
                f"{part}logged:{player}", "+inf", now - self._kept
            )
            chosen = ids[first : first + per_page]
            stored = self._client.hmget(f"{part}log:{player}", chosen) if chosen else []
        entries = (msgspec.json.decode(entry, type=DeliveryLogEntry) for entry in stored if entry)
        return [*entries], len(ids)

    def trust(self, channel: NoticeChannel) -> None:
        """Forget the failures of a channel."""
        with translated_errors():
            self._client.delete(f"{prefix(slice_of(channel.player))}failed:{channel.id}")

    def slices_due(self, slices: Collection[int], now: int) -> list[int]:
        """Return the slices that have deliveries due, in one round trip."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for part in map(prefix, slices):
                pipeline.zcount(f"{part}due", "-inf", now)
            counts = pipeline.execute()
        return [number for number, count in zip(slices, counts, strict=True) if count]

    def due(self, number: int, now: int, limit: int) -> list[Delivery]:
        """Return deliveries of a slice that are due, longest due first."""
        part = prefix(number)
        with translated_errors():
            ids: Any = self._client.zrangebyscore(f"{part}due", "-inf", now, 0, limit)
            stored = self._client.hmget(f"{part}deliveries", ids) if ids else []
            for lost in (name for name, each in zip(ids, stored, strict=True) if each is None):
                self._client.zrem(f"{part}due", lost)
        deliveries = {name: _delivery(each) for name, each in zip(ids, stored, strict=True) if each}
        for unreadable in (name for name, each in deliveries.items() if each is None):
            self._leave_alone(part, unreadable, now + PAUSE)
        return [each for each in deliveries.values() if each is not None]

    def _leave_alone(self, part: str, name: bytes, until: int) -> None:
        """Put off a delivery that cannot be read."""
        # It may be a newer release's, and another worker may be able to read it.
        log.warning("delivery %s cannot be read", name.decode(errors="replace"))
        with translated_errors():
            self._client.zadd(f"{part}due", {name: until}, xx=True)

    def claim(self, delivery: Delivery, owner: str, now: int, ends: int) -> bool:
        """Claim a due delivery until ``ends``, or extend our claim; True if it is ours now.

        Any worker may take over a claim that has ended.
        """
        part = prefix(slice_of(delivery.message.player))
        keys = [f"{part}due", f"{part}claims"]
        with translated_errors():
            return bool(_CLAIM.run(self._client, keys, delivery.id, now, ends, owner))

    def defer(self, number: int, deliveries: Collection[Delivery], until: int) -> None:
        """Put off deliveries of a slice until a moment."""
        if deliveries:
            with translated_errors():
                moments = {delivery.id: until for delivery in deliveries}
                self._client.zadd(f"{prefix(number)}due", moments, xx=True)

    def finish(self, delivery: Delivery, owner: str, next_at: int | None) -> int:
        """Record the outcome of an attempt; return the channel's failures in a row if it failed.

        With ``next_at`` (ms) the delivery is tried again at that moment.
        """
        player, entry = delivery.message.player, delivery.entry
        part = prefix(slice_of(player))
        keys = [f"{part}{name}" for name in ("due", "deliveries", "claims", f"log:{player}")]
        keys.append(f"{part}failed:{entry.channel}")
        at = "" if next_at is None else next_at
        arguments = (delivery.id, owner, at, _text(delivery), _text(entry), entry.state)
        with translated_errors():
            return int(_FINISH.run(self._client, keys, *arguments))

    def forget(self, player: str, channels: Iterable[str] = ()) -> None:
        """Delete a player's log, deliveries, pending notices, and their channels' digests."""
        part = prefix(slice_of(player))
        with translated_errors():
            self._drop(part, self._client.zrange(f"{part}logged:{player}", 0, -1))
            for member in list(self._pending(part, player)):
                self._client.zrem(f"{part}pending", member)
            self._client.zrem(f"{part}changed", player)
            # It names the player of the last notice looked at. Without it a search only repeats a
            # page.
            self._client.delete(f"{part}searched")
            self._client.delete(f"{part}log:{player}", f"{part}logged:{player}")
            for channel in channels:
                self._client.delete(f"{part}digest:{channel}", f"{part}failed:{channel}")

    def forget_sent(self, delivery: Delivery) -> None:
        """Delete a message that was sent, and its line in the log."""
        player, part = delivery.message.player, prefix(slice_of(delivery.message.player))
        with translated_errors():
            self._drop(part, [delivery.id])
            self._client.hdel(f"{part}log:{player}", delivery.id)
            self._client.zrem(f"{part}logged:{player}", delivery.id)

    def _drop(self, part: str, deliveries: Sequence[Any]) -> None:
        for name in ("deliveries", "claims") if deliveries else ():
            self._client.hdel(f"{part}{name}", *deliveries)
        for name in ("due", "done") if deliveries else ():
            self._client.zrem(f"{part}{name}", *deliveries)

    def _pending(self, part: str, player: str) -> Iterable[bytes]:
        members: Any = self._client.zscan_iter(f"{part}pending", match=f"{player} *", count=500)
        return (member for member, _ in members)


def put(channel: NoticeChannel, message: Message, at: int, keep: int = DAY) -> Put:
    """Return a new delivery for a plan."""
    delivery = new_delivery(channel, message, at, keep)
    return Put(delivery.id, at, _text(delivery), _text(delivery.entry))


def _delivery(stored: bytes) -> Delivery | None:
    """Return a stored delivery, None if this release cannot read it."""
    try:
        return msgspec.json.decode(stored, type=Delivery)
    except msgspec.DecodeError:
        return None


def _encoded(plan: OutboxChange) -> bytes:
    fields = {name: getattr(plan, name) for name in ("puts", "notes", "taken", "kept")}
    return msgspec.json.encode(fields if plan.member is None else {"member": plan.member, **fields})


def _text(value: Struct) -> str:
    return msgspec.json.encode(value).decode()
