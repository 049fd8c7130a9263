"""The order of checks (token, game, seat, known key, version, form, rules), and repeats."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.http.plumbing.auth import bot_token
from tests.service.desk import Desk, Person

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
def game(desk: Desk, ada: Person, bob: Person) -> str:
    return desk.game(ada, bob)


@pytest.fixture
def hidden(desk: Desk, ada: Person, bob: Person) -> str:
    """A live game that is unlisted to all but Ada and Bob."""
    made = desk.game(ada, seats=2, listed=False)
    body = {"join_code": desk.view(made, ada)["join_code"]}
    desk.ask("POST", f"/games/{made}/seats", bob, json=body, expect=201)
    return made


def ask(desk: Desk, game: str, path: str, who: Person | None, body: Any, **headers: str) -> str:
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = desk.ask("POST", f"/games/{game}/{path}", who, json=body, headers=said)
    assert answer.status_code >= 400
    return f"{answer.status_code} {answer.json['code']}"


@pytest.mark.parametrize("path", COMMANDS)
def test_each_check_comes_in_its_turn(
    desk: Desk, game: str, hidden: str, path: str, ada: Person, bob: Person, eve: Person
):
    nobody = {"Authorization": "Bearer ana_nobody"}
    assert ask(desk, "nosuchgame", path, None, WRONG) == "401 token_missing"
    assert ask(desk, "nosuchgame", path, None, WRONG, **nobody) == "401 token_unknown"
    assert ask(desk, "nosuchgame", path, eve, WRONG) == "404 not_found"
    assert ask(desk, hidden, path, None, WRONG) == "401 token_missing"
    assert ask(desk, hidden, path, eve, WRONG) == "404 not_found"
    assert ask(desk, game, path, eve, WRONG) == "403 no_seat"
    assert ask(desk, game, path, bob, WRONG, If_Match='"2"') == "412 stale_version"
    assert ask(desk, game, path, bob, WRONG, If_Match='"4"') == "412 stale_version"
    assert ask(desk, game, path, bob, WRONG, If_Match="two") == "400 header_invalid"
    assert ask(desk, game, path, bob, WRONG, If_Match='"3"') == "422 malformed"
    if path in VERSIONED:
        assert ask(desk, game, path, bob, WRONG) == "428 version_missing"
    else:
        assert ask(desk, game, path, bob, WRONG) == "422 malformed"
    if path != "resign":
        assert ask(desk, game, path, bob, COMMANDS[path], If_Match="*").startswith("409 ")
    assert desk.view(game)["version"] == desk.view(hidden, ada)["version"] == 3


@pytest.mark.parametrize(
    "form", ['"1", "3"', "3, 3", '""', '"three"', '"3', '3"', "'3'", '"03"', '"-3"', '"3.0"', "v3"]
)
def test_an_if_match_that_names_no_one_version_is_quoted(desk: Desk, game: str, ada, form: str):
    headers = {"If-Match": form}
    body = {"type": "end_turn"}
    answer = desk.ask("POST", f"/games/{game}/moves", ada, json=body, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (400, "header_invalid")
    assert repr(form) in answer.json["detail"]
    assert desk.view(game)["version"] == 3


def test_taking_a_seat_checks_in_the_same_order(desk: Desk, ada: Person, bob: Person, eve: Person):
    hidden = desk.game(ada, seats=3, listed=False)
    code = desk.view(hidden, ada)["join_code"]
    listed = desk.game(ada, seats=3)
    assert ask(desk, hidden, "seats", None, WRONG) == "401 token_missing"
    assert ask(desk, hidden, "seats", eve, WRONG) == "404 not_found"
    assert ask(desk, hidden, "seats", eve, {"join_code": 3}) == "404 not_found"
    assert ask(desk, hidden, "seats", eve, {"join_code": code, **WRONG}) == "422 malformed"
    assert ask(desk, listed, "seats", eve, {"bot": "genius"}) == "403 no_right"
    assert ask(desk, listed, "seats", ada, {"bot": "genius"}) == "422 malformed"
    assert ask(desk, listed, "seats", bob, {"seat": 3}) == "422 malformed"
    assert ask(desk, listed, "seats", bob, {"seat": 0}) == "409 seat_taken"
    assert ask(desk, listed, "seats", ada, {}) == "409 already_seated"
    assert desk.view(listed)["version"] == desk.view(hidden, ada)["version"] == 2


def test_a_bot_has_its_seat_and_no_other_right(desk: Desk, ada: Person, game: str):
    made = desk.game(ada, seats=2, bots=["random"])
    key = desk.app.extensions["anabasis"].key
    said = {"Authorization": f"Bearer {bot_token(key, made, 1)}"}
    for path, body in (("/games", {"ruleset": "alexandros"}), (f"/games/{game}/seats", {})):
        answer = desk.ask("POST", path, json=body, headers=said)
        assert (answer.status_code, answer.json["code"]) == (403, "no_right")
    assert ask(desk, game, "resign", None, {}, **said) == "403 no_seat"
    assert ask(desk, made, "moves", None, {"type": "end_turn"}, **said, If_Match='"3"') in (
        "409 not_your_turn",
        "409 card_not_chosen",
    )


@pytest.mark.parametrize(
    "token", ["", "ana_", "anab_", "anab_G", "anab_G_1", "anab_G_1_", "anab_G_٣_x", "anab__1_00"]
)
def test_a_made_up_token_opens_nothing(desk: Desk, game: str, token: str):
    said = token.replace("G", game).encode().decode("latin-1")
    answer = desk.ask("GET", "/me", headers={"Authorization": f"Bearer {said}"})
    assert (answer.status_code, answer.json["code"]) == (401, "token_unknown")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


# Repeats
def repeat(
    desk: Desk, game: str, who: Person, path: str, body: Any, **headers: str
) -> TestResponse:
    said = {"Idempotency-Key": "k", **{n.replace("_", "-"): v for n, v in headers.items()}}
    return desk.ask("POST", f"/games/{game}/{path}", who, json=body, headers=said)


def test_a_repeated_move_is_answered_the_same_to_the_byte_after_later_events(
    desk: Desk, game: str, ada: Person, bob: Person
):
    move = desk.moves(game, ada)[0]
    first = desk.act(game, ada, "moves", move, key="k")
    assert first.status_code == 201
    happenings = (
        lambda: None,
        lambda: desk.move(game, ada),
        lambda: desk.act(game, ada, "undo", {"to": 3}),
        lambda: desk.act(game, ada, "resign", {}, version=False),
    )
    for happens in happenings:
        happens()
        version = desk.view(game)["version"]
        for form in ({}, {"If_Match": '"1"'}, {"If_Match": "nonsense"}, {"If_Match": '"99"'}):
            again = repeat(desk, game, ada, "moves", move, **form)
            assert (again.status_code, again.data) == (201, first.data)
            assert again.headers["ETag"] == first.headers["ETag"] == '"4"'
        assert desk.view(game)["version"] == version
    assert desk.view(game)["status"] == "finished"


def test_every_command_can_be_repeated(desk: Desk, ada: Person, bob: Person):
    game = desk.game(ada, bob, undo="consent")
    desk.move(game, ada)
    script: list[tuple[Person, str, Any]] = [
        (bob, "undo", {"to": 3}),
        (ada, "undo/answer", {"accept": True}),
        (bob, "redo", {}),
        (bob, "resign", {}),
    ]
    for number, (who, path, body) in enumerate(script):
        first = desk.act(game, who, path, body, key=f"k{number}")
        assert first.status_code == 201, first.data
        again = desk.act(game, who, path, body, version=False, key=f"k{number}")
        assert again.data == first.data
    assert desk.view(game)["version"] == 4 + len(script)


def test_a_key_belongs_to_its_seat(desk: Desk, game: str, ada: Person, bob: Person):
    mine = desk.act(game, ada, "moves", desk.moves(game, ada)[0], key="k")
    his = desk.act(game, bob, "resign", {}, version=False, key="k")
    assert (mine.json["version"], his.json["version"]) == (4, 5)


def test_a_key_with_another_command_of_the_same_seat_is_reused(desk: Desk, game: str, ada: Person):
    desk.act(game, ada, "moves", desk.moves(game, ada)[0], key="k")
    for path, body in (("undo", {"to": 3}), ("redo", {}), ("moves", WRONG), ("resign", {})):
        answer = repeat(desk, game, ada, path, body)
        assert (answer.status_code, answer.json["code"]) == (422, "key_reused")
    assert desk.view(game)["version"] == 4


def test_a_refused_command_uses_no_key_up(desk: Desk, game: str, ada: Person):
    assert desk.act(game, ada, "moves", {"type": "end_turn"}, key="k").status_code == 409
    assert desk.act(game, ada, "moves", desk.moves(game, ada)[0], key="k").status_code == 201


@pytest.mark.parametrize("key", ["", "k" * 201])
@pytest.mark.parametrize("path", [*COMMANDS, "seats", "branches"])
def test_a_key_out_of_bounds_is_refused(desk: Desk, game: str, ada: Person, path: str, key: str):
    headers = {"Idempotency-Key": key, "If-Match": "*"}
    body = {**COMMANDS, "seats": {}, "branches": {"at": 3}}[path]
    answer = desk.ask("POST", f"/games/{game}/{path}", ada, json=body, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (400, "header_invalid")
    assert "Idempotency-Key of 1 to 200 characters" in answer.json["detail"]


def test_a_repeated_creation_is_answered_the_same_also_after_moves(
    desk: Desk, ada: Person, bob: Person
):
    body = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "listed": False}
    keyed = {"Idempotency-Key": "k"}
    first = desk.ask("POST", "/games", ada, json=body, headers=keyed, expect=201)
    game = first.json["game_id"]
    sitting = {"join_code": first.json["join_code"]}
    seated = desk.ask("POST", f"/games/{game}/seats", bob, json=sitting, headers=keyed, expect=201)
    view = desk.view(game, ada)
    acting = (ada, bob)[view["to_act"][0]]
    desk.move(game, acting, version=view["version"])
    again = desk.ask("POST", "/games", ada, json=body, headers=keyed)
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["Location"] == first.headers["Location"]
    reseated = desk.ask("POST", f"/games/{game}/seats", bob, json=sitting, headers=keyed)
    assert (reseated.status_code, reseated.data) == (201, seated.data)
    other = desk.ask("POST", "/games", ada, json={**body, "title": "x"}, headers=keyed)
    assert (other.status_code, other.json["code"]) == (422, "key_reused")
    elsewhere = desk.ask("POST", "/games", bob, json=body, headers=keyed, expect=201)
    assert elsewhere.json["game_id"] != game


def test_a_repeated_study_is_answered_the_same_also_after_moves_and_the_games_end(
    desk: Desk, game: str, ada: Person
):
    keyed = {"Idempotency-Key": "k"}
    body = {"at": 3}
    first = desk.ask("POST", f"/games/{game}/branches", ada, json=body, headers=keyed, expect=201)
    study = first.json["game_id"]
    desk.move(study, ada, version=first.json["version"])
    desk.act(game, ada, "resign", {}, version=False)
    again = desk.ask("POST", f"/games/{game}/branches", ada, json=body, headers=keyed)
    assert (again.status_code, again.data) == (201, first.data)


def test_a_study_knows_a_repeat_though_the_seat_to_move_has_changed(desk: Desk, game: str, ada):
    study = desk.ask("POST", f"/games/{game}/branches", ada, json={"at": 3}, expect=201).json
    study_id = study["game_id"]
    while True:
        moves = desk.moves(study_id, ada)
        ending = next((m for m in moves if m["type"] == "end_turn"), None)
        version = desk.view(study_id, ada)["version"]
        if ending is not None:
            break
        desk.move(study_id, ada, version=version)
    first = desk.act(study_id, ada, "moves", ending, version=version, key="k")
    again = desk.act(study_id, ada, "moves", ending, version=version, key="k")
    assert (again.status_code, again.data) == (201, first.data)
