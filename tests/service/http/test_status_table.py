"""Every line of the API's status table: the status, a problem that helps, and nothing recorded."""

import json
from typing import Any

import pytest
from redis.exceptions import ConnectionError as Lost
from werkzeug.test import TestResponse

from service.app import create_app
from service.http.asking.auth import bot_token
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person

END = {"type": "end_turn"}


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob)


def problem(answer: TestResponse, status: int, code: str, *says: str) -> dict[str, Any]:
    """Assert a problem of a status and code whose detail says these things."""
    assert answer.status_code == status, answer.get_data(as_text=True)
    assert answer.content_type == "application/problem+json"
    body: dict[str, Any] = json.loads(answer.data)
    assert {"type", "title", "status", "detail", "code"} <= body.keys()
    assert (body["status"], body["code"]) == (status, code)
    for text in says:
        assert text in body["detail"], body["detail"]
    return body


def raw(api: Api, game: str, who: Person, body: bytes, **headers: str) -> TestResponse:
    given = {**who.headers, "If-Match": '"3"', "Content-Type": "application/json", **headers}
    return api.client.post(f"{BASE}/games/{game}/moves", data=body, headers=given)


# 400
@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b'"end_turn"',
        b"null",
        b'{"type": NaN}',
        b'{"type": "end_turn"} x',
        b'{"type": "\\ud800"}',
        b'{"type": "\xff"}',
        b'\xef\xbb\xbf{"type": "end_turn"}',
        b"[" * 60_000,
        b'{"a":' * 9_000,
    ],
    ids=lambda body: repr(body[:18]),
)
def test_a_body_that_is_no_json_object_is_400(api: Api, game: str, ada: Person, body: bytes):
    problem(raw(api, game, ada, body), 400, "not_json", "JSON")
    assert api.view(game)["version"] == 3


@pytest.mark.parametrize("given", ["twelve", "", '"1", "2"', "-1", '"1.0"', "9" * 30])
def test_an_if_match_that_names_no_version_is_400(api: Api, game: str, ada: Person, given: str):
    headers = {"If-Match": given}
    answer = api.ask("POST", f"/games/{game}/moves", ada, json=END, headers=headers)
    assert answer.status_code == 400
    assert api.view(game)["version"] == 3


@pytest.mark.parametrize("key", ["", "k" * 201])
def test_an_idempotency_key_out_of_bounds_is_400(api: Api, game: str, ada: Person, key: str):
    headers = {"Idempotency-Key": key, "If-Match": '"3"'}
    answer = api.ask("POST", f"/games/{game}/moves", ada, json=END, headers=headers)
    assert answer.status_code == 400
    assert "200" in answer.get_data(as_text=True)


# 413, 415
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "text/json"])
def test_another_content_type_is_415(api: Api, game: str, ada: Person, kind: str):
    answer = raw(api, game, ada, b'{"type": "end_turn"}', **{"Content-Type": kind})
    problem(answer, 415, "wrong_content_type", "application/json")
    assert api.view(game)["version"] == 3


def test_a_body_over_64_kib_is_413(api: Api, game: str, ada: Person):
    body = json.dumps({"type": "end_turn", "more": "x" * 65_536}).encode()
    problem(raw(api, game, ada, body), 413, "too_large", "64 KiB")
    assert api.view(game)["version"] == 3


# 401, 403, 404
def test_no_token_is_401_and_points_to_post_players(api: Api, game: str):
    for path in ("moves", "undo", "redo", "seats", "resign", "branches"):
        answer = api.ask("POST", f"/games/{game}/{path}", json={"to": 3, "type": "x", "at": 3})
        assert answer.status_code in (401, 422), path
    problem(api.ask("GET", "/me"), 401, "token_missing", "POST /players")
    answer = api.ask("GET", f"/games/{game}/moves")
    problem(answer, 401, "token_missing")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "given", ["Bearer ana_nobody", "Basic YWRhOmFkYQ==", "Bearer", "Bearer anab_x_0_y", "ana_x"]
)
def test_an_unknown_token_is_401(api: Api, game: str, given: str):
    answer = api.ask("GET", f"/games/{game}", headers={"Authorization": given})
    problem(answer, 401, "token_unknown")


