"""Vacations over HTTP: in one game, in all of them, and back."""

from datetime import timedelta
from typing import Any

import pytest

from tests.service.api import Api, Person
from tests.service.office import DAY

TERMS = {"per_move": "1d", "at_zero": "nudge", "vacation": 10}


@pytest.fixture
def game(api: Api, ada: Person, bob: Person, time) -> str:
    return api.game(ada, bob, deadline=TERMS)


def go(api: Api, game: str, who: Person, days: Any):
    return api.act(game, who, "vacation", {"days": days}, version=False)


def seat_clock(api: Api, game: str, seat: int = 0) -> Any:
    return api.view(game)["clock"]["seats"][seat]


def test_a_vacation_stops_the_time_of_a_seat_in_views_lists_and_for_the_worker(
    api: Api, time, office, game, ada, bob
):
    assert seat_clock(api, game)["vacation_until"] is None
    taken = go(api, game, ada, 4).json
    assert (taken["events"][0]["type"], taken["events"][0]["data"]) == (
        "vacation_taken",
        {"days": 4},
    )
    own, others = (taken["view"]["clock"]["seats"][seat] for seat in (0, 1))
    assert (own["vacation_until"], own["vacation_left"]) == ("2026-11-25T12:00:00.000Z", 6)
    assert (others["vacation_until"], others["vacation_left"]) == (None, 10)
    assert own["due"] == "2026-11-26T12:00:00.000Z"
    office.worker.catch_up()
    assert api.get("/games")["games"][0]["due"] == own["due"]
    time.later(5 * DAY - timedelta(milliseconds=1))
    assert office.work() == 0
    time.later(timedelta(milliseconds=1))
    assert office.work() == 1
    assert api.get(f"/games/{game}/verify")["valid"]


def test_zero_days_end_a_vacation(api: Api, time, game, ada):
    go(api, game, ada, 4)
    time.later(1.5 * DAY)
    back = go(api, game, ada, 0).json
    assert back["events"][0]["type"] == "vacation_ended"
    own = back["view"]["clock"]["seats"][0]
    assert (own["due"], own["vacation_left"]) == ("2026-11-24T00:00:00.000Z", 8)


def test_vacations_that_cannot_be_are_refused(api: Api, game, played, ada, bob):
    assert go(api, game, ada, 11).json["code"] == "vacation_spent"
    assert go(api, game, ada, 0).json["code"] == "not_on_vacation"
    assert go(api, game, ada, 61).json["code"] == "malformed"
    assert go(api, played, ada, 1).json["code"] == "no_vacation"


def test_one_request_takes_a_vacation_in_all_games_as_far_as_each_grants_it(
    api: Api, time, office, game, played, ada, bob
):
    plain = api.game(ada, bob, deadline="1d")
    generous = api.game(ada, bob, deadline={**TERMS, "vacation": 30})
    go(api, game, bob, 3)
    go(api, game, ada, 3)
    office.worker.catch_up()
    done = api.ask("POST", "/me/vacation", ada, json={"days": 14}, expect=200).json["games"]
    assert {each.pop("game_id"): each for each in done} == {
        game: {"days": 7, "until": "2026-12-01T12:00:00.000Z", "reason": None},
        generous: {"days": 14, "until": "2026-12-05T12:00:00.000Z", "reason": None},
        plain: {"days": 0, "until": None, "reason": "no_vacation"},
    }
    again = api.ask("POST", "/me/vacation", ada, json={"days": 1}, expect=200).json["games"]
    assert {each["reason"] for each in again} == {"no_vacation", "vacation_spent", None}
    back = api.ask("POST", "/me/vacation", ada, json={"days": 0}, expect=200).json["games"]
    assert {each["game_id"]: each["reason"] for each in back} == {
        game: None,
        generous: None,
        plain: "no_vacation",
    }
    assert seat_clock(api, generous)["vacation_left"] == 30


def test_a_request_sent_again_takes_no_second_vacation(api: Api, time, office, game, ada):
    office.worker.catch_up()
    headers = {"Idempotency-Key": "once"}
    asked = [
        api.ask("POST", "/me/vacation", ada, json={"days": 2}, headers=headers, expect=200).json
        for _ in "12"
    ]
    assert asked[0] == asked[1]
    assert seat_clock(api, game)["vacation_left"] == 8


def test_games_from_before_vacations_show_none(api: Api, time, ada, bob):
    clock = seat_clock(api, api.game(ada, bob, deadline="1d"))
    assert not {"vacation_until", "vacation_left"} & clock.keys()
