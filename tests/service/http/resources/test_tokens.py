"""Tokens with scopes over HTTP: made, shown once, listed, used, ended and revoked."""

from datetime import timedelta
from typing import Any

import pytest

from service.http.answering import streaming
from service.people.devices import hash_secret
from service.people.scoped_tokens import MOST_TOKENS
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person
from tests.service.office import FakeClock

PLAY = {"name": "My bot", "scopes": ["play"]}


def made(api: Api, who: Person, **body: Any) -> Any:
    return api.ask("POST", "/me/tokens", who, json={**PLAY, **body}, expect=201).json


def holder(token: Any) -> Person:
    return Person("", "", token["token"])


def listed(api: Api, who: Person) -> list[Any]:
    return list(api.get("/me/tokens", who)["tokens"])


def test_a_token_is_shown_once_and_listed_without_its_secret(
    api: Api, ada: Person, store: RedisStore, time: FakeClock
):
    new = made(api, ada, scopes=["play", "notices", "play"], days=30)
    assert new["token"].startswith("anas_")
    assert new["scopes"] == ["play", "notices"]
    (one,) = listed(api, ada)
    assert one == {name: value for name, value in new.items() if name != "token"}
    assert one["created_at"] == time.now()
    assert one["expires_at"].startswith("2026-12-21T12:00")
    assert (one["name"], one["last_used"], one["current"]) == ("My bot", None, False)
    stored = store.client.hgetall(f"player:{ada.player_id}")
    assert new["token"].encode() not in b" ".join([*stored, *stored.values()])
    assert one["id"] not in hash_secret(new["token"])


def test_it_ends_after_ninety_days_unless_it_says_otherwise(api: Api, ada: Person, time: FakeClock):
    assert made(api, ada)["expires_at"].startswith("2027-02-19T12:00")


@pytest.mark.parametrize(
    "wrong",
    [
        {"scopes": []},
        {"scopes": ["all"]},
        {"scopes": "play"},
        {"name": ""},
        {"days": 0},
        {"days": 367},
        {"days": None},
        {"until": "2026-12-01"},
    ],
)
def test_a_malformed_token_is_refused(api: Api, ada: Person, wrong: dict[str, Any]):
    answer = api.ask("POST", "/me/tokens", ada, json={**PLAY, **wrong})
    assert (answer.status_code, answer.json["code"]) == (422, "malformed")
    assert listed(api, ada) == []


def test_a_program_plays_with_it(api: Api, ada: Person, bob: Person):
    program = holder(made(api, ada))
    game = api.game(ada, bob)
    move = api.moves(game, program)[0]
    assert api.act(game, program, "moves", move, api.view(game)["version"]).status_code == 201


def test_it_makes_no_token(api: Api, ada: Person):
    program = holder(made(api, ada, scopes=["read", "play", "bot", "notices", "account"]))
    answer = api.ask("POST", "/me/tokens", program, json=PLAY)
    assert (answer.status_code, answer.json["code"]) == (403, "insufficient_scope")


def test_it_is_unknown_after_its_end(api: Api, ada: Person, time: FakeClock):
    program = holder(made(api, ada, days=1))
    api.get("/me", program)
    time.later(timedelta(days=1))
    answer = api.ask("GET", "/me", program)
    assert (answer.status_code, answer.json["code"]) == (401, "token_unknown")
    assert listed(api, ada) == []


def test_fifty_are_kept_and_those_that_ended_make_room(
    api: Api, ada: Person, store: RedisStore, time: FakeClock
):
    for _ in range(MOST_TOKENS):
        used = made(api, ada, days=1)
    api.get("/me", holder(used))
    answer = api.ask("POST", "/me/tokens", ada, json=PLAY)
    assert (answer.status_code, answer.json["code"]) == (409, "too_many_tokens")
    assert str(MOST_TOKENS) in answer.json["detail"]
    time.later(timedelta(days=1))
    new = made(api, ada)
    fields = store.client.hkeys(f"player:{ada.player_id}")
    kept = [each for each in fields if each.startswith((b"named:", b"used:"))]
    assert kept == [f"named:{hash_secret(new['token'])}".encode()]


