"""`anabasis run` on sentinels' master, whose place replicas take while people and bots play."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from clients.python import Anabasis
from domain.record.record import decode
from tests.clusters import SentinelServers
from tests.faults.checker import ACKNOWLEDGED, Heard, check
from tests.faults.racing import Race, heard_whole, racing
from tests.servers import Service, frozen
from tests.service.running import Running, running
from tests.waiting import eventually

pytestmark = pytest.mark.faults

MOVES = 5
FAIL_OVERS = [
    pytest.param(1, id="one"),
    pytest.param(10, id="many", marks=[pytest.mark.long, pytest.mark.timeout(900)]),
]


@pytest.fixture
def run(sentinel_url: str, tmp_path: Path) -> Iterator[Running]:
    """Launcher, web service and worker; both replicas confirm each move."""
    settings = {
        "ANABASIS_REDIS_URL": sentinel_url,
        "ANABASIS_REPLICAS": "2",
        "ANABASIS_WORKERS": "2",
        "ANABASIS_RATE_LIMIT": "off",
        "ANABASIS_DATA": str(tmp_path),
    }
    with running(tmp_path / "log", **settings) as run:
        assert run.address
        yield run


@pytest.mark.parametrize("fail_overs", FAIL_OVERS)
def test_games_of_people_and_bots_go_on_while_masters_are_lost(
    run: Running, sentinel_servers: SentinelServers, fail_overs: int
) -> None:
    parts: Any = SimpleNamespace(address=run.address, url=sentinel_servers.url)
    service = Service(valkey=parts, web=parts)
    ada = service.player("Ada")
    terms = {"ruleset": "alexandros", "board": "asia_minor", "bots": ["greedy", "random"]}
    watched = ada.create_game(**terms, seats=2, join=False)["game_id"]
    with ThreadPoolExecutor(1) as pool:
        listening = pool.submit(heard_whole, service, watched)
        with racing(service, Random(11), games=1, clients=3) as race:
            race.go_on(MOVES)
            for number in range(fail_overs):
                (_kill_master, _freeze_master)[number % 2](sentinel_servers, race)
                sentinel_servers.settle(in_haste=fail_overs == 1)
                race.go_on(MOVES)
        print(f"{race.notes.acknowledged} moves acknowledged, {race.notes.misses} without answer")
        findings = check(race.history(), race.records(service.store))
        assert [finding for finding in findings if finding.promise in ACKNOWLEDGED] == []
        assert_watched_to_its_end(service, ada, listening.result(60.0))


def assert_watched_to_its_end(service: Service, ada: Anabasis, heard: Heard) -> None:
    """Assert that the game was heard to its end, or to one that no replica had and that was lost.

    An event that was heard, then lost and replaced while the stream was interrupted, is not sent
    again: the ``prev`` of the next event shows the gap; after the game's end, its record does.
    """
    eventually(lambda: heard.game in [row["game_id"] for row in ada.lobby("finished")["games"]])
    record = {event.version: event.hash for event in decode(service.store.read(heard.game))}
    last, hash_ = heard.events[-1]
    assert {version for version, _ in heard.events} == set(range(1, last + 1))
    assert last == len(record) or record.get(last) != hash_
    assert ada.verify(heard.game)["valid"]
    assert ada.view(heard.game)["result"]["reason"] != "resignation"


def _kill_master(servers: SentinelServers, race: Race) -> None:
    """The master is killed, and another takes its place."""
    before, master = race.notes.misses, servers.master()
    master.kill()
    eventually(lambda: servers.master() is not master and race.notes.misses > before)


def _freeze_master(servers: SentinelServers, race: Race) -> None:
    """The master hangs until another has its place; then it goes on, as if it still had it."""
    before, master = race.notes.misses, servers.master()
    with frozen(master.process.pid):
        eventually(lambda: servers.master() is not master and race.notes.misses > before)
