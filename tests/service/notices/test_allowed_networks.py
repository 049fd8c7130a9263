"""Private networks for webhooks: only those that the host names, never the store's machine."""

from ipaddress import ip_network

import pytest

from service.notices.allowed_networks import AllowedNetworks
from service.notices.public_addresses import AddressRefused, refuse_private

NAMED = tuple(map(ip_network, ("127.0.0.0/8", "10.1.0.0/16", "169.254.0.0/16", "fe80::/10")))


def resolve(host: str, _: int) -> list[str]:
    if host == "lost":
        raise OSError
    return {"db": ["10.1.0.9"], "localhost": ["::1", "127.0.0.1"]}[host]


@pytest.mark.parametrize(
    ("address", "port", "allowed"),
    [
        ("8.8.8.8", 443, True),
        ("10.1.0.1", 443, True),
        ("10.2.0.1", 443, False),
        ("169.254.1.1", 443, False),
        ("fe80::1", 443, False),
        ("10.1.0.9", 443, False),
        ("127.0.0.1", 8443, True),
        ("127.0.0.2", 6379, False),
    ],
)
def test_an_address_is_reached_only_in_a_named_network(address: str, port: int, allowed: bool):
    networks = AllowedNetworks(NAMED, (("db", 6379), ("localhost", 6379)))
    assert networks.allows(address, port, resolve) == allowed


def test_none_is_named_by_default():
    assert not AllowedNetworks().allows("127.0.0.1", 8443, resolve)


def test_where_the_store_cannot_be_found_nothing_private_is_reached():
    assert not AllowedNetworks(NAMED, (("lost", 6379),)).allows("10.1.0.1", 443, resolve)


def test_a_channel_may_name_an_address_of_a_named_network():
    refuse_private(NAMED, "https://127.0.0.1:8443/hook")
    for other in ("https://10.2.0.1/", "https://169.254.1.1/"):
        with pytest.raises(AddressRefused):
            refuse_private(NAMED, other)
