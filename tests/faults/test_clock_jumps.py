"""Machines whose clocks are a day apart: the record's times never go back, and no turn is lost."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from clients.python import Anabasis
from domain.record.record import decode
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.faults.altered import program
from tests.faults.odd_clocks import a_day_ahead, a_day_behind
from tests.servers import Service, Web, patience, working

pytestmark = [pytest.mark.faults, pytest.mark.long]

MOVES = 8


@pytest.fixture
def services(tmp_path: Path) -> Iterator[list[Service]]:
    """Two machines around one server, and a worker whose clock is right."""
    with EmbeddedServer(tmp_path / "var") as server, ExitStack() as stack:
        webs = [
            stack.enter_context(
                Web(server.url, tmp_path / change.__name__, 1, program=program(change))
            )
            for change in (a_day_ahead, a_day_behind)
        ]
        for web in webs:
            web.wait_until_ready()
        services = [Service(server, web) for web in webs]
        stack.enter_context(working(services[0]))
        yield services


def test_times_of_a_game_played_on_both_never_go_back_and_no_time_runs_out(
    services: list[Service],
) -> None:
    ahead, behind = services
    ada, bob = ahead.player("Ada"), ahead.player("Bob")
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "first_seat": 0}
    game = ada.create_game(**terms, deadline={"per_move": "10m", "at_zero": "skip"})["game_id"]
    bob.take_seat(game)
    for number in range(MOVES):
        move(services[number % 2], [ada, bob], game)
    events = decode(RedisStore.of_url(ahead.valkey.url).read(game))
    times = [event.recorded_at for event in events]
    assert times == sorted(times)
    assert "time_expired" not in {event.type for event in events}
    for service in (ahead, behind):
        assert service.player("Eve").verify(game)["valid"]


def move(service: Service, players: list[Anabasis], game: str) -> None:
    """Make a move by one of the machines, for any seat whose turn it is."""
    seat = players[0].view(game)["to_act"][0]
    here = Anabasis(service.web.address, players[seat].token, patience=patience(3))
    listed = here.moves(game)
    here.move(game, listed["moves"][0], listed["version"])
