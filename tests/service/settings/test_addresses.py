"""The service's own address in links."""

import socket
from contextlib import ExitStack, suppress

import pytest

from service.settings.addresses import free_port, public_link
from service.settings.config import Config


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


def test_the_free_port_that_is_named_is_no_neighbour_that_is_taken() -> None:
    with ExitStack() as held:
        port = held.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]
        with suppress(OSError):  # taken by another program, which is as good
            held.enter_context(socket.create_server(("127.0.0.1", port + 1)))
        assert free_port("127.0.0.1", port) != port + 1


def test_a_free_port_is_named_after_the_last_one_too() -> None:
    with socket.create_server(("127.0.0.1", free_port("127.0.0.1", 65_535))):
        pass
