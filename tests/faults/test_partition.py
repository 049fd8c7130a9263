"""A master parted from its replica, which takes its place: nothing acknowledged is lost."""

from pathlib import Path
from random import Random

import pytest

from tests.faults.checker import ACKNOWLEDGED, check
from tests.faults.pairs import paired
from tests.faults.racing import Race, racing
from tests.waiting import eventually

pytestmark = [pytest.mark.faults, pytest.mark.long]

MOVES = 5
UNCONFIRMED = 2


def test_what_a_parted_master_takes_is_acknowledged_to_nobody(tmp_path: Path) -> None:
    with paired(tmp_path, ANABASIS_REPLICAS="1") as (service, pair):
        with racing(service, Random(7), games=2, clients=4) as race:
            race.go_on(MOVES)
            pair.part()
            miss(race, UNCONFIRMED)
            pair.promote()
            miss(race, UNCONFIRMED)
            pair.change_places()
            race.go_on(MOVES)
        findings = check(race.history(), race.records(pair.store))
    assert [finding for finding in findings if finding.promise in ACKNOWLEDGED] == []


def miss(race: Race, count: int) -> None:
    """Return once so many more requests had no definite answer."""
    before = race.notes.misses
    eventually(lambda: race.notes.misses >= before + count)
