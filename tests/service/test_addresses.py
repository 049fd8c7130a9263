"""The service's own address in links."""

import pytest

from service.addresses import public_link
from service.config import Config


def test_a_link_begins_with_the_public_address_and_its_path() -> None:
    config = Config(url="https://games.example/anabasis/")
    assert public_link(config, "game/7") == "https://games.example/anabasis/game/7"
    assert public_link(config, "/game/7") == "https://games.example/anabasis/game/7"


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/new"),
        ("0.0.0.0", "http://127.0.0.1:8000/new"),
        ("::", "http://[::1]:8000/new"),
    ],
)
def test_without_a_public_address_a_link_is_for_this_machine(host: str, link: str) -> None:
    assert public_link(Config(host=host), "new") == link
