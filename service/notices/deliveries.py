"""Deliveries: messages on their way by a channel, with their entries in the players' logs."""

from msgspec import Struct
from msgspec.structs import replace

from domain.record.times import moment
from service.notices.answers import LoggedDelivery
from service.notices.channels import shown_target
from service.notices.contract import DeliveryState, Message, NoticeChannel

DAY = 86_400_000
SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
BACK_OFF = (10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR)
"""Milliseconds between attempts; the last is for all later ones."""


class DeliveryLogEntry(LoggedDelivery, frozen=True):
    """A delivery in its player's log, as it is stored; older ones lack ``asked``."""

    asked: bool = False


class Delivery(Struct, frozen=True):
    """A message on its way by a channel; after ``until`` (ms since 1970) it is not tried again."""

    message: Message
    until: int
    entry: DeliveryLogEntry

    @property
    def id(self) -> str:
        """The name of the delivery; a message has one for each channel."""
        return f"{self.message.key} {self.entry.channel}"

    def next_attempt(self, now: int, after: float | None) -> int | None:
        """Return when to try again (ms since 1970), None if that is too late.

        ``after`` is the number of seconds that the receiver has asked to wait.
        """
        pause = BACK_OFF[min(self.entry.attempts, len(BACK_OFF)) - 1]
        at = now + max(pause, round((after or 0) * SECOND))
        return at if at <= self.until else None

    def after(
        self, state: DeliveryState, reason: str | None = None, *, tried: bool = True
    ) -> "Delivery":
        """Return the delivery after an attempt, or after it was dropped without one."""
        attempts = self.entry.attempts + tried
        entry = replace(self.entry, state=state, reason=reason, attempts=attempts)
        return replace(self, entry=entry)


def new_delivery(channel: NoticeChannel, message: Message, at: int, keep: int = DAY) -> Delivery:
    """Return a new delivery, created ``at`` a moment and tried for ``keep`` milliseconds."""
    entry = DeliveryLogEntry(
        at=moment(at),
        kind=message.kind,
        channel=channel.id,
        channel_kind=channel.kind,
        target=shown_target(channel),
        games=list(dict.fromkeys(item.game_id for item in message.items)),
        state="waiting",
        reason=None,
        attempts=0,
        key=message.key,
        asked=message.asked,
    )
    return Delivery(message, at + keep, entry)
