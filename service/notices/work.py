"""The worker's part in notices: rounds of planning and delivering over its slices."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial

from redis import Redis

from projections.contract import Model
from service.machine import clock
from service.notices.allowed_networks import AllowedNetworks
from service.notices.challenge_notices import ChallengeNotices
from service.notices.contract import ChannelKind, Sender
from service.notices.delivering import Deliverer
from service.notices.follower import Following
from service.notices.games import Games
from service.notices.items import Items
from service.notices.lanes import Lanes, Threads
from service.notices.mail import Mail
from service.notices.notice_hold import NoticeHold
from service.notices.parts import NoticeServices
from service.notices.pinned_requests import Poster
from service.notices.planning import Planner
from service.notices.push import Push, subscriber_of
from service.notices.push_keys import push_keys
from service.notices.webhooks import Webhooks
from service.redis.cluster import server_time_ms
from service.redis.leases import SLICES, Everything, Leases, Share
from service.settings.address import parse_address
from service.settings.addresses import public_link
from service.settings.config import Config


def earlier_clock(client: Redis) -> Callable[[], int]:
    """Return a clock, in ms since 1970: the earlier of this machine's and the store's."""
    # So if one of the clocks is ahead, nothing is sent too soon and no delivery is given up.
    return lambda: min(clock.now_ms(), server_time_ms(client))


@dataclass(frozen=True, slots=True)
class NoticeWork:
    """The work on notices; ``following`` is a model for the runner of the read models.

    Every method may raise StoreUnavailable.
    """

    following: Model
    planner: Planner
    deliverer: Deliverer
    clock: Callable[[], int]
    share: Share

    def plan(self) -> int:
        """Settle the notices that are pending now; return the number of notices."""
        return self.planner.round(self.clock(), self.share.parts())

    def deliver(self) -> int:
        """Begin the deliveries that are due now; return the number of deliveries."""
        return self.deliverer.round(self.clock(), self.share.parts())

    def leave(self) -> None:
        """Leave the share to the other workers."""
        self.deliverer.close()
        self.share.release()

    def round(self, now: int, slices: Collection[int] | None = None) -> int:
        """Plan and deliver at a moment (ms since 1970), in the slices of its share or in others."""
        chosen = self.share.parts() if slices is None else slices
        return self.planner.round(now, chosen) + self.deliverer.round(now, chosen)


def notices_of(
    own: NoticeServices,
    senders: Mapping[ChannelKind, Sender],
    *,
    lanes: Lanes | None = None,
    clock: Callable[[], int] | None = None,
    share: Share | None = None,
) -> NoticeWork:
    """Return the work on notices with the parts of a service; without ``share`` all of it."""
    parts, client = own.notices, own.read_models.client
    following = Following(client, parts.grace)
    hold, in_lanes = NoticeHold(own.freezes), lanes or Threads()
    return NoticeWork(
        following,
        _planner(own, hold),
        Deliverer(parts, senders, in_lanes, following.is_called_for, hold),
        clock or earlier_clock(client),
        share or Everything(SLICES),
    )


def _planner(own: NoticeServices, hold: NoticeHold) -> Planner:
    games = Games(own.store, own.notices.seen, hold)
    items = Items(own.names, own.removals, own.notices.link)
    challenges = ChallengeNotices(own.notices, own.challenges, own.names)
    return Planner(own.notices, own.players, games, items, challenges)


def shared_notices(own: NoticeServices) -> NoticeWork:
    """Return the work on notices with the parts of a service, shared with other workers."""
    share = Leases(own.read_models.client, "notices", SLICES)
    return notices_of(own, senders_of(own.config, own), share=share)


def senders_of(config: Config, own: NoticeServices) -> dict[ChannelKind, Sender]:
    """Return the senders that a configuration allows; channels of other kinds get nothing."""
    address = parse_address(config.redis_url) if config.redis_url else None
    networks = AllowedNetworks(config.webhook_networks, address.hosts if address else ())
    poster = Poster(allow_private=config.webhooks_private, networks=networks)
    keys = partial(push_keys, own.read_models.client)
    home = public_link(config, "")
    senders: dict[ChannelKind, Sender] = {
        "push": Push(poster, keys, subscriber_of(config), home),
        "webhook": Webhooks(poster),
    }
    if config.smtp_url is not None:
        senders["email"] = Mail(config, own)
    return senders
