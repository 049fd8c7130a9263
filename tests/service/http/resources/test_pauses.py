"""Pauses over HTTP: asked for, agreed to, resumed, and ended by the worker."""

from datetime import timedelta

import pytest

from tests.service.api import Api, Person
from tests.service.office import DAY


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob, deadline="1d")


def post(api: Api, game: str, who: Person, path: str, body: object = None):
    return api.act(game, who, path, body or {}, version=False)


def test_a_pause_stops_the_clock_in_views_and_lists(api, time, office, game, ada, bob):
    asked = post(api, game, bob, "pause").json["view"]["clock"]
    assert (asked["request"]["seconds"], asked["request"]["waiting_for"]) == (None, [0])
    begun = post(api, game, ada, "pause/answer", {"accept": True}).json
    assert begun["events"][0]["type"] == "paused"
    clock = begun["view"]["clock"]
    assert clock["paused"] == {"since": time.now(), "ends": "2026-12-21T12:00:00.000Z"}
    assert [seat["due"] for seat in clock["seats"]] == [None, None]
    time.later(5 * DAY)
    assert office.work() == 0
    [row] = api.get("/games")["games"]
    assert "due" not in row
    assert row["paused"]
    assert api.get("/me/games", ada)["games"][0]["paused"]
    resumed = post(api, game, bob, "resume").json["view"]["clock"]
    assert (resumed["paused"], resumed["seats"][0]["due"]) == (None, "2026-11-27T12:00:00.000Z")
    assert api.get(f"/games/{game}/verify")["valid"]


def test_the_worker_ends_a_pause_that_lasted_the_longest_and_once(
    api, time, office, game, ada, bob
):
    post(api, game, bob, "pause")
    post(api, game, ada, "pause/answer", {"accept": True})
    time.later(30 * DAY - timedelta(milliseconds=1))
    assert office.work() == 0
    time.later(timedelta(milliseconds=1))
    assert office.work() == 1
    [event] = api.get(f"/games/{game}/events")["events"][-1:]
    assert (event["type"], event["seat"]) == ("resumed", None)
    assert office.work() == 0
    assert api.view(game)["clock"]["seats"][0]["due"] == "2026-12-22T12:00:00.000Z"


def test_a_pause_is_declined_and_one_that_cannot_be_is_refused(api, game, played, ada, bob):
    post(api, game, ada, "pause")
    wrong = post(api, game, bob, "extension/answer", {"accept": True})
    assert (wrong.status_code, wrong.json["code"]) == (409, "no_time_requested")
    declined = post(api, game, bob, "pause/answer", {"accept": False}).json
    assert declined["events"][0]["type"] == "time_refused"
    assert post(api, game, bob, "resume").json["code"] == "not_paused"
    assert post(api, played, ada, "pause").json["code"] == "nothing_to_pause"
