"""Clients race while everything around them fails: their whole history keeps every promise."""

from pathlib import Path
from random import Random
from time import monotonic

import pytest

from service.operations.archive.progress import places
from service.readmodels.read_models import ReadModels, rebuild
from service.store.redis_store import RedisStore
from tests.faults.checker import check
from tests.faults.nemesis import Nemesis
from tests.faults.proxied import proxied
from tests.faults.racing import Race, racing
from tests.servers import Worker, working
from tests.service.readmodels.stored_games import dump
from tests.waiting import eventually

pytestmark = pytest.mark.faults

MOVES_BETWEEN = 5
LONG_SECONDS = 300.0
PATIENCE_SECONDS = 60.0
SHORT = 0.3
"""The pace of the short run, whose faults pass within a few tenths of a second."""


def test_a_history_among_all_faults_keeps_every_promise(tmp_path: Path) -> None:
    luck = Random(13)
    with proxied(tmp_path) as (service, proxy), working(service) as worker:
        nemesis = Nemesis(service, worker, proxy, luck, SHORT)
        with racing(service, luck, games=2, clients=4) as race:
            for harm in nemesis.harms:
                race.go_on(MOVES_BETWEEN)
                harm()
            race.go_on(MOVES_BETWEEN)
        _check(race, worker)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [1])
def test_a_long_history_among_faults_by_luck_keeps_every_promise(tmp_path: Path, seed: int) -> None:
    luck, until = Random(seed), monotonic() + LONG_SECONDS
    with proxied(tmp_path) as (service, proxy), working(service) as worker:
        nemesis = Nemesis(service, worker, proxy, luck)
        with racing(service, luck, games=4, clients=12) as race:
            while monotonic() < until:
                race.go_on(MOVES_BETWEEN)
                luck.choice(nemesis.harms)()
            race.go_on(MOVES_BETWEEN)
        _check(race, worker)


def _check(race: Race, worker: Worker) -> None:
    history, records = race.history(), race.records(race.service.store)
    print(_summary(race))
    assert check(history, records) == []
    reader = race.service.player()
    assert [game for game in race.games if not reader.verify(game)["valid"]] == []
    _check_read_models(race.service.store, worker)


def _check_read_models(store: RedisStore, worker: Worker) -> None:
    """Assert that they follow to the end of the feeds, and are then those of a rebuild."""
    models = ReadModels(store.client)

    def is_at_the_end() -> bool:
        worker.tend()
        return all(at == end for at, end in places(store, models.live()).values())

    eventually(is_at_the_end, PATIENCE_SECONDS)
    followed = dump(models.generations)
    rebuild(store, models.generations, lambda: None)
    assert dump(models.generations) == followed


def _summary(race: Race) -> str:
    notes = race.notes
    outcomes = [move.outcome for move in notes.moves]
    counted = ", ".join(f"{outcomes.count(each)} {each}" for each in sorted(set(outcomes)))
    looks = f"{len(notes.reads)} looks, {notes.misses} requests without an answer"
    return f"{len(race.games)} games; moves: {counted}; {looks}"
