"""The coverage of Alexandros' finished games."""

from pathlib import Path
from typing import Any

import pytest

from tests import fixtures

PATHS = fixtures.fixtures("alexandros")
GAMES = [fixtures.load(path) for path in PATHS]
EVENTS: list[dict[str, Any]] = [event for game in GAMES for event in game["events"]]


@pytest.mark.parametrize("path", PATHS, ids=fixtures.name_of)
def test_no_score_ever_falls(path: Path):
    scores: dict[int, tuple[int, ...]] = {}
    for game in fixtures.moments(path):
        if game.timeline is None:
            continue
        before = game.timeline.head.before
        if before is not None:
            pairs = zip(scores[before.version], game.state.scores, strict=True)
            assert all(earlier <= later for earlier, later in pairs)
        scores[game.head] = game.state.scores


def test_the_games_cover_every_end():
    reasons = {game["events"][-1]["data"]["result"]["reason"] for game in GAMES}
    assert reasons == {"target_score", "last_wall", "no_march", "no_progress", "resignation"}


def test_the_games_cover_every_kind_of_event():
    kernel = {"created", "seat_taken", "seat_freed", "undone", "redone"}
    kernel |= {"undo_requested", "undo_accepted", "undo_declined"}
    kernel |= {"time_expired", "time_asked", "time_granted", "time_refused"}
    kernel |= {"paused", "resumed", "vacation_taken", "vacation_ended"}
    kernel |= {"stand_in_agreed", "came_back"}
    own = {"card_chosen", "marched", "card_taken", "province_occupied", "province_taken_over"}
    own |= {"taxes_levied", "governor_recalled", "turn_ended", "resigned"}
    assert {event["type"] for event in EVENTS} == kernel | own
    assert sum(any(event["undone"] for event in game["events"]) for game in GAMES) >= 10


def test_the_games_cover_skipped_marches_jokers_and_reshuffles_taken_back():
    assert any(event["data"].get("march_skipped") for event in EVENTS)
    assert any(event["data"].get("joker") for event in EVENTS)
    reshuffles = [event for event in EVENTS if event["data"].get("reshuffled")]
    assert {event["undone"] for event in reshuffles} == {True, False}
