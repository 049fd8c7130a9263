"""One of two workers is killed in the middle of a batch: nothing is left out or done twice."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from service.readmodels.read_models import rebuild
from service.server.embedded import EmbeddedServer
from tests.faults.worker_campaign import (
    Bots,
    Campaign,
    Notices,
    Overdue,
    Played,
    Work,
    people_playing,
)
from tests.service.readmodels.stored_games import dump
from tests.waiting import eventually

pytestmark = pytest.mark.faults

FEW, MANY = 3, 50
KILLS = [
    pytest.param(FEW, id="few"),
    pytest.param(MANY, id="many", marks=[pytest.mark.long, pytest.mark.timeout(1800)]),
]
WORKS = (Played, Overdue, Bots, Notices)
LAG_SECONDS = 5.0
PATIENCE = 120.0


@pytest.fixture(scope="module", params=KILLS)
def campaign(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Campaign, list[Work]]]:
    """So many kills while people play, and all work done in the end."""
    folder: Path = tmp_path_factory.mktemp("workers")
    with EmbeddedServer(folder / "var") as server, Campaign(server) as made:
        works: list[Work] = [work(made) for work in WORKS]
        with people_playing(made.api):
            for number in range(request.param):
                made.kill_one(lambda n=number: [work.add(n) for work in works])
        eventually(lambda: all(work.is_done() for work in works), PATIENCE)
        lags = made.lags
        print(f"{len(lags)} kills, lag zero after {median(lags):.2f} s, at most {max(lags):.2f} s")
        yield made, works


def test_all_lines_are_applied_within_seconds_of_a_kill(campaign):
    made, _ = campaign
    assert made.lags
    if len(made.lags) == MANY:  # the short run shares its processor with other tests
        assert max(made.lags) < LAG_SECONDS


def test_no_work_is_left_out_or_done_twice(campaign):
    for work in campaign[1]:
        work.check()


def test_the_read_models_are_those_of_a_rebuild_to_the_byte(campaign):
    made, _ = campaign
    live = dump(made.models.generations)
    rebuild(made.store, made.models.generations, lambda: None)
    assert dump(made.models.generations) == live
