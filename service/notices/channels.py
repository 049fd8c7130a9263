"""The channels that players have chosen for their notices, kept in Redis."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace
from redis import Redis

from service.notices.contract import ChannelKind, ChannelState, NoticeChannel
from service.people.names import player_key
from service.people.player import PlayerUnknown
from service.people.sign_in_links import address_hash
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

MOST = 10
"""Channels of one player."""
TOO_MANY = -1
"""The script's answer when a player has too many channels: it wrote nothing."""

_WRITE = Script.of("service.notices", "channel.lua")

Change = Callable[[NoticeChannel], NoticeChannel]


class ChannelUnknown(LookupError):
    """The player has no channel of this id."""


class TooManyChannels(Exception):
    """The player already has the most channels allowed."""


class MailOff(Exception):
    """This host sends no mail."""


class MailDomainRefused(Exception):
    """The host takes only addresses of other ``domains``."""

    def __init__(self, domains: Collection[str]) -> None:
        self.domains = domains
        super().__init__(", ".join(domains))


class ChannelUnconfirmed(Exception):
    """The channel's address was never confirmed."""


class Channels:
    """``channels:<player>`` holds a player's channels by id, ``address:<sha256>`` the players
    who have confirmed an e-mail address. Every method may raise StoreUnavailable.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def add(self, channel: NoticeChannel) -> NoticeChannel:
        """Write a new channel, or replace the one with the same id; return it.

        Raises TooManyChannels, PlayerUnknown.
        """
        self._write(channel)
        return channel

    def of(self, player: str) -> list[NoticeChannel]:
        """Return a player's channels, oldest first."""
        with translated_errors():
            stored: Any = self._client.hvals(_key(player))
        return sorted(map(_channel, stored), key=lambda channel: (channel.created_at, channel.id))

    def read(self, player: str, channel_id: str) -> NoticeChannel:
        """Return a player's channel. Raises ChannelUnknown."""
        return _channel(self._stored(player, channel_id))

    def change(self, player: str, channel_id: str, change: Change) -> NoticeChannel:
        """Change a player's channel, starting over if others change it; return the new one.

        Raises ChannelUnknown, PlayerUnknown, and all that ``change`` raises.
        """
        while True:
            stored = self._stored(player, channel_id)
            changed = change(_channel(stored))
            if self._write(changed, stored):
                return changed

    def pause(self, channel: NoticeChannel, reason: str) -> None:
        """Pause a channel for a reason; one that was never confirmed stays unconfirmed.

        A channel that is gone or has another target by now stays as it is.
        """
        with suppress(ChannelUnknown, PlayerUnknown):
            self.change(
                channel.player, channel.id, lambda now: _paused(now, reason, channel.target)
            )

    def remove(self, player: str, channel_id: str) -> None:
        """Delete a player's channel. Raises ChannelUnknown."""
        self._drop(self.read(player, channel_id))

    def forget(self, player: str) -> None:
        """Delete all channels of a player."""
        for channel in self.of(player):
            self._drop(channel)

    def players_of_address(self, address: str) -> list[str]:
        """Return the players with a confirmed e-mail address, also one who has just removed it."""
        return self._listed(address_hash(address))

    def players_of_hash(self, digest: str) -> list[str]:
        """Return the players with a confirmed e-mail address, given its hash."""
        return [player for player in self._listed(digest) if self._has_confirmed(player, digest)]

    def _listed(self, digest: str) -> list[str]:
        with translated_errors():
            players: Any = self._client.smembers(f"address:{digest}")
        return sorted(player.decode() for player in players)

    def _has_confirmed(self, player: str, digest: str) -> bool:
        return any(
            channel.kind == "email"
            and channel.state != "unconfirmed"
            and address_hash(channel.target) == digest
            for channel in self.of(player)
        )

    def _stored(self, player: str, channel_id: str) -> bytes:
        with translated_errors():
            stored: bytes | None = self._client.hget(_key(player), channel_id)
        if stored is None:
            raise ChannelUnknown(channel_id)
        return stored

    def _write(self, channel: NoticeChannel, known: bytes = b"") -> bool:
        """Write a channel; False if the stored one is not ``known`` (empty for any)."""
        self._check_there(channel.player)
        is_confirmed = channel.kind == "email" and channel.state != "unconfirmed"
        # The list may be on another server than the channel: a player is taken off it first and put
        # on it last, so that it never leads to an address that is not confirmed.
        if not is_confirmed:
            self._unlist(channel)
        arguments = channel.id, msgspec.json.encode(channel), MOST, known
        with translated_errors():
            done = _WRITE.run(self._client, [_key(channel.player)], *arguments)
        if done == TOO_MANY:
            raise TooManyChannels
        if done and is_confirmed:
            with translated_errors():
                self._client.sadd(_index(channel), channel.player)
        # Again: a player who left meanwhile must leave no address behind.
        self._check_there(channel.player, channel)
        return bool(done)

    def _check_there(self, player: str, written: NoticeChannel | None = None) -> None:
        """Raise PlayerUnknown for a player who has left, and delete the written channel."""
        with translated_errors():
            if self._client.hexists(player_key(player), "name"):
                return
        if written is not None:
            self._drop(written)
        raise PlayerUnknown(player)

    def _drop(self, channel: NoticeChannel) -> None:
        self._unlist(channel)
        with translated_errors():
            self._client.hdel(_key(channel.player), channel.id)

    def _unlist(self, channel: NoticeChannel) -> None:
        with translated_errors():
            self._client.srem(_index(channel), channel.player)


