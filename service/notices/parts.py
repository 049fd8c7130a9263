"""The parts of notices that requests use."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from redis import Redis

from service.addresses import public_link
from service.config import Config
from service.notices.channels import Channels
from service.notices.outbox import Outbox
from service.notices.push_keys import push_keys
from service.notices.seen import Seen
from service.notices.settings import Settings


@dataclass(frozen=True, slots=True)
class NoticeParts:
    """What is stored for notices; ``link`` makes full addresses of paths.

    ``email`` is True where this host can send mail; ``grace`` is how long a notice waits (ms);
    ``push_key`` returns the public key by which push services know this host.
    """

    channels: Channels
    settings: Settings
    seen: Seen
    outbox: Outbox
    link: Callable[[str], str]
    email: bool = False
    push_key: Callable[[], str] = str
    grace: int = 0

    def forget(self, player: str) -> None:
        """Delete all that is kept of a player. Raises StoreUnavailable."""
        self.outbox.forget(player, [channel.id for channel in self.channels.of(player)])
        self.settings.forget(player)
        self.channels.forget(player)


def notice_parts(client: Redis, config: Config) -> NoticeParts:
    """Return the parts over a server."""
    return NoticeParts(
        Channels(client),
        Settings(client),
        Seen(client),
        Outbox(client),
        partial(public_link, config),
        push_key=lambda: push_keys(client).shown,
        email=config.smtp_url is not None,
        grace=config.notice_grace * 1000,
    )
