"""Addresses of the store, taken apart."""

import pytest

from service.settings.address import parse_address, without_passwords


def test_a_cluster_has_several_hosts_and_one_account() -> None:
    address = parse_address(
        "rediss+cluster://ada:a%2Fb@one:7000,two,[::1]:7001/?ssl_ca_certs=ca.pem"
    )
    assert address.kind == "cluster"
    assert address.hosts == (("one", 7000), ("two", 6379), ("::1", 7001))
    assert (address.username, address.password, address.tls) == ("ada", "a/b", True)
    assert address.options == {"ssl_ca_certs": "ca.pem"}


def test_sentinels_name_a_master_and_have_an_account_of_their_own() -> None:
    address = parse_address(
        "redis+sentinel://:secret@one,two:5000/games/2?sentinel_username=eve&sentinel_password=x"
    )
    assert address.kind == "sentinel"
    assert address.hosts == (("one", 26379), ("two", 5000))
    assert (address.master, address.db) == ("games", 2)
    assert (address.username, address.password, address.tls) == (None, "secret", False)
    assert address.options == {"sentinel_username": "eve", "sentinel_password": "x"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("redis://:secret@db:6379/0", "db:6379"),
        ("unix://:secret@/run/valkey.sock?db=0", "/run/valkey.sock"),
        ("redis+cluster://ada:secret@one,two", "one:6379,two:6379"),
    ],
)
def test_an_address_is_shown_without_what_is_secret(text: str, shown: str) -> None:
    address = parse_address(text)
    assert str(address) == shown
    assert "secret" not in repr(address)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("redis://:secret@db:6379/0", "redis://…@db:6379/0"),
        ("redis+cluster://ada:secret@one,two", "redis+cluster://…@one,two"),
        (
            "redis+sentinel://one/games?sentinel_password=secret",
            "redis+sentinel://one/games?sentinel_password=…",
        ),
        ("env:NEW", "env:NEW"),
    ],
)
def test_passwords_before_the_hosts_and_in_options_are_left_out(text: str, shown: str) -> None:
    assert without_passwords(text) == shown


@pytest.mark.parametrize("path", ["x", "0/x", "0x"])
def test_a_database_that_is_no_number_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="number of its database"):
        parse_address(f"redis://db:6379/{path}")
    assert parse_address("redis://db:6379/2/").kind == "server"
