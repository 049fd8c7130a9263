"""The relying party of passkeys: the host and origin as browsers write them."""

import pytest

from service.people.parties import Party, PasskeysUnavailable, has_passkeys, party_at

PARTIES = {
    "https://games.example/": Party("games.example", "https://games.example"),
    "https://Games.Example:443/": Party("games.example", "https://games.example"),
    "https://games.example:8443/anabasis/": Party("games.example", "https://games.example:8443"),
    "http://localhost:8000/": Party("localhost", "http://localhost:8000"),
    "http://LOCALHOST:80/": Party("localhost", "http://localhost"),
    "http://games.localhost/": Party("games.localhost", "http://games.localhost"),
}


@pytest.mark.parametrize(("url", "party"), PARTIES.items())
def test_an_address_with_a_name_has_a_party(url: str, party: Party):
    assert party_at(url) == party
    assert has_passkeys(url)


@pytest.mark.parametrize(
    "url", ["http://games.example/", "https://192.0.2.1/", "https://[2001:db8::1]/", "https:///"]
)
def test_an_address_without_https_or_a_name_has_none(url: str):
    with pytest.raises(PasskeysUnavailable):
        party_at(url)
    assert not has_passkeys(url)
