"""Delivering: messages are claimed, handed to the senders of their channels, and logged."""

import logging
import secrets
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from service.notices.channels import ChannelUnknown, host_of
from service.notices.contract import (
    ChannelKind,
    ClosableSender,
    Kind,
    NoticeChannel,
    Sender,
    TryAgain,
    Undeliverable,
)
from service.notices.deliveries import Delivery
from service.notices.invitation_mails import guest_channel
from service.notices.lanes import Lanes
from service.notices.notice_hold import LOOK_AGAIN_MS, NoticeHold
from service.notices.outbox import PAUSE
from service.notices.parts import NoticeParts
from service.redis.errors import StoreUnavailable
from service.redis.leases import slice_of
from service.telemetry.instruments import NOTICES

# A claim is short, and renewed while the message is on its way. So other workers take over a killed
# worker's deliveries within seconds, and never those of a living one.
CLAIM = 4_000
"""Milliseconds for which a claim or its renewal lasts."""
DEFERRED = 1_000
"""Milliseconds after which a delivery to a busy receiver is looked at again."""
EACH_SLICE = 100
MOST_BUSY = 50
"""After this many busy channels, the rest of a slice waits for the next round and comes first."""
LEAVE_SECONDS = 0.8
OF_A_TURN = "turn", "reminder"
"""Kinds of messages that wait while their game is frozen, and are dropped once it needs no move."""
PAUSED_AFTER = 5
"""Failed messages in a row after which a channel is paused."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """The outcome of an attempt; ``next_at`` (ms) is when to try again."""

    delivery: Delivery
    channel: NoticeChannel | None = None
    next_at: int | None = None
    pause: str = ""


@dataclass(frozen=True, slots=True)
class Busy:
    """The busy channels of a slice's round, and the deliveries to put off."""

    channels: set[str] = field(default_factory=set)
    deliveries: list[Delivery] = field(default_factory=list)


