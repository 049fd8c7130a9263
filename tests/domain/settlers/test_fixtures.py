"""The coverage of settlers' finished games."""

from itertools import pairwise
from typing import Any

import pytest

from domain.settlers.wire.events import EVENTS as CODEC
from tests import fixtures

GAMES = [fixtures.load(path) for path in fixtures.fixtures("settlers")]
EVENTS: list[dict[str, Any]] = [event for game in GAMES for event in game["events"]]


def data_of(type_: str) -> list[dict[str, Any]]:
    return [event["data"] for event in EVENTS if event["type"] == type_]


def test_the_games_cover_every_end():
    """S12"""
    reasons = {game["events"][-1]["data"]["result"]["reason"] for game in GAMES}
    assert reasons == {"target_points", "resignation", "turn_limit"}


def test_the_games_cover_every_kind_of_event():
    kernel = {"created", "seat_taken", "seat_freed", "undone", "redone"}
    kernel |= {"undo_requested", "undo_accepted", "undo_declined"}
    kernel |= {"time_expired", "time_asked", "time_granted", "time_refused"}
    kernel |= {"paused", "resumed", "vacation_taken", "vacation_ended"}
    kernel |= {"stand_in_agreed", "came_back"}
    assert {event["type"] for event in EVENTS} == kernel | {*CODEC.types} - {"dealt"}


def test_in_many_games_something_is_taken_back_and_trades_and_luck_too():
    assert sum(any(event["undone"] for event in game["events"]) for game in GAMES) >= 8
    undone = {event["type"] for event in EVENTS if event["undone"]}
    assert undone >= {"dice_rolled", "trade_offered", "robber_moved", "road_built", "turn_ended"}


def test_the_games_cover_terms_as_offered_and_countered():
    """S10"""
    terms, countered, closed = {}, 0, 0
    for event in EVENTS:
        data = event["data"]
        if event["type"] == "trade_offered":
            terms = data
        same = all(data.get(side) == terms.get(side) for side in ("give", "get"))
        countered += event["type"] == "trade_answered" and data["accepted"] and not same
        closed += event["type"] == "trade_closed" and not same
    assert countered > 10
    assert closed > 0


def test_the_games_cover_thefts_knights_discards_and_a_short_bank():
    """S6, S7"""
    robberies = data_of("robber_moved")
    assert {robbery["by_knight"] for robbery in robberies} == {True, False}
    assert {robbery["victim"] for robbery in robberies} == {None, 0, 1, 2, 3}
    assert any(sum(map(bool, roll["owed"])) > 1 for roll in data_of("dice_rolled"))
    assert {len(played["cards"]) for played in data_of("year_of_plenty_played")} == {1, 2}


def test_the_games_cover_both_honours_and_their_changing_hands():
    """S11"""
    for honour in ("longest_road", "largest_army"):
        changes = set()
        for game in GAMES:
            line = [event["data"] for event in game["events"] if not event["undone"]]
            held = [data["honours"][honour] for data in line if "honours" in data]
            changes |= {*pairwise(held)}
        assert any(before is None and after is not None for before, after in changes)
        assert any(None not in pair and pair[0] != pair[1] for pair in changes), honour


def by_version(version: int) -> list[dict[str, Any]]:
    return [game for game in GAMES if game["events"][0]["data"]["rules_version"] == version]


@pytest.mark.parametrize("version", [1, 2])
def test_the_games_of_each_version_of_the_rules_cover_every_end(version: int):
    """S12"""
    reasons = {game["events"][-1]["data"]["result"]["reason"] for game in by_version(version)}
    assert reasons == {"target_points", "resignation", "turn_limit"}


def test_by_the_second_version_nothing_but_roads_comes_after_road_building():
    """S5: before the roll as after; it may be taken back."""
    games = by_version(2)
    assert {after for game in games for after in after_road_building(game)} == {
        "road_built",
        "undone",
    }
    assert {is_early for game in games for is_early in before_the_roll(game)} == {True, False}


def after_road_building(game: dict[str, Any]) -> list[str]:
    """The type of the event after each road building card."""
    types = [event["type"] for event in game["events"]]
    return [after for before, after in pairwise(types) if before == "road_building_played"]


def before_the_roll(game: dict[str, Any]) -> list[bool]:
    """For each road building card, True if it was played before the dice."""
    found, is_early = [], True
    for event in game["events"]:
        if event["type"] in ("turn_ended", "dice_rolled"):
            is_early = event["type"] == "turn_ended"
        if event["type"] == "road_building_played":
            found.append(is_early)
    return found


def test_every_game_is_small():
    sizes = [path.stat().st_size for path in fixtures.fixtures("settlers")]
    assert max(sizes) < 150_000
    assert sum(sizes) < 2_000_000
