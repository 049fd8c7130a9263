"""The parts of notices that requests use."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from redis import Redis

from service.game.removals import Removals
from service.game.state_cache import StateCache
from service.machine import clock
from service.notices.account_events.player_feeds import PlayerFeeds
from service.notices.channels import Channels
from service.notices.confirmations import Confirmations
from service.notices.games import Seen
from service.notices.muted_games import MutedGames
from service.notices.outbox import Outbox
from service.notices.pending_notices import Pending
from service.notices.public_addresses import refuse_private, target_of
from service.notices.push_keys import push_keys
from service.people.challenges import Challenges
from service.people.names import Names
from service.people.players import Players
from service.readmodels.read_models import ReadModels
from service.settings.addresses import public_link
from service.settings.config import Config
from service.store.contract import EventStore
from service.store.freezes import Freezes


@dataclass(frozen=True, slots=True)
class NoticeParts:
    """The stores of notices; ``link`` turns paths into full addresses.

    ``email`` is True if this host can send mail; ``refuse_address`` raises AddressRefused for
    URLs of private addresses; ``grace`` is how long a notice waits (ms). ``push_key`` returns the
    installation's public VAPID key, or raises StoreUnavailable.
    """

    channels: Channels
    confirmations: Confirmations
    muted_games: MutedGames
    seen: Seen
    outbox: Outbox
    pending: Pending
    player_feeds: PlayerFeeds
    link: Callable[[str], str]
    push_key: Callable[[], str]
    refuse_address: Callable[[str], object]
    email: bool = False
    grace: int = 0

    def expect(self, player: str, key: str) -> None:
        """Have a notice decided after the grace. Raises StoreUnavailable."""
        self.pending.add(player, key, clock.now_ms() + self.grace)

    def forget(self, player: str) -> None:
        """Delete everything kept about a player. Raises StoreUnavailable."""
        self.outbox.forget(player, [channel.id for channel in self.channels.of(player)])
        self.muted_games.forget(player)
        self.channels.forget(player)


class NoticeServices(Protocol):
    """The parts of a service that planning and delivering use."""

    @property
    def config(self) -> Config:
        """The settings, which choose the senders and the address of links."""

    @property
    def store(self) -> EventStore:
        """The records that notices are about."""

    @property
    def cache(self) -> StateCache:
        """The games whose boards mails show."""

    @property
    def players(self) -> Players:
        """The players: their languages and time zones."""

    @property
    def names(self) -> Names:
        """The players' present names."""

    @property
    def challenges(self) -> Challenges:
        """The challenges that notices are about."""

    @property
    def notices(self) -> NoticeParts:
        """The stores of notices."""

    @property
    def freezes(self) -> Freezes:
        """The games that the host has frozen."""

    @property
    def removals(self) -> Removals:
        """The titles and boards that the host has removed."""

    @property
    def read_models(self) -> ReadModels:
        """The read models, on whose server notices are kept."""

    @property
    def key(self) -> bytes:
        """The installation's key (32 bytes). Raises StoreUnavailable."""


def notice_parts(client: Redis, config: Config) -> NoticeParts:
    """Return the parts over a server."""
    channels = Channels(client)
    return NoticeParts(
        channels,
        Confirmations(client, channels, config.mail_domains),
        MutedGames(client),
        Seen(client),
        Outbox(client, config.log_days),
        Pending(client),
        PlayerFeeds(client),
        partial(public_link, config),
        lambda: push_keys(client).shown,
        target_of if config.webhooks_private else partial(refuse_private, config.webhook_networks),
        email=config.smtp_url is not None,
        grace=config.notice_grace * 1000,
    )