def test_a_revoked_token_is_void_and_leaves_nothing(api: Api, ada: Person, store: RedisStore):
    new = made(api, ada)
    program = holder(new)
    api.get("/me", program)
    api.ask("DELETE", f"/me/tokens/{new['id']}", ada, expect=204)
    assert api.ask("GET", "/me", program).status_code == 401
    assert listed(api, ada) == []
    fields = store.client.hkeys(f"player:{ada.player_id}")
    assert not [each for each in fields if each.startswith((b"named:", b"used:"))]
    assert api.ask("DELETE", f"/me/tokens/{new['id']}", ada).status_code == 404


def test_only_a_token_of_ones_own_is_revoked(api: Api, ada: Person, bob: Person):
    new = made(api, bob)
    answer = api.ask("DELETE", f"/me/tokens/{new['id']}", ada)
    assert (answer.status_code, answer.json["code"]) == (404, "not_found")
    assert len(listed(api, bob)) == 1


def test_a_stream_of_a_revoked_token_ends(api: Api, ada: Person, bob: Person, monkeypatch):
    game, new = api.game(ada, bob), made(api, ada)
    monkeypatch.setattr(streaming, "KEEP_ALIVE_SECONDS", 0.01)
    stream = api.ask("GET", f"/games/{game}/stream", holder(new))
    pieces = iter(stream.response)
    next(pieces)
    api.ask("DELETE", f"/me/tokens/{new['id']}", ada, expect=204)
    assert not any(b"nothing" in piece for piece in pieces)  # otherwise it would go on for ever


def test_a_replaced_token_takes_the_others_with_it(api: Api, ada: Person):
    program = holder(made(api, ada))
    api.get("/me", program)
    token = api.ask("POST", "/me/token", ada, json={}, expect=201).json["token"]
    assert api.ask("GET", "/me", program).status_code == 401
    assert listed(api, Person("", "", token)) == []


def test_signing_devices_out_leaves_it(api: Api, ada: Person):
    program = holder(made(api, ada))
    api.ask("DELETE", "/me/devices", ada, expect=204)
    api.get("/me", program)
    assert len(api.get("/me/devices", ada)["devices"]) == 1


def test_a_player_who_left_has_none(api: Api, ada: Person):
    program = holder(made(api, ada))
    api.get("/me", program)
    api.ask("DELETE", "/me", ada, expect=204)
    assert api.ask("GET", "/me", program).status_code == 401


def test_the_last_use_is_written_once_an_hour(
    api: Api, ada: Person, store: RedisStore, time: FakeClock
):
    program = holder(made(api, ada))
    first = time.later(timedelta(minutes=10))
    api.get("/me", program)
    time.later(timedelta(minutes=40))
    api.get("/me", program)
    assert listed(api, ada)[0]["last_used"] == first
    later = time.later(timedelta(minutes=20))
    api.get("/me", program)
    assert listed(api, ada)[0]["last_used"] == later


def test_the_list_marks_the_token_that_asks(api: Api, ada: Person):
    made(api, ada)
    program = holder(made(api, ada, name="Settings", scopes=["account"]))
    assert {one["name"]: one["current"] for one in listed(api, program)} == {
        "My bot": False,
        "Settings": True,
    }


@pytest.mark.parametrize(
    "token", ["anas_", "anas_p", "anas_p0000000000000000_x", "anas__x", "anas_feed_" + "x" * 43]
)
def test_a_token_that_nobody_made_is_unknown(api: Api, token: str):
    answer = api.client.get(f"{BASE}/me", headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.json["code"]) == (401, "token_unknown")


def test_another_players_id_opens_nothing(api: Api, ada: Person, bob: Person):
    token = made(api, ada)["token"].replace(ada.player_id, bob.player_id)
    assert api.ask("GET", "/me", Person("", "", token)).status_code == 401


def test_tokens_need_a_token(api: Api):
    for method, path in (("GET", ""), ("POST", ""), ("DELETE", "/x")):
        assert api.ask(method, f"/me/tokens{path}", json={}).status_code == 401
