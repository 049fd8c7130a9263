"""Confirmations: links in mails by which a player shows that an address is theirs."""

import secrets
from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from redis import Redis

from service.notices.channels import Channels, ChannelUnknown, check_domain
from service.notices.contract import NoticeChannel
from service.people.devices import hash_secret
from service.people.player import PlayerUnknown
from service.redis.error_translation import translated_errors

SECONDS = 24 * 3600


class ConfirmationUnknown(LookupError):
    """No address waits for this token: it is too old, or its channel is gone."""


class _Waiting(Struct, frozen=True, omit_defaults=True):
    """The channel that a token confirms, and whether the token was ``used``."""

    # Only a hash of the address: its player may leave, and nothing of them may be kept.

    player: str
    channel: str
    target: str
    used: bool = False


class Confirmations:
    """``confirm:<sha256 of a token>`` holds the channel that the token confirms, for a day.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, client: Redis, channels: Channels, domains: Collection[str] = ()) -> None:
        """``domains`` are those whose addresses alone can be confirmed, if there are any."""
        self._client: Any = client  # redis-py does not type bytes answers
        self._channels, self._domains = channels, domains

    def new_token(self, channel: NoticeChannel) -> str:
        """Return a new token that confirms a channel, once."""
        token = secrets.token_urlsafe(32)
        waiting = _Waiting(channel.player, channel.id, hash_secret(channel.target))
        with translated_errors():
            self._client.set(_key(token), msgspec.json.encode(waiting), ex=SECONDS)
        return token

    def confirm(self, token: str) -> NoticeChannel:
        """Return the channel of a token, active unless its player has paused it since.

        A used token still answers with the channel that it confirmed, but confirms no other. Raises
        ConfirmationUnknown, MailDomainRefused.
        """
        with translated_errors():
            stored = self._client.get(_key(token))
        if stored is None:
            raise ConfirmationUnknown
        waiting = msgspec.json.decode(stored, type=_Waiting)
        # Used tokens answer, too: the link of a mail may be opened twice.
        channel = self._confirmed(waiting)
        used = msgspec.json.encode(replace(waiting, used=True))
        with translated_errors():
            # Last: if the store fails before, the same link can be opened again.
            self._client.set(_key(token), used, xx=True, keepttl=True)
        return channel

    def _confirmed(self, waiting: _Waiting) -> NoticeChannel:
        def confirmed(channel: NoticeChannel) -> NoticeChannel:
            if hash_secret(channel.target) != waiting.target:
                raise ConfirmationUnknown
            is_new = channel.state == "unconfirmed"
            if is_new and waiting.used:
                raise ConfirmationUnknown
            if is_new:
                check_domain(channel.target, self._domains)
            return replace(channel, state="active", reason="") if is_new else channel

        try:
            return self._channels.change(waiting.player, waiting.channel, confirmed)
        except (ChannelUnknown, PlayerUnknown):
            raise ConfirmationUnknown from None


def _key(token: str) -> str:
    return f"confirm:{hash_secret(token)}"
