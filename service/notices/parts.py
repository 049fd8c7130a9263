"""The parts of notices that requests use."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from redis import Redis

from service.addresses import public_link
from service.config import Config
from service.notices.channels import Channels
from service.notices.confirmations import Confirmations
from service.notices.outbox import Outbox
from service.notices.pending import Pending
from service.notices.public_addresses import refuse_private, target_of
from service.notices.push_keys import push_keys
from service.notices.seen import Seen
from service.notices.settings import Settings


@dataclass(frozen=True, slots=True)
class NoticeParts:
    """The stores of notices; ``link`` makes full addresses of paths.

    ``email`` is True where this host can send mail; ``refuse_address`` raises AddressRefused for
    URLs of private addresses; ``grace`` is how long a notice waits (ms).
    """

    channels: Channels
    confirmations: Confirmations
    settings: Settings
    seen: Seen
    outbox: Outbox
    pending: Pending
    link: Callable[[str], str]
    read_push_key: Callable[[], str]
    refuse_address: Callable[[str], object]
    email: bool = False
    grace: int = 0

    @property
    def push_key(self) -> str:
        """The installation's public VAPID key. Raises StoreUnavailable."""
        return self.read_push_key()

    def forget(self, player: str) -> None:
        """Delete all that is kept of a player. Raises StoreUnavailable."""
        self.outbox.forget(player, [channel.id for channel in self.channels.of(player)])
        self.settings.forget(player)
        self.channels.forget(player)


def notice_parts(client: Redis, config: Config) -> NoticeParts:
    """Return the parts over a server."""
    channels = Channels(client)
    return NoticeParts(
        channels,
        Confirmations(client, channels),
        Settings(client),
        Seen(client),
        Outbox(client),
        Pending(client),
        partial(public_link, config),
        lambda: push_keys(client).shown,
        target_of if config.webhooks_private else refuse_private,
        email=config.smtp_url is not None,
        grace=config.notice_grace * 1000,
    )
