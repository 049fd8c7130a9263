"""Hosting an open game: cancelling it, freeing seats, seeing who looked; and names as they are."""

from typing import Any

import pytest

from tests.service.api import Api, Person


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    """An open game for three: Ada's, and Bob sits in it."""
    return api.game(ada, bob, seats=3)


def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_the_host_cancels_an_open_game_and_everybody_is_notified(api: Api, game: str, ada, bob):
    done = api.ask("DELETE", f"/games/{game}", ada, expect=200)
    assert [event["type"] for event in done.json["events"]] == ["cancelled"]
    assert done.headers["ETag"] == '"4"'
    view = api.view(game)
    assert (view["status"], view["host"]["name"], view["result"]) == ("cancelled", "Ada", None)
    refused(api.ask("POST", f"/games/{game}/seats", bob, json={}), 409, "game_cancelled")
    refused(api.ask("DELETE", f"/games/{game}", ada), 409, "game_cancelled")
    assert api.get(f"/games/{game}/verify")["valid"]
    exported = api.get(f"/games/{game}/export")
    assert (exported["status"], exported["complete"]) == ("cancelled", False)
    assert exported["events"][0]["data"]["secret"] is None


def test_only_the_host_cancels_and_only_before_the_start(api: Api, game: str, ada, bob):
    refused(api.ask("DELETE", f"/games/{game}", bob), 403, "no_right")
    refused(api.ask("DELETE", f"/games/{game}"), 401, "token_missing")
    live = api.game(ada, bob)
    refused(api.ask("DELETE", f"/games/{live}", ada), 409, "game_not_open")


def test_a_stream_of_a_cancelled_game_is_over(api: Api, game: str, ada: Person):
    api.ask("DELETE", f"/games/{game}", ada, expect=200)
    api.ask("GET", f"/games/{game}/stream", query_string={"after": 4}, expect=204)


def test_a_player_leaves_and_another_sits_down(api: Api, game: str, bob: Person, eve: Person):
    left = api.ask("DELETE", f"/games/{game}/seats/1", bob, expect=200).json
    assert left["events"][0]["data"] == {"seat": 1, "removed": False}
    assert left["view"]["seats"][1]["name"] is None
    assert left["view"]["viewer"] == {"seat": None}
    api.ask("POST", f"/games/{game}/seats", eve, json={}, expect=201)
    assert [seat["name"] for seat in api.view(game)["seats"]] == ["Ada", "Eve", None]


def test_the_host_removes_a_player_or_a_bot(api: Api, game: str, ada: Person):
    removed = api.ask("DELETE", f"/games/{game}/seats/1", ada, expect=200).json
    assert removed["events"][0]["data"] == {"seat": 1, "removed": True}
    api.ask("POST", f"/games/{game}/seats", ada, json={"bot": "greedy"}, expect=201)
    api.ask("DELETE", f"/games/{game}/seats/1", ada, expect=200)
    refused(api.ask("DELETE", f"/games/{game}/seats/1", ada), 409, "seat_free")
    refused(api.ask("DELETE", f"/games/{game}/seats/3", ada), 422, "malformed")


def test_nobody_else_frees_a_seat(api: Api, game: str, bob: Person, eve: Person):
    for who, seat in ((bob, 0), (eve, 1)):
        refused(api.ask("DELETE", f"/games/{game}/seats/{seat}", who), 403, "no_right")


@pytest.mark.parametrize("path", ["", "/seats/1"])
def test_freeing_and_cancelling_mind_version_and_key(api: Api, game: str, ada: Person, path: str):
    def ask(version: str) -> Any:
        headers = {"If-Match": version, "Idempotency-Key": "once"}
        return api.ask("DELETE", f"/games/{game}{path}", ada, headers=headers)

    refused(ask('"2"'), 412, "stale_version")
    first = ask('"3"')
    assert first.status_code == 200
    assert ask('"3"').data == first.data
    assert api.view(game)["version"] == 4


@pytest.mark.parametrize("listed", [True, False])
def test_everyone_who_left_gets_the_same_answer_when_asking_again(api: Api, ada, bob, listed: bool):
    game = api.game(ada, seats=3, listed=listed)
    code = api.view(game, ada)["join_code"]
    api.ask("POST", f"/games/{game}/seats", bob, json={"join_code": code}, expect=201)
    path, headers = f"/games/{game}/seats/1", {"Idempotency-Key": "once"}
    first = api.ask("DELETE", path, bob, headers=headers, expect=200)
    assert api.ask("DELETE", path, bob, headers=headers, expect=200).data == first.data
    assert api.view(game, ada)["version"] == 4


def test_only_the_host_sees_who_opened_the_invitation(api: Api, game: str, ada, bob, eve):
    for who in (None, None, eve, bob, ada):
        api.ask("POST", f"/games/{game}/visits", who, json={}, expect=204)
    found = api.get(f"/games/{game}/visits", ada)
    # Eve came from the same address as nobody known: that was her.
    assert ([visit["name"] for visit in found["visits"]], found["others"]) == (["Eve"], 0)
    api.ask("POST", f"/games/{game}/visits", json={}, expect=204)
    assert api.get(f"/games/{game}/visits", ada)["others"] == 1
    refused(api.ask("GET", f"/games/{game}/visits", eve), 403, "no_right")
    api.ask("POST", f"/games/{game}/seats", eve, json={}, expect=201)
    assert api.get(f"/games/{game}/visits", ada)["visits"] == []


def test_a_visit_to_an_unlisted_game_needs_its_code(api: Api, ada: Person, eve: Person):
    game = api.game(ada, seats=2, listed=False)
    refused(api.ask("POST", f"/games/{game}/visits", eve, json={}), 404, "not_found")
    code = api.view(game, ada)["join_code"]
    query = {"join_code": code}
    api.ask("POST", f"/games/{game}/visits", eve, json={}, query_string=query, expect=204)
    assert [visit["name"] for visit in api.get(f"/games/{game}/visits", ada)["visits"]] == ["Eve"]


@pytest.mark.parametrize("path", ["", "/replay", "/export"])
def test_a_new_name_is_shown_in_running_games_whatever_was_kept(api: Api, ada, bob, path: str):
    game = api.game(ada, bob)
    before = api.ask("GET", f"/games/{game}{path}", expect=200).headers["ETag"]
    assert before == '"3"'
    api.ask("PATCH", "/me", bob, json={"name": "Bobby"}, expect=200)
    after = api.ask("GET", f"/games/{game}{path}", headers={"If-None-Match": before}, expect=200)
    assert b'"Bobby"' in after.data
    assert b'"Bob"' not in after.data
    etag = after.headers["ETag"]
    assert etag.startswith('"3-n')
    api.ask("GET", f"/games/{game}{path}", headers={"If-None-Match": etag}, expect=304)


def test_an_etag_that_marks_names_is_good_for_a_move(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    api.ask("PATCH", "/me", bob, json={"name": "Bobby"}, expect=200)
    etag = api.ask("GET", f"/games/{game}", ada, expect=200).headers["ETag"]
    move = api.moves(game, ada)[0]
    api.ask("POST", f"/games/{game}/moves", ada, json=move, headers={"If-Match": etag}, expect=201)
