"""Sudden death of the server and of web processes in the middle of play: nothing is lost."""

from pathlib import Path

import pytest

from tests.faults.seasons import Play, SeasonChecks, begun, ended
from tests.servers import serving
from tests.waiting import eventually

pytestmark = pytest.mark.faults

KILLS = [
    pytest.param(2, id="few"),
    pytest.param(20, id="many", marks=[pytest.mark.long, pytest.mark.timeout(900)]),
]


@pytest.fixture(scope="module", params=KILLS)
def season(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """Four players at a table of four and two tables of two, while servers and web processes are
    killed in turn until a command was in doubt, and then every game played to its end."""
    folder: Path = tmp_path_factory.mktemp("season")
    with serving(folder) as service:
        seatings = (slice(4), slice(2), slice(2, 4))
        with begun(service, "Ada Bob Cleo Dan", *seatings) as play:
            kills = 0
            while kills < request.param or not play.left_doubt:
                play.go_on()
                eventually(lambda: any(player.is_posting for player in play.players))
                (_kill_valkey, _kill_worker)[kills % 2](play)
                kills += 1
            play.go_on()
        yield ended(play, kills)


class TestKilled(SeasonChecks):
    """The server and web processes are killed in turn."""


def _kill_valkey(play: Play) -> None:
    """The server is gone until somebody has missed it."""
    before = play.misses
    play.service.kill_valkey()
    eventually(lambda: play.misses != before)
    play.service.valkey.restart()


def _kill_worker(play: Play) -> None:
    """The oldest worker is gone, which is busy for certain."""
    play.service.web.kill_worker(min(play.service.web.pids))
