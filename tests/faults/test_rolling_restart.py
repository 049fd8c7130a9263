"""New code in place under load: no request fails, and streams go on where they were."""

import signal
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from service.server.data_folder import running_url
from tests.faults.checker import check
from tests.faults.open_loop import loaded
from tests.faults.racing import racing
from tests.servers import Service
from tests.service.running import Running, running
from tests.waiting import eventually

pytestmark = [pytest.mark.faults, pytest.mark.long]

RESTARTS = 5
RATE = 20.0
MOVES = 20


def test_processes_are_replaced_under_load_and_no_request_fails(tmp_path: Path) -> None:
    settings = {"ANABASIS_DATA": str(tmp_path / "var"), "ANABASIS_RATE_LIMIT": "off"}
    with running(tmp_path / "log", ANABASIS_WORKERS="2", **settings) as run:
        service = as_service(run)
        with (
            loaded(f"{run.address}/api/v1/games", RATE) as load,
            racing(service, Random(3), games=2, clients=4) as race,
        ):
            for number in range(1, RESTARTS + 1):
                race.go_on(MOVES)
                run.signal(signal.SIGUSR2)
                eventually(lambda n=number: run.told.count("have been restarted") == n, 60.0)
            race.go_on(MOVES)
        assert set(load.answers) == {200}
        assert race.notes.misses == 0
        assert check(race.history(), race.records(service.store)) == []
        print(f"{len(load.answers)} looks, {race.notes.acknowledged} moves, {RESTARTS} restarts")


def as_service(run: Running) -> Service:
    """A run as the service that clients of these tests ask for its address and its store."""
    assert run.address
    parts: Any = SimpleNamespace(address=run.address, url=running_url(run.data))
    return Service(valkey=parts, web=parts)
