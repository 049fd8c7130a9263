"""The statistics of every finished game on record, of all rulesets and versions."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.game import Game, fold
from domain.record.record import Event
from domain.record.times import milliseconds, moment
from projections.statistics.contract import counting_of
from projections.statistics.game import statistics
from tests import fixtures

ALL = fixtures.fixtures()
TRADING = [
    path for path in ALL if path.name.startswith(("standard-four", "isle-", "campaign-three-f"))
]
HOUR = 3_600_000


@cache
def played(path: Path) -> tuple[Game, tuple[Event, ...], dict[str, Any]]:
    events = tuple(fixtures.events_of(fixtures.load(path)))
    game = fold(events)
    return game, events, counts(game, events)


def counts(game: Game, events: Iterable[Event]) -> dict[str, Any]:
    """The statistics as they are answered."""
    told: dict[str, Any] = msgspec.to_builtins(statistics("g", game, iter(events)))
    return told


each_game = pytest.mark.parametrize("path", ALL, ids=fixtures.name_of)


@each_game
def test_the_points_of_all_sources_add_up_to_the_final_scores(path: Path):
    game, _, counted = played(path)
    outcome = game.outcome
    assert outcome is not None
    by_source = [source["seats"] for source in counted["points"]]
    assert tuple(map(sum, zip(*by_source, strict=True))) == tuple(outcome.scores)


@each_game
def test_no_source_is_left_with_less_than_nothing(path: Path):
    _, _, counted = played(path)
    assert all(number >= 0 for source in counted["points"] for number in source["seats"])


@each_game
def test_dice_and_moves_are_those_of_the_line_that_was_played(path: Path):
    game, events, counted = played(path)
    assert game.timeline is not None
    line = {each.version for each in game.timeline.moments()}
    rolled = [e for e in events if e.type == "dice_rolled" and e.version in line]
    assert sum(sum(roll["seats"]) for roll in counted["dice"]) == len(rolled)
    for roll in counted["dice"]:
        alike = [e for e in rolled if sum(e.data["dice"]) == roll["total"]]
        assert sum(roll["seats"]) == len(alike)
    others = ("undo_requested", "undo_accepted", "undo_declined", "undone", "redone")
    others += ("time_expired", "time_asked", "time_granted", "time_refused")
    others += ("paused", "resumed", "vacation_taken", "vacation_ended")
    others += ("stand_in_agreed", "came_back")
    moves = [e for e in events if e.version in line and e.type not in others]
    assert sum(counted["moves"]) == len(moves) - 1, "all but the opening"
    assert sum(counted["undos"]) == sum(e.type == "undone" for e in events)


@each_game
def test_yields_are_shown_by_turn_in_order_and_never_empty(path: Path):
    _, _, counted = played(path)
    turns = [each["turn"] for each in counted["yields"]["turns"]]
    assert turns == sorted(set(turns))
    assert all(1 <= turn <= counted["turns"] for turn in turns)
    assert all(any(each["seats"]) for each in counted["yields"]["turns"])


@each_game
def test_nobody_waits_longer_than_the_game_takes(path: Path):
    _, events, counted = played(path)
    versions = {event.version: event for event in events}
    for seat, wait in enumerate(counted["waits"]):
        assert 0 <= wait["longest"] <= wait["total"]
        if wait["event"] is not None:
            assert versions[wait["event"]].seat == seat


@pytest.mark.parametrize("path", TRADING, ids=fixtures.name_of)
def test_a_seat_that_is_merely_asked_to_trade_keeps_nobody_waiting(path: Path):
    """S10: an hour before an answer is the wait of the seat whose turn it is."""
    game, events, counted = played(path)
    assert game.timeline is not None
    line = {each.version for each in game.timeline.moments()}
    asked = next(e for e in events if e.type == "trade_answered" and e.version in line)
    late = [each if each.version < asked.version else an_hour_later(each) for each in events]
    longer = [
        after["total"] - before["total"]
        for before, after in zip(counted["waits"], counts(game, late)["waits"], strict=True)
    ]
    offers = (e.seat for e in reversed(events[: asked.version]) if e.type == "trade_offered")
    offering = next(offers)
    assert longer == [HOUR * (seat == offering) for seat in range(len(game.seats))]


def an_hour_later(event: Event) -> Event:
    """The event, recorded an hour later; its hash is not looked at."""
    return replace(event, recorded_at=moment(milliseconds(event.recorded_at) + HOUR))


def test_where_points_are_taxes_the_yields_are_the_points():
    for path in fixtures.fixtures("alexandros"):
        game, _, counted = played(path)
        turns = [each["seats"] for each in counted["yields"]["turns"]]
        outcome = game.outcome
        assert outcome is not None
        assert [sum(seat) for seat in zip(*turns, strict=True)] in ([], list(outcome.scores))


def test_every_source_and_card_of_a_counting_occurs_in_some_game():
    for ruleset in ("alexandros", "settlers", "alexander_the_great"):
        games = [played(path)[2] for path in fixtures.fixtures(ruleset)]
        for kind, name, codes in (
            ("points", "source", counting_of(ruleset).sources),
            ("cards", "card", counting_of(ruleset).cards),
        ):
            met = {each[name] for game in games for each in game[kind] if any(each["seats"])}
            assert met | {"earlier"} >= set(codes)
