"""The versions of the rules: a game keeps the one that it began with, and so do its studies."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.errors import RecordBroken, Refused, UnknownName
from domain.kernel.audit import audit
from domain.kernel.game import Game, evolve, fold, sealed_creation
from domain.kernel.play import decide_move
from domain.kernel.rulesets import ruleset_named, rulesets
from domain.kernel.studies import branch
from domain.record.record import Event, digest
from domain.settlers.moves import BuildRoad, EndTurn
from tests import fixtures
from tests.domain.conftest import NOON
from tests.domain.forging import forged
from tests.domain.positions import without_refusals
from tests.domain.recorded_game import Recorded

VERSIONS = {"alexandros": [1], "settlers": [1, 2, 3], "alexander_the_great": [1, 2, 3]}
SECRET = bytes(range(32))


@pytest.mark.parametrize(("name", "numbers"), VERSIONS.items())
def test_every_version_is_found_by_its_number_and_the_newest_without_one(name, numbers):
    assert [ruleset_named(name, n).rules_version for n in numbers] == numbers
    assert ruleset_named(name) is rulesets()[name] is ruleset_named(name, numbers[-1])


@pytest.mark.parametrize("name", VERSIONS)
def test_a_version_that_is_not_known_is_refused_by_name(name: str):
    with pytest.raises(UnknownName, match=f"no rules version '{name} 9'; there are: 1"):
        ruleset_named(name, 9)


def test_a_record_of_rules_that_are_not_known_is_broken_from_its_first_event_on():
    first = events_of("settlers", 1)[0]
    first = replace(first, data={**first.data, "rules_version": 9}, hash="")
    first = replace(first, hash=digest(first))
    with pytest.raises(RecordBroken, match="no rules version 'settlers 9'"):
        evolve(None, first)
    found = audit([first])
    assert (found.broken_at, "no rules version" in (found.reason or "")) == (1, True)


def test_a_game_begins_by_the_newest_rules():
    settlers = rulesets()["settlers"]
    game = Recorded(settlers, "01", 3, "standard", {}).game
    assert (game.terms.rules_version, game.ruleset) == (3, settlers)


def events_of(ruleset: str, version: int) -> list[Event]:
    """The record of the first finished game by a version of the rules."""
    return next(
        events
        for path in fixtures.fixtures(ruleset)
        if (events := fixtures.events_of(fixtures.load(path)))[0].data["rules_version"] == version
    )


@pytest.mark.parametrize("ruleset", ["settlers", "alexander_the_great"])
@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_study_keeps_the_rules_of_its_game(ruleset: str, version: int):
    game = fold(events_of(ruleset, version)[:40])
    terms = branch(game, "game", "p", SECRET, finished=True)
    study = evolve(None, sealed_creation(terms, NOON, "c1"))
    assert study.terms.rules_version == version
    assert study.state.table.rules.version == version
    assert study.state == without_refusals(game.state)


def granted(version: int) -> Game:
    """A finished game by a version of the rules, just after its first road building card."""
    for path in fixtures.fixtures("settlers"):
        if (game := _granted(path, version)) is not None:
            return game
    raise AssertionError


def _granted(path: Path, version: int) -> Game | None:
    for game, event in zip(fixtures.moments(path), fixtures.load(path)["events"], strict=True):
        if game.terms.rules_version != version:
            return None
        if event["type"] == "road_building_played":
            return game
    return None


def test_a_game_begun_by_the_first_rules_is_played_on_by_them():
    """S5: there the turn may end before its free roads are laid."""
    old, new = granted(1), granted(2)
    assert decide_move(old, old.to_act[0], EndTurn()).type == "turn_ended"
    seat = new.to_act[0]
    with pytest.raises(Refused, match="due: roads"):
        decide_move(new, seat, EndTurn())
    listed = new.ruleset.legal_moves(new.state, seat, 99, None).moves
    assert {type(move) for move in listed[:-1]} == {BuildRoad}


def test_a_record_that_claims_other_rules_than_it_was_played_by_does_not_hold():
    """The first event names them, and every decision is made again by these."""
    reasons = set()
    for path in fixtures.fixtures("settlers"):
        events = fixtures.events_of(fixtures.load(path))
        if events[0].data["rules_version"] == 1:
            reasons.add(audit(claimed(events, 2)).reason)
    assert "the rules refuse it (not_now)" in reasons


def claimed(events: list[Event], version: int) -> list[Event]:
    """The record with another version in its first event, and all hashes made again."""
    return forged(events, 1, data={**events[0].data, "rules_version": version})