def test_a_bots_token_plays_its_own_seat_and_nothing_else(api: Api, ada: Person):
    made = api.game(ada, seats=2, bots=["random"])
    key = api.app.extensions["anabasis"].key
    token = bot_token(key, made, 1)
    headers = {"Authorization": f"Bearer {token}"}
    seen = api.get(f"/games/{made}", headers=headers)
    assert seen["viewer"]["seat"] == 1
    assert api.ask("GET", "/me", headers=headers).status_code == 403
    other = {"Authorization": f"Bearer {bot_token(key, made, 0)}"}
    assert api.get(f"/games/{made}", headers=other)["viewer"]["seat"] is None
    forged = token[:-1] + ("0" if token[-1] != "0" else "1")
    answer = api.ask("GET", f"/games/{made}", headers={"Authorization": f"Bearer {forged}"})
    assert answer.status_code == 401


def test_a_player_without_a_seat_gets_403(api: Api, game: str, eve: Person):
    for path, body in (("moves", END), ("undo", {"to": 3}), ("redo", {}), ("resign", {})):
        answer = api.act(game, eve, path, body)
        problem(answer, 403, "no_seat", "watch")
    problem(api.ask("GET", f"/games/{game}/moves", eve), 403, "no_seat")
    answer = api.ask("POST", f"/games/{game}/undo/answer", eve, json={"accept": True})
    problem(answer, 403, "no_seat")


def test_a_stranger_may_seat_no_bot(api: Api, ada: Person, eve: Person):
    made = api.game(ada, seats=3)
    answer = api.ask("POST", f"/games/{made}/seats", eve, json={"bot": "random"})
    problem(answer, 403, "no_right")


def test_an_unlisted_game_is_404_but_to_its_own_and_those_with_the_code(
    api: Api, ada: Person, eve: Person
):
    made = api.game(ada, seats=2, listed=False)
    code = api.view(made, ada)["join_code"]
    for path in ("", "/events", "/stream", "/export", "/export.zip", "/verify", "/moves"):
        problem(api.ask("GET", f"/games/{made}{path}", eve), 404, "not_found", made)
        assert api.ask("GET", f"/games/{made}{path}?join_code=wrong", eve).status_code == 404
    for path, body in (("seats", {}), ("moves", END), ("branches", {"at": 1}), ("resign", {})):
        headers = {"If-Match": "*"}
        answer = api.ask("POST", f"/games/{made}/{path}", eve, json=body, headers=headers)
        assert answer.status_code == 404, path
    assert api.view(made, eve, join_code=code)["status"] == "open"
    api.ask("POST", f"/games/{made}/seats", eve, json={"join_code": code}, expect=201)
    assert api.view(made, eve)["viewer"]["seat"] == 1


def test_a_missing_resource_is_404_and_a_wrong_method_405(api: Api, ada: Person):
    problem(api.ask("GET", "/games/nosuchgame"), 404, "not_found", "nosuchgame")
    problem(api.ask("GET", "/nowhere"), 404, "not_found", "/nowhere")
    problem(api.ask("GET", "/rulesets/chess"), 404, "not_found", "chess", "alexandros")
    problem(api.ask("GET", "/rulesets/alexandros/boards/x"), 404, "not_found", "near_east")
    assert api.ask("HEAD", "/rulesets/chess").status_code == 404
    answer = api.ask("DELETE", "/games", ada)
    problem(answer, 405, "method_not_allowed", "DELETE")
    assert "GET" in answer.headers["Allow"]


# 409
def test_the_game_refuses_with_409_its_code_and_rule(api: Api, game: str, ada: Person, bob: Person):
    body = problem(api.act(game, bob, "moves", END), 409, "not_your_turn", "seat 0")
    assert body["rule"] == "A19"
    far = {"type": "march", "space": [0, 1], "path": [[0, 0]]}
    assert problem(api.act(game, ada, "moves", far), 409, "card_not_chosen")["rule"] == "A1"
    assert api.view(game)["version"] == 3


