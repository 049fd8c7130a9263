"""Networks from which nobody may register for a while, each an IPv4 address or an IPv6 /64.

::

    network_ban:<id>      a ban in force: its network, end and reason
    network_named:<id>    the network of an id that a host is about to ban, for an hour

A ban ends by itself within 90 days: no other address stays in the store for longer than a
day. The id is a digest, so that the log of acts, which lasts, names no address.
"""

import hashlib
import hmac
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from service.machine import clock
from service.people.player import Suspension
from service.people.quiet_hours import DAY, HOUR
from service.redis.error_translation import translated_errors

LONGEST = 90 * DAY
IPV4_BITS, IPV6_BITS = 32, 64
# Not `is_private`, which also counts the networks of documentation, such as 203.0.113.0/24.
PRIVATE = tuple(
    ip_network(each)
    for each in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::/64",
        "fc00::/7",
        "fe80::/10",
    )
)
"""Networks of one house or machine; ``::/64`` has the loopback address of IPv6."""


class NetworkBan(Struct, frozen=True):
    """A ban in force; ``until`` is in ms since 1970."""

    id: str
    network: str
    until: int
    reason: str


class NetworkBanned(Exception):
    """Nobody may register from this network now."""

    def __init__(self, ban: Suspension) -> None:
        self.ban = ban
        super().__init__(ban.reason)


def network_in(text: str) -> str:
    """Return the network of an address, as requests are counted. Raises ValueError."""
    parsed = ip_network(text.strip(), strict=False)
    if isinstance(parsed, IPv6Network):
        mapped = parsed.network_address.ipv4_mapped
        if mapped is not None and parsed.prefixlen == parsed.max_prefixlen:
            return str(mapped)
        if parsed.prefixlen not in (IPV6_BITS, parsed.max_prefixlen):
            raise ValueError(text)
        return str(IPv6Network((parsed.network_address, IPV6_BITS), strict=False))
    assert isinstance(parsed, IPv4Network)
    if parsed.prefixlen != IPV4_BITS:
        raise ValueError(text)
    return str(parsed.network_address)


def is_private(network: str) -> bool:
    """True for a network, as ``network_in`` names it, in a range of one house or machine."""
    address = ip_network(network)
    return any(each.version == address.version and address.overlaps(each) for each in PRIVATE)


class NetworkBans:
    """The bans of a store. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis, read_key: Callable[[], bytes]) -> None:
        """``read_key`` returns the installation's key."""
        self._client: Any = client  # redis-py does not type bytes answers
        self._key = read_key

    def _id_of(self, network: str) -> str:
        """Return the id of a network, from which nobody can compute the network."""
        text = f"banned network 1\n{network}"
        return f"n{hmac.digest(self._key(), text.encode(), hashlib.sha256).hex()[:16]}"

    def name(self, network: str) -> str:
        """Keep the network of an id for a ban; return the id."""
        ban_id = self._id_of(network)
        with translated_errors():
            self._client.set(f"network_named:{ban_id}", network, px=HOUR)
        return ban_id

    def network_of(self, ban_id: str) -> str | None:
        """Return the network of an id if it is known: it is banned, or was named lately."""
        with translated_errors():
            network = self._client.get(f"network_named:{ban_id}")
            if network is None and (stored := self._client.get(_key_of(ban_id))):
                return msgspec.json.decode(stored, type=NetworkBan).network
        return None if network is None else str(network.decode())

    def ban(self, ban_id: str, until: int, reason: str) -> None:
        """Let nobody register from a named network until a time; safe to repeat."""
        with translated_errors():
            network, left = self.network_of(ban_id), min(until - clock.now_ms(), LONGEST)
            if network is not None and left > 0:
                ban = NetworkBan(ban_id, network, until, reason)
                self._client.set(_key_of(ban_id), msgspec.json.encode(ban), px=left)

    def lift(self, ban_id: str) -> None:
        """End a ban, and forget its network; safe to repeat."""
        with translated_errors():
            self._client.delete(_key_of(ban_id))
            self._client.delete(f"network_named:{ban_id}")

    def check(self, network: str) -> None:
        """Raise NetworkBanned if nobody may register from a network."""
        with translated_errors():
            stored = self._client.get(_key_of(self._id_of(network)))
        if stored is not None:
            ban = msgspec.json.decode(stored, type=NetworkBan)
            raise NetworkBanned(Suspension(ban.until, ban.reason))

    def in_force(self) -> list[NetworkBan]:
        """Return the bans in force; only a host's command reads the whole store for them."""
        with translated_errors():
            keys = list(self._client.scan_iter(match=_key_of("*"), count=500))
            stored = [self._client.get(key) for key in keys]
        bans = (msgspec.json.decode(each, type=NetworkBan) for each in stored if each)
        return sorted(bans, key=lambda ban: ban.until)


def _key_of(ban_id: str) -> str:
    return f"network_ban:{ban_id}"
