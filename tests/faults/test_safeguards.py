"""Each safeguard taken away in turn: the checker names the broken promise, and none before."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.faults.altered import Change, program
from tests.faults.checker import ACKNOWLEDGED, Finding, Promise, check
from tests.faults.pairs import Pair, paired
from tests.faults.proxied import proxied
from tests.faults.proxy import Fault, Proxy
from tests.faults.racing import USUAL, Manner, Race, racing
from tests.faults.unguarded import REMOVALS
from tests.servers import Service
from tests.waiting import eventually

pytestmark = [pytest.mark.faults, pytest.mark.long]

MOVES = 5
LOOKS = 10
ENOUGH = 200
"""Moves with a definite answer, after which a campaign with all safeguards ends."""
SECONDS = 60.0
APPEND = rb"EVALSHA"
APPEND_OF_MOVE = rb"(?s)EVALSHA(?!.*(?:created|seat_taken))"
"""Without a safeguard the making of the next game may be refused, and its client then stops."""
REPEATABLE = Manner(any_version=1.0, favourite="take_card")
"""Of a turn's two actions both may be this one: if it is sent twice, the rules allow it."""

Campaign = Callable[[Path, Change | None], Collection[Finding]]


def race_for_seats(folder: Path, change: Change | None) -> Collection[Finding]:
    """Four clients move for the same two seats."""
    with proxied(folder, program=program(change)) as (service, _):
        return _raced(_begun(service, Manner(any_version=0.0)), change, lambda: None)


def lose_replies(folder: Path, change: Change | None) -> Collection[Finding]:
    """Replies of appends are lost, some so often that the client hears of it."""
    with proxied(folder, program=program(change)) as (service, proxy):
        race, luck = _begun(service, REPEATABLE), Random(5)
        about = APPEND_OF_MOVE if change else APPEND
        return _raced(race, change, lambda: _lose_some(race, proxy, luck, about))


def change_places(folder: Path, change: Change | None) -> Collection[Finding]:
    """A master is parted from its replica, which takes its place: acknowledged moves stay."""
    settings = {"ANABASIS_REPLICAS": "1"}
    with paired(folder, program=program(change), **settings) as (service, pair):
        race = _begun(service)
        _part(race, pair)
        race.go_on(MOVES)
        race.stop()
        found = check(race.notes.history(), race.records(pair.store))
    return [finding for finding in found if finding.promise in ACKNOWLEDGED]


def go_back(folder: Path, change: Change | None) -> Collection[Finding]:
    """A replica that lacks moves takes its master's place: from then on, its record is shown."""
    with paired(folder, program=program(change)) as (service, pair):
        race = _begun(service)
        _part(race, pair)
        since, looks = monotonic(), len(race.notes.reads)
        eventually(lambda: len(race.notes.reads) > looks + LOOKS)
        race.stop()
        return check(race.notes.history(since), race.records(pair.store))


def interrupt_streams(folder: Path, change: Change | None) -> Collection[Finding]:
    """Web processes are killed under open streams."""
    with proxied(folder, program=program(change)) as (service, _):
        with racing(service, Random(5), games=1, clients=2) as race:
            race.go_on(MOVES)
            for pid in service.web.pids:
                service.web.kill_worker(pid)
            race.go_on(MOVES)
        return check(race.history(), race.records(service.store))


CAMPAIGNS: Mapping[str, tuple[Campaign, set[Promise]]] = {
    "expected version": (race_for_seats, {"chain"}),
    "fresh looks": (race_for_seats, {"no way back"}),
    "known commands": (lose_replies, {"once"}),
    "first answer": (lose_replies, {"refused is refused"}),
    "confirmation": (change_places, {"kept", "as told"}),
    "look back": (go_back, {"shown is recorded", "no way back"}),
    "resumed streams": (interrupt_streams, {"streams"}),
}


def test_every_safeguard_that_can_be_taken_away_is() -> None:
    assert CAMPAIGNS.keys() == REMOVALS.keys()


@pytest.mark.parametrize("safeguard", CAMPAIGNS)
def test_without_a_safeguard_its_promise_is_broken_and_found(
    tmp_path: Path, safeguard: str
) -> None:
    campaign, promises = CAMPAIGNS[safeguard]
    found = {finding.promise for finding in campaign(tmp_path, REMOVALS[safeguard])}
    print(f"without {safeguard}: {', '.join(sorted(found)) or 'nothing'}")
    assert found & promises


@pytest.mark.parametrize(
    "campaign",
    dict.fromkeys(each for each, _ in CAMPAIGNS.values()),
    ids=lambda each: each.__name__,
)
def test_with_all_safeguards_the_same_campaign_finds_nothing(
    tmp_path: Path, campaign: Campaign
) -> None:
    assert list(campaign(tmp_path, None)) == []


def _begun(service: Service, manner: Manner = USUAL) -> Race:
    race = Race(service, Random(5), games=1, clients=4, manner=manner)
    race.begin()
    race.go_on(1)
    return race


def _raced(race: Race, change: Change | None, harm: Callable[[], None]) -> Collection[Finding]:
    """Return the findings of a race, once there are some or, unchanged, enough is done."""

    def look() -> bool:
        harm()
        return bool(_found(race)) or (change is None and race.notes.answered >= ENOUGH)

    eventually(look, SECONDS)
    race.stop()
    return _found(race)


def _found(race: Race) -> list[Finding]:
    return check(race.notes.history(), race.records(race.service.store))


def _lose_some(race: Race, proxy: Proxy, luck: Random, about: bytes) -> None:
    before, count = proxy.spoilt, luck.choice([1, 3, 9])
    with proxy.suffering(Fault(cut_after=0, about=about, times=count)):
        eventually(lambda: race.goes_on() and proxy.spoilt >= before + count)


def _part(race: Race, pair: Pair) -> None:
    """Have clients move on a master that is parted, and then lead them to its replica."""
    pair.part()
    for change in (pair.promote, pair.change_places):
        before = len(race.notes.moves) + race.notes.misses
        eventually(lambda before=before: len(race.notes.moves) + race.notes.misses > before + LOOKS)
        change()
