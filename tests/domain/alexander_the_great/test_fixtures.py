"""The coverage of the scenario's finished games."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domain.alexander_the_great.state import Phase
from tests import fixtures

GAMES = [fixtures.load(path) for path in fixtures.fixtures("alexander_the_great")]
EVENTS: list[dict[str, Any]] = [event for game in GAMES for event in game["events"]]


def data_of(type_: str) -> list[dict[str, Any]]:
    return [event["data"] for event in EVENTS if event["type"] == type_]


def test_the_games_cover_every_end():
    """G25, G26"""
    results = [game["events"][-1]["data"]["result"] for game in GAMES]
    reasons = {result["reason"] for result in results}
    assert reasons == {"target_points", "persepolis", "resignation"}


def test_the_games_cover_every_kind_of_event_of_the_scenario():
    types = {event["type"] for event in EVENTS}
    own = {"marched", "bid_made", "passed", "auction_paid", "bid_forfeited", "advisor_chosen"}
    assert own <= types
    kept = {"dice_rolled", "turn_ended", "resigned", "robber_moved", "cards_discarded"}
    assert kept | {"settlement_built", "trade_closed", "traded_with_bank"} <= types


def test_the_games_cover_every_occasion_and_advisor_and_spent_knights():
    """G12, G15, G20"""
    marches, paid = data_of("marched"), data_of("auction_paid")
    occasions = {march["auction"] for march in marches}
    assert occasions == {None, "founding", "hunger", "bridge", "battle", "statue"}
    assert {advisor for each in paid for advisor in each["advisors"]} == {
        None,
        "first",
        "second",
        "third",
    }
    assert any(each["knights"] for each in paid)
    assert any(each["corner"] is not None for each in paid)
    assert any(each["nobody"] for each in data_of("passed"))


def test_the_games_cover_open_and_closed_reserves_and_gates():
    """G8, G11"""
    draws = [event["draws"] for event in data_of("turn_ended")]
    assert any(None not in each for each in draws)
    assert any(set(each) == {None} for each in draws)
    assert any(march["crossing"] == 47 for march in data_of("marched"))


def by_version(version: int) -> list[Path]:
    return [
        path
        for path in fixtures.fixtures("alexander_the_great")
        if fixtures.load(path)["events"][0]["data"]["rules_version"] == version
    ]


@pytest.mark.parametrize("version", [1, 2])
def test_the_games_of_each_version_of_the_rules_cover_every_end(version: int):
    """G25, G26"""
    ends = [fixtures.load(path)["events"][-1]["data"]["result"] for path in by_version(version)]
    assert {end["reason"] for end in ends} == {"target_points", "persepolis", "resignation"}


def test_the_games_of_the_second_version_cover_cards_before_the_march_and_advisors_given_up():
    """S5, G21"""
    played, given_up = set(), 0
    for path in by_version(2):
        for before, after in pairwise(fixtures.moments(path)):
            if before.timeline is None or before.version != before.head:
                continue
            if before.state.phase is Phase.MARCH and after.state.base.turn.has_played_card:
                played.add(after.state.base.cards.knights > before.state.base.cards.knights)
            left = set(before.state.base.staying()) - set(after.state.base.staying())
            given_up += any(before.state.journey.advisors[seat] for seat in left)
    assert played == {True, False}
    assert given_up >= 2
