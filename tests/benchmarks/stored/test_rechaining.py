"""Games under other names are as genuine as the game that was played."""

import json

import pytest

from domain.kernel.audit import audit
from domain.kernel.game import fold
from domain.record.record import Event, decode
from projections.summary import summary_after
from tests import fixtures
from tests.benchmarks.stored.rechaining import Chained, Names, Pattern

GAME = "newgamewithaname"
PLAYED = {
    "alexandros": "luck-near-east-rueful",
    "settlers": "luck-standard",
    "alexander_the_great": "luck-campaign",
}


def played(ruleset: str) -> list[Event]:
    path = fixtures.FOLDER / ruleset / f"{PLAYED[ruleset]}.json.gz"
    return fixtures.events_of(fixtures.load(path))


def chained(events: list[Event]) -> Chained:
    pattern = Pattern(events)
    times = [f"2026-03-01T10:{n // 60:02}:{n % 60:02}.007Z" for n in range(len(events))]
    players = [f"p{seat:016x}" for seat in range(pattern.seats)]
    return pattern.chained(Names(GAME, players, times), [f"c{n}" for n in range(len(events))])


@pytest.mark.parametrize("ruleset", PLAYED)
def test_a_game_under_another_name_passes_the_audit(ruleset: str):
    events = decode(chained(played(ruleset)).entries)
    assert audit(events).valid
    game = fold(events)
    assert game.terms.game_id == GAME
    assert game.status == "finished"
    assert [seat and seat.player for seat in game.seats][1] == "p0000000000000001"
    assert game.created_at == "2026-03-01T10:00:00.007Z"


@pytest.mark.parametrize("ruleset", PLAYED)
@pytest.mark.parametrize("share", [0.6, 1.0])
def test_its_summary_is_the_one_that_its_events_have(ruleset: str, share: float):
    events = played(ruleset)
    events = events[: int(len(events) * share)]
    copy = chained(events)
    assert copy.summary == summary_after(None, decode(copy.entries))


def test_nothing_of_the_old_names_is_left():
    events = played("settlers")
    old = json.dumps(fixtures.load(fixtures.FOLDER / "settlers" / "luck-standard.json.gz"))
    told = b"".join(chained(events).entries)
    players = {seat.player for seat in fold(events).seats if seat and seat.player}
    assert players
    assert all(player in old for player in players)
    assert not any(player.encode() in told for player in players)
    assert str(fold(events).terms.game_id).encode() not in told
