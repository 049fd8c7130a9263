"""A cluster whose masters are killed and whose slots move while games are played."""

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import monotonic, sleep

import pytest

from service.store.redis_store import stream_key
from tests.clusters import ClusterServers, Node, move_slot, move_slot_at_once
from tests.faults.seasons import Play, SeasonChecks, begun, ended
from tests.servers import Service, Web
from tests.waiting import eventually

pytestmark = pytest.mark.faults

SECONDS_BETWEEN = 20.0
MINUTES = 10
FEW, MANY = 3, round(MINUTES * 60 / SECONDS_BETWEEN)
SMALL = "Ada Bob Cleo Dan", (slice(4), slice(2), slice(2, 4))
LARGE = "Ada Bob Cleo Dan Eve Finn Gus Hal", (slice(4), slice(2), slice(4, 6), slice(6, 8))
"""Players, and the slice of them that sits at each table."""
LENGTHS = [
    pytest.param(FEW, id="few"),
    pytest.param(MANY, id="ten minutes", marks=[pytest.mark.long, pytest.mark.timeout(1800)]),
]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterServers]:
    """A cluster of this module's own, whose nodes it may kill."""
    with ClusterServers(tmp_path_factory.mktemp("cluster") / "nodes") as servers:
        yield servers


@pytest.fixture(scope="module", params=LENGTHS)
def season(
    request: pytest.FixtureRequest,
    servers: ClusterServers,
    tmp_path_factory: pytest.TempPathFactory,
):
    """Players at several tables, a replica confirming each move, among faults of the cluster."""
    log: Path = tmp_path_factory.mktemp("web") / "log"
    servers.settle()
    servers.empty()
    with Web(servers.url, log, settings={"ANABASIS_REPLICAS": "1"}) as web:
        web.wait_until_ready()
        service = Service(servers, web)  # type: ignore[arg-type]
        names, seatings = SMALL if request.param == FEW else LARGE
        with begun(service, names, *seatings) as play:
            every = FAULTS if request.param == FEW else (_kill_master,)
            faults = 0
            while faults < request.param or not play.left_doubt:
                began = monotonic()
                play.go_on()
                every[faults % len(every)](servers, play)
                faults += 1
                if request.param == MANY:
                    sleep(max(0.0, SECONDS_BETWEEN - (monotonic() - began)))
            play.go_on()
        season = ended(play, faults)
        waits = [seconds for player in play.players for seconds in player.waits]
        print(f"moves were refused for {median(waits):.2f} s, at most {max(waits):.2f} s")
        yield season


class TestChangingCluster(SeasonChecks):
    """Masters are killed, and slots move, the old way and at once."""


def _kill_master(servers: ClusterServers, play: Play) -> None:
    """The master of a game in play is killed; it comes back once its replica has its place."""
    key = stream_key(play.tables[play.misses.count(0) % len(play.tables)].game)
    master, before = servers.master_of(key), play.misses
    master.kill()
    eventually(lambda: servers.master_of(key) is not master)
    eventually(lambda: play.misses != before)
    servers.settle()


def _move_slot(servers: ClusterServers, play: Play) -> None:
    """The slot of a game in play moves to another master, key by key."""
    _move(servers, play, move_slot)


def _move_slot_at_once(servers: ClusterServers, play: Play) -> None:
    """The slot of a game in play moves to another master, all of it at one moment."""
    _move(servers, play, move_slot_at_once)


def _move(servers: ClusterServers, play: Play, move: Callable[[Node, Node, int], None]) -> None:
    key = stream_key(play.tables[0].game)
    source = servers.master_of(key)
    target = next(node for node in servers.masters() if node is not source)
    move(source, target, servers.slot_of(key))
    eventually(lambda: servers.master_of(key) is target)


FAULTS = (_kill_master, _move_slot, _move_slot_at_once)
