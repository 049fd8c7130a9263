"""One player asks for costly pictures over sixty connections, and another for one."""

import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from itertools import islice, product
from pathlib import Path

import pytest

from clients.python import Anabasis
from tests.domain import huge_boards
from tests.servers import Service, serving

CONNECTIONS = 60
OK = b"HTTP/1.1 200 "
AHEAD = 20
"""Pictures of the flood that may be painted before another's; in one queue it would be all."""
LOOKS = list(
    product(("wide", "square"), (1200, 1080, 640, 320, 160), ("en", "de", "nl", "da"), (1, 2))
)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with serving(tmp_path, workers=1) as service:
        yield service


def connection(service: Service) -> HTTPConnection:
    return HTTPConnection(service.web.address.removeprefix("http://"), timeout=60.0)


@contextmanager
def flood(service: Service, eve: Anabasis) -> Iterator[list[HTTPConnection]]:
    """Sixty connections that have each asked for a different picture of a large board."""
    terms = {"ruleset": "settlers", "seats": 2, "bots": ["greedy"]}
    game = eve.create_game(**terms, board=huge_boards.hexes(1))["game_id"]
    with ExitStack() as stack:
        lines = [connection(service) for _ in range(CONNECTIONS)]
        for line, look in zip(lines, islice(LOOKS, CONNECTIONS), strict=True):
            stack.callback(line.close)
            shape, width, language, at = look
            path = f"/api/v1/games/{game}/picture.png?shape={shape}&width={width}&at={at}"
            headers = {"Authorization": f"Bearer {eve.token}", "Accept-Language": language}
            line.request("GET", path, headers=headers)
        assert select.select([line.sock for line in lines], [], [], 60.0)[0]
        yield lines


def painted(lines: list[HTTPConnection]) -> int:
    """How many have their picture: on a busy machine the rest may be refused after five seconds."""
    ready: list[socket.socket] = select.select([line.sock for line in lines], [], [], 0.0)[0]
    return sum(sock.recv(len(OK), socket.MSG_PEEK) == OK for sock in ready)


def picture(service: Service, player: Anabasis) -> int:
    """Ask for a picture of a game of one's own; the answer's status."""
    game = player.create_game(ruleset="alexandros", seats=2)["game_id"]
    line = connection(service)
    headers = {"Authorization": f"Bearer {player.token}"}
    line.request("GET", f"/api/v1/games/{game}/picture.png", headers=headers)
    status = line.getresponse().status
    line.close()
    return status


def test_a_client_that_has_ended_what_it_sends_gets_its_picture(service: Service):
    ada = service.player("Ada")
    game = ada.create_game(ruleset="alexandros", seats=2)["game_id"]
    line = connection(service)
    path = f"/api/v1/games/{game}/picture.png"
    line.request("GET", path, headers={"Authorization": f"Bearer {ada.token}"})
    line.sock.shutdown(socket.SHUT_WR)
    with line.getresponse() as answer:
        assert (answer.status, answer.read(4)) == (200, b"\x89PNG")
    line.close()


def test_another_waits_for_few_of_the_floods_pictures(service: Service):
    eve, ben = service.player("Eve"), service.player("Ben")
    with flood(service, eve) as lines:
        before = painted(lines)
        assert picture(service, ben) == 200
        assert painted(lines) - before <= AHEAD


def test_pictures_of_those_who_have_left_are_not_painted(service: Service):
    """Otherwise the player's next one would wait behind all of them, longer than is allowed."""
    eve = service.player("Eve")
    with flood(service, eve):
        pass
    assert picture(service, eve) == 200