def test_before_the_start_and_after_the_end_409(api: Api, ada: Person, bob: Person):
    made = api.game(ada, seats=2)
    problem(api.act(made, ada, "moves", END), 409, "not_started", "1 of 2")
    problem(api.act(made, ada, "undo", {"to": 1}), 409, "not_started")
    over = api.game(ada, bob)
    api.act(over, ada, "resign", {}, version=False)
    told = problem(api.act(over, bob, "moves", END), 409, "game_over", "replayed")
    assert told["parameters"] == {"reason": "resignation"}
    problem(api.act(over, bob, "undo", {"to": 3}), 409, "game_over")
    problem(api.act(over, bob, "resign", {}, version=False), 409, "game_over")
    answer = api.ask("POST", f"/games/{over}/seats", bob, json={})
    problem(answer, 409, "game_not_open")
    assert api.view(over)["version"] == 4


# 412, 428
def test_a_version_that_is_not_the_present_one_is_412_and_none_is_428(
    api: Api, game: str, ada: Person
):
    move = api.moves(game, ada)[0]
    for version in (0, 2, 4, 99):
        answer = api.act(game, ada, "moves", move, version=version)
        body = problem(answer, 412, "stale_version", f"version {version}", "version 3")
        assert (body["version"], answer.headers["ETag"]) == (3, '"3"')
    for path, sent in (("moves", move), ("undo", {"to": 3}), ("redo", {})):
        problem(api.act(game, ada, path, sent, version=False), 428, "version_missing", "If-Match")
    assert api.view(game)["version"] == 3


def test_a_version_is_understood_in_every_usual_form(api: Api, game: str, ada: Person):
    for version, form in enumerate(('"3"', "4", 'W/"5"', "*"), start=3):
        listed = [m for m in api.moves(game, ada) if m["type"] != "resign"]
        headers = {"If-Match": form}
        made = api.ask("POST", f"/games/{game}/moves", ada, json=listed[0], headers=headers)
        assert made.json["version"] == version + 1


# 422
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": "x" * 41}, "name"),
        ({"name": "   "}, "name"),
        ({"name": 3}, "name"),
        ({"name": None}, "name"),
        ({"name": "a\u0000b"}, "name"),
        ({"name": "Ada", "mail": "x"}, "mail"),
        ({}, "name"),
    ],
)
def test_a_player_that_does_not_fit_is_422_by_field(api: Api, given: dict, field: str):
    body = problem(api.ask("POST", "/players", json=given), 422, "malformed")
    assert list(body["errors"]) == [field]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({}, "ruleset"),
        ({"ruleset": "alexandros", "seats": 5}, "seats"),
        ({"ruleset": "alexandros", "seats": "2"}, "seats"),
        ({"ruleset": "alexandros", "seats": 2.0}, "seats"),
        ({"ruleset": "alexandros", "seats": True}, "seats"),
        ({"ruleset": "alexandros", "board": "mars"}, "board"),
        ({"ruleset": "alexandros", "board": {"rows": ["TAHLS"], "start": [0, 0]}}, "board"),
        ({"ruleset": "alexandros", "board": {"rows": ["TAXLS."], "start": [0, 0]}}, "board"),
        ({"ruleset": "alexandros", "board": 7}, "board"),
        ({"ruleset": "alexandros", "options": {"target_score": 9}}, "options.target_score"),
        ({"ruleset": "alexandros", "options": {"jokers": "any"}}, "options.jokers"),
        ({"ruleset": "alexandros", "options": []}, "options"),
        ({"ruleset": "alexandros", "bots": ["genius"]}, "bots.0"),
        (
            {
                "ruleset": "alexandros",
                "deadline": {"per_move": "1d", "at_zero": "bot", "bot": "genius"},
            },
            "deadline.bot",
        ),
        ({"ruleset": "alexandros", "seats": 2, "bots": ["random", "random"]}, "bots"),
        ({"ruleset": "alexandros", "bots": ["random"] * 4}, "bots"),
        ({"ruleset": "alexandros", "seats": None}, "seats"),
        ({"ruleset": "alexandros", "first_seat": 2}, "first_seat"),
        ({"ruleset": "alexandros", "seed": "xyz"}, "seed"),
        ({"ruleset": "alexandros", "seed": "abc"}, "seed"),
        ({"ruleset": "alexandros", "seed": "ab", "contribution": "ab"}, "contribution"),
        ({"ruleset": "alexandros", "undo": "maybe"}, "undo"),
        ({"ruleset": "alexandros", "listed": 1}, "listed"),
        ({"ruleset": "alexandros", "deadline": 60}, "deadline"),
        ({"ruleset": "alexandros", "colour": "red"}, "colour"),
    ],
)
def test_a_game_that_does_not_fit_is_422_by_field_and_is_not_made(
    api: Api, store: RedisStore, ada: Person, given: dict, field: str
):
    body = problem(api.ask("POST", "/games", ada, json=given), 422, "malformed")
    assert field in body["errors"], body
    assert store.client.keys("*:ev") == []


