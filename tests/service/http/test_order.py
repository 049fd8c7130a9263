"""The order of checks (token, game, seat, known key, version, form, rules), and repeats."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.http.asking.auth import bot_token
from service.store.append_script import recent_key
from service.store.contract import Appended
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person

COMMANDS = {
    "moves": {"type": "end_turn"},
    "undo": {"to": 3},
    "redo": {},
    "resign": {},
    "undo/answer": {"accept": True},
}
VERSIONED = ("moves", "undo", "redo")
WRONG: Any = {"colour": "red"}
"""A body that fits no command."""


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob)


@pytest.fixture
def hidden(api: Api, ada: Person, bob: Person) -> str:
    """A live game that is unlisted to all but Ada and Bob."""
    made = api.game(ada, seats=2, listed=False)
    body = {"join_code": api.view(made, ada)["join_code"]}
    api.ask("POST", f"/games/{made}/seats", bob, json=body, expect=201)
    return made


def ask(api: Api, game: str, path: str, who: Person | None, body: Any, **headers: str) -> str:
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = api.ask("POST", f"/games/{game}/{path}", who, json=body, headers=said)
    assert answer.status_code >= 400
    return f"{answer.status_code} {answer.json['code']}"


@pytest.mark.parametrize("path", COMMANDS)
def test_each_check_comes_in_its_turn(
    api: Api, game: str, hidden: str, path: str, ada: Person, bob: Person, eve: Person
):
    nobody = {"Authorization": "Bearer ana_nobody"}
    assert ask(api, "nosuchgame", path, None, WRONG) == "401 token_missing"
    assert ask(api, "nosuchgame", path, None, WRONG, **nobody) == "401 token_unknown"
    assert ask(api, "nosuchgame", path, eve, WRONG) == "404 not_found"
    assert ask(api, hidden, path, None, WRONG) == "401 token_missing"
    assert ask(api, hidden, path, eve, WRONG) == "404 not_found"
    assert ask(api, game, path, eve, WRONG) == "403 no_seat"
    assert ask(api, game, path, bob, WRONG, If_Match='"2"') == "412 stale_version"
    assert ask(api, game, path, bob, WRONG, If_Match='"4"') == "412 stale_version"
    assert ask(api, game, path, bob, WRONG, If_Match="two") == "400 header_invalid"
    assert ask(api, game, path, bob, WRONG, If_Match='"3"') == "422 malformed"
    if path in VERSIONED:
        assert ask(api, game, path, bob, WRONG) == "428 version_missing"
    else:
        assert ask(api, game, path, bob, WRONG) == "422 malformed"
    if path != "resign":
        assert ask(api, game, path, bob, COMMANDS[path], If_Match="*").startswith("409 ")
    assert api.view(game)["version"] == api.view(hidden, ada)["version"] == 3


@pytest.mark.parametrize(
    "form", ['"1", "3"', "3, 3", '""', '"three"', '"3', '3"', "'3'", '"03"', '"-3"', '"3.0"', "v3"]
)
def test_an_if_match_that_names_no_one_version_is_quoted(api: Api, game: str, ada, form: str):
    headers = {"If-Match": form}
    body = {"type": "end_turn"}
    answer = api.ask("POST", f"/games/{game}/moves", ada, json=body, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (400, "header_invalid")
    assert repr(form) in answer.json["detail"]
    assert api.view(game)["version"] == 3


def test_taking_a_seat_checks_in_the_same_order(api: Api, ada: Person, bob: Person, eve: Person):
    hidden = api.game(ada, seats=3, listed=False)
    code = api.view(hidden, ada)["join_code"]
    listed = api.game(ada, seats=3)
    assert ask(api, hidden, "seats", None, WRONG) == "401 token_missing"
    assert ask(api, hidden, "seats", eve, WRONG) == "404 not_found"
    assert ask(api, hidden, "seats", eve, {"join_code": 3}) == "404 not_found"
    assert ask(api, hidden, "seats", eve, {"join_code": code, **WRONG}) == "422 malformed"
    assert ask(api, listed, "seats", eve, {"bot": "genius"}) == "403 no_right"
    assert ask(api, listed, "seats", ada, {"bot": "genius"}) == "422 malformed"
    assert ask(api, listed, "seats", bob, {"seat": 3}) == "422 malformed"
    assert ask(api, listed, "seats", bob, {"seat": 0}) == "409 seat_taken"
    assert ask(api, listed, "seats", ada, {}) == "409 already_seated"
    assert api.view(listed)["version"] == api.view(hidden, ada)["version"] == 2


def test_a_bot_has_its_seat_and_no_other_right(api: Api, ada: Person, game: str):
    made = api.game(ada, seats=2, bots=["random"])
    key = api.app.extensions["anabasis"].key
    said = {"Authorization": f"Bearer {bot_token(key, made, 1)}"}
    for path, body in (("/games", {"ruleset": "alexandros"}), (f"/games/{game}/seats", {})):
        answer = api.ask("POST", path, json=body, headers=said)
        assert (answer.status_code, answer.json["code"]) == (403, "no_right")
    assert ask(api, game, "resign", None, {}, **said) == "403 no_seat"
    assert ask(api, made, "moves", None, {"type": "end_turn"}, **said, If_Match='"3"') in (
        "409 not_your_turn",
        "409 card_not_chosen",
    )


@pytest.mark.parametrize(
    "token", ["", "ana_", "anab_", "anab_G", "anab_G_1", "anab_G_1_", "anab_G_٣_x", "anab__1_00"]
)
def test_a_made_up_token_opens_nothing(api: Api, game: str, token: str):
    said = token.replace("G", game).encode().decode("latin-1")
    answer = api.ask("GET", "/me", headers={"Authorization": f"Bearer {said}"})
    assert (answer.status_code, answer.json["code"]) == (401, "token_unknown")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


# Repeats
def repeat(api: Api, game: str, who: Person, path: str, body: Any, **headers: str) -> TestResponse:
    said = {"Idempotency-Key": "k", **{n.replace("_", "-"): v for n, v in headers.items()}}
    return api.ask("POST", f"/games/{game}/{path}", who, json=body, headers=said)


def test_a_repeated_move_is_answered_the_same_to_the_byte_after_later_events(
    api: Api, game: str, ada: Person, bob: Person
):
    move = api.moves(game, ada)[0]
    first = api.act(game, ada, "moves", move, key="k")
    assert first.status_code == 201
    changes = (
        lambda: None,
        lambda: api.move(game, ada),
        lambda: api.act(game, ada, "undo", {"to": 3}),
        lambda: api.act(game, ada, "resign", {}, version=False),
    )
    for change in changes:
        change()
        version = api.view(game)["version"]
        for form in ({}, {"If_Match": '"1"'}, {"If_Match": "nonsense"}, {"If_Match": '"99"'}):
            again = repeat(api, game, ada, "moves", move, **form)
            assert (again.status_code, again.data) == (201, first.data)
            assert again.headers["ETag"] == first.headers["ETag"] == '"4"'
        assert api.view(game)["version"] == version
    assert api.view(game)["status"] == "finished"


def test_every_command_can_be_repeated(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob, undo="consent")
    api.move(game, ada)
    script: list[tuple[Person, str, Any]] = [
        (bob, "undo", {"to": 3}),
        (ada, "undo/answer", {"accept": True}),
        (bob, "redo", {}),
        (bob, "resign", {}),
    ]
    for number, (who, path, body) in enumerate(script):
        first = api.act(game, who, path, body, key=f"k{number}")
        assert first.status_code == 201, first.data
        again = api.act(game, who, path, body, version=False, key=f"k{number}")
        assert again.data == first.data
    assert api.view(game)["version"] == 4 + len(script)


def test_a_key_belongs_to_its_seat(api: Api, game: str, ada: Person, bob: Person):
    mine = api.act(game, ada, "moves", api.moves(game, ada)[0], key="k")
    his = api.act(game, bob, "resign", {}, version=False, key="k")
    assert (mine.json["version"], his.json["version"]) == (4, 5)


def test_a_key_with_another_command_of_the_same_seat_is_reused(api: Api, game: str, ada: Person):
    api.act(game, ada, "moves", api.moves(game, ada)[0], key="k")
    for path, body in (("undo", {"to": 3}), ("redo", {}), ("moves", WRONG), ("resign", {})):
        answer = repeat(api, game, ada, path, body)
        assert (answer.status_code, answer.json["code"]) == (422, "key_reused")
    assert api.view(game)["version"] == 4


def test_a_key_of_a_command_without_a_body_is_reused_by_another_path_and_the_problem_says_so(
    api: Api, ada: Person
):
    game, keyed = api.game(ada, seats=3), {"Idempotency-Key": "k"}
    api.ask("DELETE", f"/games/{game}/seats/0", ada, headers=keyed, expect=200)
    for path in (f"/games/{game}", f"/games/{game}/seats/1"):
        answer = api.ask("DELETE", path, ada, headers=keyed, expect=422)
        assert answer.json["code"] == "key_reused"
        assert "method, path or body" in answer.json["detail"]


def test_a_refused_command_uses_no_key_up(api: Api, game: str, ada: Person):
    assert api.act(game, ada, "moves", {"type": "end_turn"}, key="k").status_code == 409
    assert api.act(game, ada, "moves", api.moves(game, ada)[0], key="k").status_code == 201


TAKE = {"type": "take_card", "from": "supply"}


@pytest.fixture
def taking(api: Api, game: str, ada: Person) -> str:
    """The game at version 5: Ada may take a card, and then another."""
    api.move(game, ada)
    api.move(game, ada)
    assert TAKE in api.moves(game, ada)
    return game


def test_a_move_repeated_after_its_time_is_stale_and_no_second_move(
    api: Api, store: RedisStore, taking: str, ada: Person
):
    assert api.act(taking, ada, "moves", TAKE, version=5, key="k").status_code == 201
    assert store.client.delete(recent_key(taking)) == 1
    assert TAKE in api.moves(taking, ada)
    for version, code in ((5, "stale_version"), (False, "version_missing")):
        again = api.act(taking, ada, "moves", TAKE, version=version, key="k")
        assert again.json["code"] == code
    assert api.view(taking)["version"] == 6


def test_a_move_for_any_version_always_gets_the_same_answer(
    api: Api, store: RedisStore, taking: str, ada: Person
):
    first = repeat(api, taking, ada, "moves", TAKE, If_Match="*")
    store.client.delete(recent_key(taking))
    assert TAKE in api.moves(taking, ada)
    again = repeat(api, taking, ada, "moves", TAKE, If_Match="*")
    assert (again.status_code, again.data) == (201, first.data)
    assert api.view(taking)["version"] == 6


@pytest.mark.parametrize("key", ["", "k" * 201])
@pytest.mark.parametrize("path", [*COMMANDS, "seats", "branches"])
def test_a_key_out_of_bounds_is_refused(api: Api, game: str, ada: Person, path: str, key: str):
    headers = {"Idempotency-Key": key, "If-Match": "*"}
    body = {**COMMANDS, "seats": {}, "branches": {"at": 3}}[path]
    answer = api.ask("POST", f"/games/{game}/{path}", ada, json=body, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (400, "header_invalid")
    assert "Idempotency-Key of 1 to 200 characters" in answer.json["detail"]


def test_a_repeated_creation_is_answered_the_same_also_after_moves(
    api: Api, ada: Person, bob: Person
):
    body = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "listed": False}
    keyed = {"Idempotency-Key": "k"}
    first = api.ask("POST", "/games", ada, json=body, headers=keyed, expect=201)
    game = first.json["game_id"]
    sitting = {"join_code": first.json["join_code"]}
    seated = api.ask("POST", f"/games/{game}/seats", bob, json=sitting, headers=keyed, expect=201)
    view = api.view(game, ada)
    acting = (ada, bob)[view["to_act"][0]]
    api.move(game, acting, version=view["version"])
    again = api.ask("POST", "/games", ada, json=body, headers=keyed)
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["Location"] == first.headers["Location"]
    reseated = api.ask("POST", f"/games/{game}/seats", bob, json=sitting, headers=keyed)
    assert (reseated.status_code, reseated.data) == (201, seated.data)
    other = api.ask("POST", "/games", ada, json={**body, "title": "x"}, headers=keyed)
    assert (other.status_code, other.json["code"]) == (422, "key_reused")
    elsewhere = api.ask("POST", "/games", bob, json=body, headers=keyed, expect=201)
    assert elsewhere.json["game_id"] != game


def test_a_repeated_study_is_answered_the_same_also_after_moves_and_the_games_end(
    api: Api, game: str, ada: Person
):
    keyed = {"Idempotency-Key": "k"}
    body = {"at": 3}
    first = api.ask("POST", f"/games/{game}/branches", ada, json=body, headers=keyed, expect=201)
    study = first.json["game_id"]
    api.move(study, ada, version=first.json["version"])
    api.act(game, ada, "resign", {}, version=False)
    again = api.ask("POST", f"/games/{game}/branches", ada, json=body, headers=keyed)
    assert (again.status_code, again.data) == (201, first.data)


def test_a_study_knows_a_repeat_though_the_seat_to_move_has_changed(api: Api, game: str, ada):
    study = api.ask("POST", f"/games/{game}/branches", ada, json={"at": 3}, expect=201).json
    study_id = study["game_id"]
    while True:
        moves = api.moves(study_id, ada)
        ending = next((m for m in moves if m["type"] == "end_turn"), None)
        version = api.view(study_id, ada)["version"]
        if ending is not None:
            break
        api.move(study_id, ada, version=version)
    first = api.act(study_id, ada, "moves", ending, version=version, key="k")
    again = api.act(study_id, ada, "moves", ending, version=version, key="k")
    assert (again.status_code, again.data) == (201, first.data)


def test_a_refused_command_is_looked_up_once(
    api: Api, store: RedisStore, game: str, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    asked, find = list[str](), store.find_command

    def found(game_id: str, command_id: str) -> Appended | None:
        asked.append(command_id)
        return find(game_id, command_id)

    monkeypatch.setattr(store, "find_command", found)
    assert api.act(game, ada, "moves", {"type": "unknown"}, key="k").status_code == 422
    assert asked == ["seat 0:k"]
