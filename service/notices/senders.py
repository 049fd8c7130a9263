"""The senders of a service, by the kind of channel that they hand messages to."""

from functools import partial

from service.notices.contract import ChannelKind, Sender
from service.notices.mail import Mail
from service.notices.parts import NoticeServices
from service.notices.posting import Poster
from service.notices.push import Push, subscriber_of
from service.notices.push_keys import push_keys
from service.notices.webhooks import Webhooks
from service.settings.addresses import public_link
from service.settings.config import Config


def senders_of(config: Config, own: NoticeServices) -> dict[ChannelKind, Sender]:
    """Return the senders that a configuration has; channels of other kinds get nothing."""
    poster = Poster(allow_private=config.webhooks_private)
    keys = partial(push_keys, own.read_models.client)
    home = public_link(config, "")
    senders: dict[ChannelKind, Sender] = {
        "push": Push(poster, keys, subscriber_of(config), home),
        "webhook": Webhooks(poster),
    }
    if config.smtp_url is not None:
        senders["email"] = Mail(config, own)
    return senders
