"""The parts of notices that requests use."""

from dataclasses import dataclass

from redis import Redis

from service.notices.channels import Channels
from service.notices.outbox import Outbox
from service.notices.seen import Seen
from service.notices.settings import Settings


@dataclass(frozen=True, slots=True)
class NoticeParts:
    """What is stored for notices; ``email`` is True where this host can send mail."""

    channels: Channels
    settings: Settings
    seen: Seen
    outbox: Outbox
    email: bool = False
    push_key: str | None = None

    def forget(self, player: str) -> None:
        """Delete all that is kept of a player. Raises StoreUnavailable."""
        self.channels.forget(player)
        self.settings.forget(player)
        self.outbox.forget(player)


def notice_parts(client: Redis) -> NoticeParts:
    """Return the parts over a server."""
    return NoticeParts(Channels(client), Settings(client), Seen(client), Outbox(client))
