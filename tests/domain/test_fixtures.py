"""Finished games, replayed event by event: chain, chance, decisions, invariants and the end."""

from pathlib import Path

import pytest

from domain.audit import audit
from domain.game import Game, evolve
from domain.record import digest
from domain.rulesets import rulesets
from tests import fixtures
from tests.domain.alexander_the_great.invariants import assert_sound as assert_campaign_sound
from tests.domain.alexandros.invariants import assert_sound as assert_alexandros_sound
from tests.domain.settlers.invariants import assert_sound as assert_settlers_sound
from tests.fixtures.make import EVERY_PLAN, exported

GAMES = fixtures.fixtures()
SOUND = {
    "alexandros": assert_alexandros_sound,
    "settlers": assert_settlers_sound,
    "alexander_the_great": assert_campaign_sound,
}
for_each_game = pytest.mark.parametrize("path", GAMES, ids=fixtures.name_of)


def moments(path: Path) -> list[Game]:
    """The game after each event of its record."""
    game, found = None, []
    for event in fixtures.events_of(fixtures.load(path)):
        game = evolve(game, event)
        found.append(game)
    return found


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
def test_the_position_is_sound_after_every_event(path: Path):
    for game in moments(path):
        if game.timeline is None:
            continue
        SOUND[path.parent.name](game.state)


@pytest.mark.parametrize("path", fixtures.fixtures("alexandros"), ids=fixtures.name_of)
def test_no_score_of_alexandros_ever_falls(path: Path):
    scores: dict[int, tuple[int, ...]] = {}
    for game in moments(path):
        if game.timeline is None:
            continue
        before = game.timeline.head.before
        if before is not None:
            pairs = zip(scores[before.version], game.state.scores, strict=True)
            assert all(earlier <= later for earlier, later in pairs)
        scores[game.head] = game.state.scores


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
def test_the_export_marks_what_was_taken_back(path: Path):
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
def test_an_exported_event_has_the_hash_of_what_was_recorded(path: Path):
    document = fixtures.load(path)
    hashes = [digest(event) for event in fixtures.events_of(document)]
    assert hashes == [event["hash"] for event in document["events"]]


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_ruleset_has_finished_games(ruleset: str):
    assert len(fixtures.fixtures(ruleset)) >= 20


@pytest.mark.parametrize("ruleset", rulesets())
def test_the_games_cover_every_number_of_seats_every_board_and_every_value_of_an_option(ruleset):
    rules = rulesets()[ruleset]
    terms = [fixtures.load(path)["events"][0]["data"] for path in fixtures.fixtures(ruleset)]
    assert {given["seats"] for given in terms} == set(rules.seat_counts)
    boards = [rules.board_json(rules.board(name)) for name in rules.board_ids]
    played = [given["board"] for given in terms]
    assert all(board in played for board in boards)
    assert any(board not in boards for board in played)
    for name, schema in rules.options_schema()["properties"].items():
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


def test_the_games_cover_every_end_of_alexandros():
    ends = {last_data(path)["result"]["reason"] for path in fixtures.fixtures("alexandros")}
    assert ends == {"target_score", "last_wall", "no_march", "no_progress", "resignation"}


def test_the_games_cover_every_kind_of_event():
    games = [fixtures.load(path)["events"] for path in fixtures.fixtures("alexandros")]
    types = {event["type"] for events in games for event in events}
    kernel = {"created", "seat_taken", "undone", "redone"}
    kernel |= {"undo_requested", "undo_accepted", "undo_declined"}
    own = {"card_chosen", "marched", "card_taken", "province_occupied", "province_taken_over"}
    own |= {"taxes_levied", "governor_recalled", "turn_ended", "resigned"}
    assert types == kernel | own
    assert sum(any(event["undone"] for event in events) for events in games) >= 10


def test_the_games_cover_skipped_marches_jokers_and_reshuffles_taken_back():
    games = [fixtures.load(path)["events"] for path in fixtures.fixtures("alexandros")]
    events = [event for events in games for event in events]
    assert any(event["data"].get("march_skipped") for event in events)
    assert any(event["data"].get("joker") for event in events)
    reshuffles = [event for event in events if event["data"].get("reshuffled")]
    assert {event["undone"] for event in reshuffles} == {True, False}


def test_the_games_are_small():
    assert sum(path.stat().st_size for path in GAMES) < 3_000_000


def test_the_maker_plays_the_same_bytes_again():
    short = next(plan for plan in EVERY_PLAN if plan.name == "tiny-four-all-leave")
    assert exported(short) == exported(short)


def test_every_plan_has_its_game_and_every_game_its_plan():
    kept = [f"{plan.ruleset}/{plan.name}" for plan in EVERY_PLAN]
    assert sorted(kept) == sorted(map(fixtures.name_of, GAMES))