def test_a_board_is_refused_with_row_and_column(api: Api, ada: Person):
    board = {"rows": ["TAHLS.", "..X."], "start": [0, 0]}
    given = {"ruleset": "alexandros", "board": board}
    body = problem(api.ask("POST", "/games", ada, json=given), 422, "malformed")
    assert "Row 1, column 2: 'X'" in body["errors"]["board"][0]


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"type": "castle"},
        {"type": 3},
        {"type": "end_turn", "now": True},
        {"type": "march", "space": [1], "path": [[0, 0]]},
        {"type": "march", "space": [0, 1], "path": []},
        {"type": "march", "space": [0, True], "path": [[0, 0]]},
        {"type": "choose_card", "from": "sleeve"},
        {"type": "choose_card", "from": "display", "slot": 2},
        {"type": "levy_taxes", "card": "ace"},
        {"type": "take_over", "province": [0, 0], "governors": [[0, 1]], "compensation": 3},
    ],
    ids=str,
)
def test_a_move_that_does_not_fit_is_422(api: Api, game: str, ada: Person, move: dict):
    body = problem(api.act(game, ada, "moves", move), 422, "malformed")
    assert body["errors"]
    assert api.view(game)["version"] == 3


@pytest.mark.parametrize(
    "path",
    [
        "?at=0",
        "?at=x",
        "?at=99",
        "?wait=99&after=1",
        "?colour=red",
        "/events?limit=0",
        "/events?after=-1",
        "/moves?limit=2001",
        "/stream?after=x",
    ],
)
def test_a_query_that_does_not_fit_is_422(api: Api, game: str, ada: Person, path: str):
    body = problem(api.ask("GET", f"/games/{game}{path}", ada), 422, "malformed")
    assert body["errors"]


def test_a_key_with_another_body_is_422_and_the_first_command_stands(
    api: Api, game: str, ada: Person
):
    first, other = api.moves(game, ada)[:2]
    made = api.act(game, ada, "moves", first, key="k")
    problem(api.act(game, ada, "moves", other, key="k"), 422, "key_reused", "new key")
    again = api.act(game, ada, "moves", first, version=False, key="k")
    assert again.data == made.data
    assert api.view(game)["version"] == 4


# 429
def test_a_flood_is_429_with_retry_after(store: RedisStore):
    api = Api(create_app(Config(rate_limits="3 per minute"), store))
    answers = [api.ask("GET", "/rulesets") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    problem(answers[-1], 429, "too_many_requests", "Retry-After")
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60


# 500, 503
def test_a_fault_of_ours_is_500_and_shows_nothing_of_the_code(api: Api, monkeypatch):
    def broken(*_: object) -> None:
        raise ZeroDivisionError("in /secret/place.py")

    monkeypatch.setattr("service.http.resources.rulesets._offer", broken)
    answer = api.ask("GET", "/rulesets")
    problem(answer, 500, "internal_error")
    assert b"secret" not in answer.data
    assert b"ZeroDivision" not in answer.data


def test_a_store_that_is_away_is_503_with_retry_after(
    api: Api, game: str, ada: Person, store: RedisStore, monkeypatch
):
    move = api.moves(game, ada)[0]

    for name in ("execute_command", "pipeline"):
        monkeypatch.setattr(store.client, name, _lost)
    for answer in (
        api.ask("POST", f"/games/{game}/moves", ada, json=move, headers={"If-Match": '"3"'}),
        api.ask("GET", f"/games/{game}"),
        api.ask("GET", "/games"),
        api.ask("POST", "/players", json={"name": "Ada"}),
        api.client.get("/readyz"),
    ):
        problem(answer, 503, "store_unavailable", "Idempotency-Key")
        assert int(answer.headers["Retry-After"]) >= 1
    assert api.client.get("/livez").status_code == 200
    monkeypatch.undo()
    assert api.view(game)["version"] == 3


def _lost(*_: object, **__: object) -> None:
    raise Lost("connection refused")
