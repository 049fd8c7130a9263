"""Finished games, replayed event by event: chain, chance, decisions, invariants and the end."""

from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from domain.kernel.audit import audit
from domain.kernel.rulesets import rulesets, versions
from domain.kernel.terms import UPCASTERS
from domain.record.older_entries import present_entry
from domain.record.record import NEWEST_SCHEMA, SCHEMA, decode, digest, encode
from tests import fixtures
from tests.fixtures import moments
from tests.fixtures.make import exported
from tests.fixtures.plans import every_plan

GAMES = fixtures.fixtures()
for_each_game = pytest.mark.parametrize("path", GAMES, ids=fixtures.name_of)


def last_data(path: Path) -> dict:
    """The data of the event that ended the game."""
    return fixtures.load(path)["events"][-1]["data"]


@for_each_game
def test_a_finished_game_holds_in_every_hash_commitment_draw_and_decision(path: Path):
    document = fixtures.load(path)
    found = audit(fixtures.events_of(document))
    assert (found.broken_at, found.reason) == (None, None)
    assert (found.events, found.hash) == (document["version"], document["hash"])


@for_each_game
def test_every_event_is_read_from_its_entry_as_it_was_to_the_byte(path: Path):
    events = fixtures.events_of(fixtures.load(path))
    told = msgspec.json.encode(events)
    assert msgspec.json.encode(decode(map(encode, events))) == told
    older = map(msgspec.json.encode, events)
    assert msgspec.json.encode(decode(map(present_entry, older))) == told


@for_each_game
def test_the_position_is_sound_after_every_event(path: Path):
    invariants = import_module(f"tests.domain.{path.parent.name}.invariants")
    for game in moments(path):
        if game.timeline is not None:
            invariants.assert_sound(game.state)


@for_each_game
def test_the_game_ends_with_its_last_event_as_that_event_says(path: Path):
    document, games = fixtures.load(path), moments(path)
    assert [game.status for game in games[:-1]].count("finished") == 0
    last = games[-1]
    assert last.status == document["status"] == "finished"
    assert last.outcome is not None
    assert last_data(path)["result"] == {
        "winners": list(last.outcome.winners),
        "scores": list(last.outcome.scores),
        "reason": last.outcome.reason,
    }


@for_each_game
def test_the_export_marks_undone_events(path: Path):
    last = moments(path)[-1]
    assert last.timeline is not None
    line = {moment.version for moment in last.timeline.moments()}
    moves = [
        event
        for event in fixtures.load(path)["events"]
        if event["version"] > last.timeline.start and event["type"] not in ("undone", "redone")
    ]
    assert {event["version"] for event in moves if not event["undone"]} == line - {
        last.timeline.start
    }


@for_each_game
def test_an_exported_event_has_the_recorded_hash(path: Path):
    document = fixtures.load(path)
    hashes = [digest(event) for event in fixtures.events_of(document)]
    assert hashes == [event["hash"] for event in document["events"]]


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_ruleset_has_finished_games(ruleset: str):
    assert len(fixtures.fixtures(ruleset)) >= 20


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_version_of_the_rules_and_the_newest_schema_have_finished_games(ruleset: str):
    events = [fixtures.events_of(fixtures.load(path)) for path in fixtures.fixtures(ruleset)]
    known = {each.rules_version for each in versions()[ruleset]}
    assert {record[0].data["rules_version"] for record in events} == known
    assert NEWEST_SCHEMA in {event.schema for record in events for event in record}


def test_every_schema_of_events_has_finished_games():
    stored = {e.schema for path in GAMES for e in fixtures.events_of(fixtures.load(path))}
    assert stored == set(range(SCHEMA, NEWEST_SCHEMA + 1))


def test_every_upcaster_has_stored_events_to_read():
    rules = (each for own in versions().values() for each in own)
    steps = set(UPCASTERS).union(*(each.wire.events.upcasters for each in rules))
    stored = {(e.type, e.schema) for path in GAMES for e in fixtures.events_of(fixtures.load(path))}
    assert steps <= stored


@pytest.mark.parametrize("ruleset", rulesets())
def test_the_games_cover_every_number_of_seats_every_board_and_every_value_of_an_option(ruleset):
    rules = rulesets()[ruleset]
    terms = [fixtures.load(path)["events"][0]["data"] for path in fixtures.fixtures(ruleset)]
    assert {given["seats"] for given in terms} == set(rules.seat_counts)
    boards = [
        rules.wire.boards.json(rules.wire.boards.read(name)) for name in rules.wire.boards.ids
    ]
    played = [given["board"] for given in terms]
    assert all(board in played for board in boards)
    assert any(board not in boards for board in played)
    for name, schema in rules.wire.options.schema()["properties"].items():
        values = {given["options"][name] for given in terms}
        wanted = schema.get("enum", [True, False] if schema["type"] == "boolean" else [])
        assert values >= {*wanted, schema["default"]}
        assert len(values) > 1


def test_the_games_cover_every_undo_policy_fair_chance_and_seeds_people_and_bots():
    documents = [fixtures.load(path) for path in GAMES]
    terms = [document["events"][0]["data"] for document in documents]
    assert {given["undo"] for given in terms} == {"free", "consent", "off"}
    assert sum(given["chance"]["fair"] for given in terms) >= 4
    assert sum(not given["chance"]["fair"] for given in terms) >= 4
    seats = [seat for document in documents for seat in document["seats"]]
    assert {seat["bot"] is None for seat in seats} == {True, False}


def test_the_games_are_small():
    assert sum(path.stat().st_size for path in GAMES) < 3_400_000


def test_the_maker_plays_the_same_bytes_again():
    short = next(plan for plan in every_plan() if plan.name == "tiny-four-all-leave")
    assert exported(short) == exported(short)


def test_every_plan_has_its_game_and_every_game_its_plan():
    kept = [f"{plan.ruleset}/{plan.name}" for plan in every_plan()]
    assert sorted(kept) == sorted(map(fixtures.name_of, GAMES))
