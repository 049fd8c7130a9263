"""Bans of networks: an IPv4 address or an IPv6 /64, kept until they end and no longer."""

from datetime import timedelta

import pytest

from service.machine import clock
from service.machine.connections import network_of
from service.people.network_bans import NetworkBanned, NetworkBans, network_in
from service.people.quiet_hours import DAY
from service.store.redis_store import RedisStore


@pytest.fixture
def bans(store: RedisStore) -> NetworkBans:
    return NetworkBans(store.client, lambda: b"key" * 11)


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        (" 203.0.113.7/32 ", "203.0.113.7"),
        ("2001:db8:0:1::5", "2001:db8:0:1::/64"),
        ("2001:db8:0:1::/64", "2001:db8:0:1::/64"),
        ("2001:DB8:0:1:0:0:0:5/128", "2001:db8:0:1::/64"),
    ],
)
def test_a_network_is_named_as_requests_are_counted(text: str, network: str):
    assert network_in(text) == network
    assert network_of(text.strip().partition("/")[0]) == network


@pytest.mark.parametrize(
    "text", ["", "all", "203.0.113.0/24", "203.0.113", "0.0.0.0/0", "2001:db8::/48", "::/0", "::g"]
)
def test_a_larger_network_or_none_is_refused(text: str):
    with pytest.raises(ValueError, match=r".*"):
        network_in(text)


def test_an_ipv4_address_written_as_ipv6_is_that_address():
    assert network_in("::ffff:203.0.113.9") == "203.0.113.9"


def test_a_ban_is_prolonged_by_its_id_after_its_network_is_unnamed(
    bans: NetworkBans, store: RedisStore
):
    ban, end = bans.name("203.0.113.7"), clock.now_ms() + DAY
    bans.ban(ban, end, "A flood.")
    store.client.delete(f"network_named:{ban}")
    bans.ban(ban, end + DAY, "A flood.")
    assert [each.until for each in bans.in_force()] == [end + DAY]


def test_a_ban_holds_for_its_network_until_it_is_lifted(bans: NetworkBans):
    end = clock.now_ms() + DAY
    bans.ban(bans.name("203.0.113.7"), end, "A flood.")
    with pytest.raises(NetworkBanned, match=r"A flood\."):
        bans.check("203.0.113.7")
    bans.check("203.0.113.8")
    (listed,) = bans.in_force()
    assert (listed.network, listed.until) == ("203.0.113.7", end)
    bans.lift(listed.id)
    bans.check("203.0.113.7")


def test_a_ban_and_its_address_end_by_themselves_within_ninety_days(
    bans: NetworkBans, store: RedisStore
):
    bans.ban(bans.name("203.0.113.7"), clock.now_ms() + 400 * DAY, "A flood.")
    ends = [store.client.pttl(key) for key in store.client.keys("network_*")]
    assert len(ends) == 2
    assert all(0 < end <= timedelta(days=90).total_seconds() * 1000 for end in ends)
    keys = b" ".join(store.client.keys("*"))
    assert b"203.0.113.7" not in keys