class Deliverer:
    """One worker's deliveries.

    ``is_called_for`` is called with a notice's key before the notice is tried again; ``hold`` keeps
    back notices about frozen games.
    """

    def __init__(
        self,
        parts: NoticeParts,
        senders: Mapping[ChannelKind, Sender],
        lanes: Lanes,
        is_called_for: Callable[[str], bool],
        hold: NoticeHold,
    ) -> None:
        self._outbox, self._channels, self._senders = parts.outbox, parts.channels, senders
        self._lanes, self._is_called_for, self._hold = lanes, is_called_for, hold
        self._now = 0
        self._owner = secrets.token_hex(8)
        self._lock = threading.Lock()
        self._under_way: dict[str, Delivery] = {}
        self._unrecorded: list[DeliveryOutcome] = []

    def round(self, now: int, slices: Collection[int]) -> int:
        """Begin the deliveries that are due in slices; return the number begun.

        Raises StoreUnavailable.
        """
        self._now = now
        self._renew(now)
        self._record_rest()
        due = self._outbox.slices_due(slices, now)
        return sum(self._begin_slice(number, now) for number in due)

    def close(self) -> None:
        """Give messages on their way a moment to arrive, then close the senders."""
        self._lanes.wait_idle(LEAVE_SECONDS)
        for sender in self._senders.values():
            if isinstance(sender, ClosableSender):
                sender.close()

    def _renew(self, now: int) -> None:
        with self._lock:
            under_way = list(self._under_way.values())
        for delivery in under_way:
            self._outbox.claim(delivery, self._owner, now, now + CLAIM)

    def _begin_slice(self, number: int, now: int) -> int:
        count, busy = 0, Busy()
        while len(busy.channels) < MOST_BUSY:
            due = self._outbox.due(number, now, EACH_SLICE)
            count += sum(self._attempt_to_begin(delivery, now, busy) for delivery in due)
            self._outbox.defer(number, busy.deliveries, now + DEFERRED)
            busy.deliveries.clear()
            if len(due) < EACH_SLICE:
                break
        return count

    def _attempt_to_begin(self, delivery: Delivery, now: int, busy: Busy) -> bool:
        """Begin a delivery, or put it off after a fault, so that it keeps no others waiting."""
        try:
            return self._begin(delivery, now, busy)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("delivery %s", delivery.id)
            self._outbox.defer(slice_of(delivery.message.player), [delivery], now + PAUSE)
            return False

    def _begin(self, delivery: Delivery, now: int, busy: Busy) -> bool:
        """Begin a delivery, or put it off if its receiver is busy or its game frozen."""
        if delivery.entry.channel in busy.channels:
            busy.deliveries.append(delivery)  # saves asking the store
            return False
        if delivery.message.kind in OF_A_TURN and self._hold.holds(delivery.message.key):
            self._outbox.defer(slice_of(delivery.message.player), [delivery], now + LOOK_AGAIN_MS)
            return False
        channel = self._channel(delivery)
        if reason := self._hindrance(channel, delivery):
            # If the store fails, this outcome is not kept: the delivery is due in the next round.
            self._record(DeliveryOutcome(delivery.after("dropped", reason, tried=False)))
            return False
        assert channel is not None
        if not self._outbox.claim(delivery, self._owner, now, now + CLAIM):
            return False
        if self._is_started(delivery, channel):
            return True
        # The delivery is put off, not queued here: a queue would grow while a receiver hangs.
        busy.channels.add(channel.id)
        busy.deliveries.append(delivery)
        return False

    def _is_started(self, delivery: Delivery, channel: NoticeChannel) -> bool:
        """Hand a claimed delivery to a lane; False if there is no room in it."""
        with self._lock:
            self._under_way[delivery.id] = delivery
        host = host_of(channel)
        if self._lanes.start(channel.kind, host, lambda: self._deliver(delivery, channel)):
            return True
        with self._lock:
            del self._under_way[delivery.id]
        return False

    def _hindrance(self, channel: NoticeChannel | None, delivery: Delivery) -> str:
        """Return the reason to drop a delivery without an attempt, empty if there is none."""
        if channel is None:
            return "removed"
        if channel.kind not in self._senders:
            return "off"
        if not _is_open(channel, delivery.message.kind):
            return channel.state
        if delivery.entry.attempts and delivery.message.kind in OF_A_TURN:
            return "" if self._is_called_for(delivery.message.key) else "over"
        return ""

    def _channel(self, delivery: Delivery) -> NoticeChannel | None:
        if delivery.message.kind == "invitation":
            return guest_channel(delivery.message.player, delivery.entry.target)
        try:
            return self._channels.read(delivery.message.player, delivery.entry.channel)
        except ChannelUnknown:
            return None

    def _deliver(self, delivery: Delivery, channel: NoticeChannel) -> None:
        """Make an attempt and record its outcome."""
        try:
            # If the worker dies between this and the record, the message goes out again, with the
            # same key.
            outcome = self._attempt(delivery, channel)
            NOTICES.of(channel.kind, outcome.delivery.entry.state).inc()
            self._finish(outcome)
        finally:
            with self._lock:
                self._under_way.pop(delivery.id, None)

    def _attempt(self, delivery: Delivery, channel: NoticeChannel) -> DeliveryOutcome:
        try:
            self._senders[channel.kind].send(channel, delivery.message)
        except Undeliverable as error:
            reason = str(error) or "undeliverable"
            return DeliveryOutcome(delivery.after("failed", reason), channel, pause=reason)
        except TryAgain as error:
            return self._later(delivery, channel, str(error) or "unreachable", error.after)
        except Exception:
            log.exception("a message by %s", channel.kind)
            return self._later(delivery, channel, "internal", None)
        return DeliveryOutcome(delivery.after("delivered"), channel)

    def _later(
        self, delivery: Delivery, channel: NoticeChannel, reason: str, after: float | None
    ) -> DeliveryOutcome:
        waiting = delivery.after("waiting", reason)
        next_at = waiting.next_attempt(self._now, after)
        if next_at is None:
            return DeliveryOutcome(delivery.after("failed", reason), channel)
        return DeliveryOutcome(waiting, channel, next_at)

    def _finish(self, outcome: DeliveryOutcome) -> None:
        """Record an outcome, or keep it until the store answers again."""
        try:
            self._record(outcome)
        except StoreUnavailable as error:
            log.warning("a delivery is noted later: %s", error)
            with self._lock:
                self._unrecorded.append(outcome)

    def _record_rest(self) -> None:
        with self._lock:
            outcomes, self._unrecorded = self._unrecorded, []
        for outcome in outcomes:
            self._finish(outcome)

    def _record(self, outcome: DeliveryOutcome) -> None:
        if outcome.channel is not None and outcome.pause:
            # First: after a crash the delivery is due again, and must find its channel paused.
            self._channels.pause(outcome.channel, outcome.pause)
        failures = self._outbox.finish(outcome.delivery, self._owner, outcome.next_at)
        if outcome.delivery.message.kind == "invitation" and outcome.next_at is None:
            # Nobody reads this log, and the address of somebody who is no player is not kept.
            self._outbox.forget_sent(outcome.delivery)
        if outcome.channel is not None and failures >= PAUSED_AFTER:
            self._channels.pause(outcome.channel, "failing")


def _is_open(channel: NoticeChannel, kind: Kind) -> bool:
    """True if a kind of message goes out by a channel in its present state."""
    if kind == "confirm":
        return channel.state != "paused"
    if kind in ("test", "sign_in", "idle"):
        return channel.state != "unconfirmed"
    return channel.state == "active"
