"""More time over HTTP: asked for, granted by all, refused and withdrawn."""

import pytest

from tests.service.api import Api, Person


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob, deadline="1d")


def ask(api: Api, game: str, who: Person, time: object = "6h"):
    return api.act(game, who, "extension", {"time": time}, version=False)


def answer(api: Api, game: str, who: Person, accept: bool):
    return api.act(game, who, "extension/answer", {"accept": accept}, version=False)


def test_time_is_asked_for_and_granted_by_the_other(api: Api, game: str, ada, bob):
    due = api.view(game)["clock"]["seats"][0]["due"]
    asked = ask(api, game, ada).json
    assert (asked["events"][0]["type"], asked["events"][0]["data"]) == (
        "time_asked",
        {"seconds": 21_600},
    )
    assert asked["view"]["clock"]["request"] == {
        "seat": 0,
        "seconds": 21_600,
        "accepted": [],
        "waiting_for": [1],
    }
    granted = answer(api, game, bob, True).json["view"]["clock"]
    assert granted["request"] is None
    assert granted["seats"][0]["due"][:10] >= due[:10]
    assert granted["seats"][0]["due"] > due
    assert api.get(f"/games/{game}/verify")["valid"]


def test_a_request_is_declined_or_withdrawn_and_its_seat_cannot_grant_it(api, game, ada, bob):
    ask(api, game, ada)
    own = answer(api, game, ada, True)
    assert (own.status_code, own.json["code"]) == (409, "no_time_requested")
    again = ask(api, game, ada)
    assert (again.status_code, again.json["code"]) == (409, "time_pending")
    for who in (bob, ada):
        ended = answer(api, game, who, False).json
        assert ended["events"][0]["type"] == "time_refused"
        assert ended["view"]["clock"]["request"] is None
        ask(api, game, ada)


@pytest.mark.parametrize(
    ("seat", "time", "status", "code"),
    [
        (1, "6h", 409, "no_time_runs"),
        (0, "2d", 409, "too_much_time"),
        (0, "9m", 409, "too_much_time"),
        (0, "59s", 422, "malformed"),
    ],
)
def test_time_that_cannot_be_given_is_refused(api, game, ada, bob, seat, time, status, code):
    refused = ask(api, game, (ada, bob)[seat], time)
    assert (refused.status_code, refused.json["code"]) == (status, code)


def test_a_game_without_a_deadline_has_no_time_to_add(api, played, ada):
    assert ask(api, played, ada).json["code"] == "no_time_runs"


def test_an_answer_for_an_older_version_is_stale(api, game, ada, bob):
    version = ask(api, game, ada).json["version"]
    answer(api, game, ada, False)
    ask(api, game, ada, "12h")
    late = api.act(game, bob, "extension/answer", {"accept": True}, version=version)
    assert late.status_code == 412


def test_an_extension_asked_for_again_with_its_key_is_one(api, game, ada, bob):
    first, second = (
        api.act(game, ada, "extension", {"time": "6h"}, version=False, key="k") for _ in range(2)
    )
    assert first.data == second.data
