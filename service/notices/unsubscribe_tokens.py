"""Tokens by which a mail's reader unsubscribes without signing in; none of them is stored."""

import hashlib
import hmac
from contextlib import suppress
from typing import NamedTuple

from service.notices.channels import Channels, ChannelUnknown

PURPOSE = b"anabasis unsubscribe 1\n"


class MailedChannel(NamedTuple):
    """A player's channel for mails."""

    player: str
    channel: str


def unsubscribe_token(key: bytes, player: str, channel: str) -> str:
    """Return the token for one channel of a player, made with the installation's key."""
    return f"{player}.{channel}.{_stamp(key, player, channel)}"


def mailed_channel(key: bytes, token: str) -> MailedChannel | None:
    """Return the channel that a token unsubscribes, None if the token was not made here."""
    player, _, rest = token.partition(".")
    channel, _, stamp = rest.partition(".")
    is_ours = hmac.compare_digest(stamp.encode(), _stamp(key, player, channel).encode())
    return MailedChannel(player, channel) if is_ours else None


def unsubscribe(channels: Channels, mailed: MailedChannel) -> None:
    """Pause a channel until its player resumes it; nothing changes if it is gone or paused.

    Raises StoreUnavailable.
    """
    with suppress(ChannelUnknown):
        channel = channels.read(*mailed)
        if channel.state == "active":
            channels.pause(channel, "unsubscribed")


def _stamp(key: bytes, player: str, channel: str) -> str:
    source = PURPOSE + f"{player}\n{channel}".encode()
    return hmac.digest(key, source, hashlib.sha256).hex()[:40]