def channel_id(player: str, kind: ChannelKind, target: str) -> str:
    """Return a channel's id, which is the same for the same address."""
    source = f"channel 1\n{player}\n{kind}\n{endpoint_of(kind, target)}"
    return "c" + hashlib.sha256(source.encode()).hexdigest()[:16]


def endpoint_of(kind: ChannelKind, target: str) -> str:
    """Return the address in a target: an e-mail address or an URL."""
    if kind == "push":
        return str(json.loads(target)["endpoint"])
    return target.lower() if kind == "email" else target


def host_of(channel: NoticeChannel) -> str:
    """Return the host to which a channel's messages go: the domain of an e-mail address."""
    if channel.kind == "email":
        return channel.target.rpartition("@")[2].lower()
    return urlsplit(endpoint_of(channel.kind, channel.target)).hostname or ""


def check_domain(address: str, domains: Collection[str]) -> None:
    """Raise MailDomainRefused unless an address lies in one of the domains, if there are any."""
    if domains and not any(_is_in(address, each) for each in domains):
        raise MailDomainRefused(domains)


def _is_in(address: str, domain: str) -> bool:
    name = address.rpartition("@")[2].lower()
    return name == domain.removeprefix(".") or (domain.startswith(".") and name.endswith(domain))


def shown_target(channel: NoticeChannel) -> str:
    """Return a channel's target as its player sees it: only the host of a push subscription."""
    # The rest of a push subscription's address is a secret between the browser and this service.
    return host_of(channel) if channel.kind == "push" else channel.target


def has_confirmed_address(channels: Iterable[NoticeChannel]) -> bool:
    """True if an e-mail address is among the channels that its player has confirmed."""
    return any(each.kind == "email" and each.state != "unconfirmed" for each in channels)


def active(channels: Iterable[NoticeChannel]) -> list[NoticeChannel]:
    """Return the channels that notices go out by."""
    return [channel for channel in channels if channel.state == "active"]


def _paused(channel: NoticeChannel, reason: str, target: str) -> NoticeChannel:
    if channel.target != target:
        return channel
    state: ChannelState = "unconfirmed" if channel.state == "unconfirmed" else "paused"
    return replace(channel, state=state, reason=reason)


def _index(channel: NoticeChannel) -> str:
    """Return the key of an e-mail address's players; for other channels it holds nobody."""
    return f"address:{address_hash(channel.target if channel.kind == 'email' else channel.id)}"


def _channel(stored: bytes) -> NoticeChannel:
    return msgspec.json.decode(stored, type=NoticeChannel)


def _key(player: str) -> str:
    return f"channels:{player}"
