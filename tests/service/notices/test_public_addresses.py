"""Which addresses users may give for notices."""

import pytest

from service.notices.public_addresses import AddressRefused, is_public, refuse_private, target_of


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"],
)
def test_a_machine_on_the_internet_is_public(address: str):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.255.254",
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.1.1.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:1.1.1.1",
        "64:ff9b::7f00:1",
        "64:ff9b::101:101",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2001:0:1::1",
        "2001:db8::1",
        "3fff::1",
        "100::1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "fe80::1%1",
        "2606:4700::1%1",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
        "5f00::1",
        "hooks.example",
        "",
    ],
)
def test_what_is_or_leads_to_a_private_address_is_not_public(address: str):
    assert not is_public(address)


def test_a_url_says_what_to_ask_for():
    target = target_of("https://Hooks.Example/in?a=1&b=%20")
    assert (target.host, target.port, target.path) == ("hooks.example", 443, "/in?a=1&b=%20")
    assert target.authority == "hooks.example"


def test_the_host_header_names_an_unusual_port_and_brackets_an_address():
    assert target_of("https://hooks.example:8443").authority == "hooks.example:8443"
    assert target_of("https://[2606:4700::1]/").authority == "[2606:4700::1]"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://hooks.example/", "address_not_https"),
        ("ftp://hooks.example/", "address_not_https"),
        ("//hooks.example/", "address_not_https"),
        ("", "address_malformed"),
        ("https://", "address_malformed"),
        ("https://ada@hooks.example/", "address_malformed"),
        ("https://ada:word@hooks.example/", "address_malformed"),
        ("https://@hooks.example/", "address_malformed"),
        ("https://hooks.example\\@other.example/", "address_malformed"),
        ("https://hooks.example/#fragment", "address_malformed"),
        ("https://hooks.example/a b", "address_malformed"),
        ("https://hooks.example/\r\nX: 1", "address_malformed"),
        ("https://hööks.example/", "address_malformed"),
        ("https://hooks%2eexample/", "address_malformed"),
        ("https://hooks..example/", "address_malformed"),
        ("https://[fe80::1%eth0]/", "address_malformed"),
        ("https://[hooks]/", "address_malformed"),
        ("https://hooks.example:99999/", "address_malformed"),
        ("https://hooks.example:port/", "address_malformed"),
        (f"https://hooks.example/{'a' * 2_000}", "address_malformed"),
        ("https://hooks.example:0/", "address_port"),
        ("https://hooks.example:25/", "address_port"),
        ("https://hooks.example:80/", "address_port"),
        ("https://hooks.example:1023/", "address_port"),
    ],
)
def test_a_url_that_allows_no_request_is_refused(url: str, code: str):
    with pytest.raises(AddressRefused, match=code):
        target_of(url)


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "[::ffff:10.0.0.1]", "169.254.169.254"])
def test_a_url_of_a_private_address_is_refused_when_it_is_given(host: str):
    with pytest.raises(AddressRefused, match="address_not_public"):
        refuse_private((), f"https://{host}/hook")


def test_a_name_is_not_looked_up_when_it_is_given():
    refuse_private((), "https://nobody.invalid/hook")
