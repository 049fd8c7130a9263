"""Properties of every route: secrecy of unlisted games, outages, floods and faults of our own."""

from collections.abc import Iterator
from threading import Barrier, Thread
from typing import Any

import pytest
from redis.exceptions import ConnectionError as Lost

from service.app import create_app
from service.settings.config import Config
from service.store.redis_store import RedisStore
from service.worker.worker import Worker
from tests.service.api import BASE, Api, Person
from tests.service.at_once import at_once
from tests.service.people.authenticator import Authenticator

BODIES: dict[str, Any] = {
    "take_seat": {},
    "make_move": {"type": "end_turn"},
    "preview_move": {"type": "end_turn"},
    "undo": {"to": 3},
    "answer_extension": {"accept": True},
    "answer_pause": {"accept": True},
    "answer_undo": {"accept": True},
    "ask_extension": {"time": "2d"},
    "agree_to_stand_in": {"seat": 1},
    "create_study": {"at": 3},
    "create_game": {"ruleset": "alexandros"},
    "create_player": {"name": "Eve"},
    "begin_session": {"name": "Eve"},
    "ask_account_invitation": {"email": "ada@games.example"},
    "check_account_invitation": {"invitation": "anai_1_2"},
    "ask_sign_in": {"email": "ada@games.example"},
    "finish_sign_in": {"token": "x"},
    "add_channel": {"kind": "webhook", "url": "https://hooks.example/"},
    "confirm_channel": {"token": "t"},
    "see_turn": {"version": 1},
    "begin_session_by_passkey": {"credential": Authenticator().get({"challenge": "AAAA"})},
    "take_vacation": {"days": 2},
    "take_vacation_everywhere": {"days": 2},
    "announce": {"texts": {"en": "Soon."}, "until": "2027-06-01"},
    "report": {"target": "player", "id": "any", "reason": "spam"},
    "resolve_report": {"outcome": "acted"},
    "act_as_host": {"action": "game_closed", "subject": "any", "reason": "Why."},
    "check_board": {"board": {"rows": ["TAHLS."], "start": [0, 0]}},
}
QUERIES: dict[str, Any] = {"read_oembed": {"url": "http://localhost/game/any"}}
STORELESS = {
    "index",
    "livez",
    "end_session",
    "read_sign_in",
    "list_rulesets",
    "read_ruleset",
    "read_rules",
    "read_board",
    "board_picture",
    "read_announcement",  # as this process last knew it
}
"""The operations answered without the store."""


def asked(api: Api, operation: tuple[str, str, Any], game: str, who: Person | None) -> Any:
    """Ask for an operation on a game, with a body and a query that fit."""
    method, path, described = operation
    for name, value in (("game_id", game), ("name", "alexandros"), ("board", "tiny")):
        path = path.replace(f"{{{name}}}", value)
    headers = {**(who.headers if who else {}), "If-Match": "*"}
    body = BODIES.get(described["operationId"], {}) if "requestBody" in described else None
    query = QUERIES.get(described["operationId"])
    answer = api.client.open(path, method=method, headers=headers, json=body, query_string=query)
    answer.close()
    return answer


def test_an_unlisted_game_is_as_if_it_were_not_on_every_route(api, operations, ada, eve):
    hidden = api.game(ada, seats=2, bots=["random"], listed=False)
    before = api.view(hidden, ada)
    for operation in operations:
        if "{game_id}" in operation[1]:
            there, nowhere = (asked(api, operation, g, eve) for g in (hidden, "nosuchgame"))
            assert there.status_code == nowhere.status_code == 404, operation[:2]
            assert there.data.replace(hidden.encode(), b"nosuchgame") == nowhere.data
    assert api.view(hidden, ada) == before


def test_every_route_that_needs_a_token_says_so(api, operations, ada, bob):
    game = api.game(ada, bob)
    for operation in operations:
        if operation[2].get("security") and {} not in operation[2]["security"]:
            answer = asked(api, operation, game, None)
            assert answer.status_code == 401, operation[:2]
            assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_every_route_that_knows_tokens_refuses_an_unknown_one(api, operations, ada, bob):
    game = api.game(ada, bob)
    stranger = Person("p", "X", "ana_x")
    for operation in operations:
        if operation[2].get("security"):
            assert asked(api, operation, game, stranger).status_code == 401, operation[:2]


def test_every_route_is_503_with_nothing_recorded_while_the_store_is_away(
    api, operations, ada, bob, store: RedisStore, monkeypatch
):
    game = api.game(ada, bob)
    for name in ("execute_command", "pipeline"):
        monkeypatch.setattr(store.client, name, _lost)
    for operation in operations:
        answer = asked(api, operation, game, ada)
        if operation[2]["operationId"] in ("ask_sign_in", "ask_account_invitation"):
            assert answer.json["code"] == "mail_off"  # which needs no store to be known
            continue
        if operation[2]["operationId"] in STORELESS:
            assert answer.status_code < 300, operation[:2]
            continue
        assert answer.status_code == 503, operation[:2]
        assert answer.json["code"] == "store_unavailable"
        assert int(answer.headers["Retry-After"]) >= 1
        assert "refused" not in answer.json["detail"], "the store's own words stay inside"
    monkeypatch.undo()
    assert api.view(game)["version"] == 3
    assert api.get("/me", ada)["name"] == "Ada"


def _lost(*_: object, **__: object) -> None:
    raise Lost("connection refused by 10.0.0.7:6379")


def test_an_app_can_be_made_while_the_store_is_away(store: RedisStore, monkeypatch):
    with monkeypatch.context() as away:
        for name in ("execute_command", "pipeline"):
            away.setattr(store.client, name, _lost)
        api = Api(create_app(Config(rate_limit=False), store))
        assert api.client.get("/readyz").status_code == 503
        assert api.client.get("/livez").status_code == 200
    assert api.client.get("/readyz").status_code == 200


def test_a_fault_of_ours_is_a_problem_without_a_trace_on_every_route(
    api, operations, ada, bob, monkeypatch
):
    game = api.game(ada, bob)

    def broken(*_: object, **__: object) -> Any:
        raise ZeroDivisionError("in /secret/place.py")

    monkeypatch.setattr("service.http.asking.auth._asker", broken)
    for operation in operations:
        if operation[2].get("security"):
            answer = asked(api, operation, game, ada)
            assert (answer.status_code, answer.json["code"]) == (500, "internal_error")
            assert answer.content_type == "application/problem+json"
            assert b"secret" not in answer.data
            assert b"Traceback" not in answer.data


def test_other_methods_are_405_and_name_those_that_are_allowed(api: Api, operations):
    paths = {path for _, path, _ in operations}
    for path in sorted(paths):
        allowed = {method for method, other, _ in operations if other == path}
        wrong = next(m for m in ("PUT", "PATCH") if m not in allowed)
        answer = api.client.open(path, method=wrong)
        assert answer.status_code == 405, path
        assert allowed <= set(answer.headers["Allow"].split(", "))
        assert wrong in answer.json["detail"]
        assert answer.content_type == "application/problem+json"


def test_a_body_that_is_no_json_is_415_and_every_command_says_so(api: Api, operations):
    with_bodies = [each for each in operations if each[0] in ("POST", "PUT", "PATCH")]
    assert len(with_bodies) > 40
    for method, path, described in with_bodies:
        answer = api.client.open(path, method=method, data="{}", content_type="text/plain")
        assert answer.status_code == 415, path
        assert "415" in described["responses"], path


@pytest.mark.parametrize(
    "path", ["/api/v1/no", "/api/v1/games/", "/api/v2/games", "/api/v1/%7Bx%7D"]
)
def test_an_unknown_path_is_a_404_problem_that_names_it(api: Api, path: str):
    answer = api.client.get(path)
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"
    assert path.replace("%7B", "{").replace("%7D", "}") in answer.json["detail"]


def test_a_flood_is_refused_by_token_and_the_limit_named(store: RedisStore):
    api = Api(create_app(Config(rate_limits="4 per minute"), store))
    ada = api.person("Ada")
    answers = [api.ask("GET", "/me", ada) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
    refused = answers[-1]
    assert refused.content_type == "application/problem+json"
    assert refused.json["code"] == "too_many_requests"
    assert "4 requests within 60 s" in refused.json["detail"]
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert api.ask("GET", "/rulesets").status_code == 200


def test_probes_and_the_pages_files_count_against_no_limit(store: RedisStore):
    api = Api(create_app(Config(rate_limits="2 per minute"), store))
    for _ in range(5):
        for path in ("/livez", "/readyz", "/api/v1/livez", "/api/v1/readyz", "/"):
            assert api.client.get(path).status_code == 200, path


# Players
def test_a_player_changes_some_settings_and_keeps_the_rest(api: Api, ada: Person):
    assert api.get("/me", ada)["locale"] == "en"
    changed = api.ask("PATCH", "/me", ada, json={"locale": "de"}, expect=200).json
    assert (changed["name"], changed["locale"], changed["notifications"]) == ("Ada", "de", False)
    changed = api.ask("PATCH", "/me", ada, json={"name": " Ada L ", "notifications": True}).json
    assert (changed["name"], changed["locale"], changed["notifications"]) == ("Ada L", "de", True)
    assert api.get("/me", ada) == changed
    assert api.ask("PATCH", "/me", ada, json={}, expect=200).json == changed
    for wrong in ({"locale": "fr"}, {"notifications": 1}, {"name": ""}, {"player_id": "p"}):
        answer = api.ask("PATCH", "/me", ada, json=wrong)
        assert (answer.status_code, list(answer.json["errors"])) == (422, list(wrong))
    assert api.get("/me", ada) == changed


def test_a_replaced_token_is_void_at_once_and_keeps_the_seats(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    token = api.ask("POST", "/me/token", ada, json={}, expect=201).json["token"]
    assert api.ask("GET", "/me", ada).status_code == 401
    again = Person(ada.player_id, ada.name, token)
    assert api.view(game, again)["viewer"]["seat"] == 0


def test_a_departed_player_is_forgotten_and_the_games_stay_whole(
    api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    api.move(game, ada)
    answer = api.ask("DELETE", "/me", ada)
    assert (answer.status_code, answer.data) == (204, b"")
    assert api.ask("GET", "/me", ada).status_code == 401
    view = api.view(game, bob)
    assert [seat["name"] for seat in view["seats"]] == [None, "Bob"]
    assert [seat["forgotten"] for seat in view["seats"]] == [True, False]
    assert view["version"] == 4
    assert api.get(f"/games/{game}/verify")["valid"]


def test_a_player_may_be_called_forgotten_player(api: Api, store, ada: Person):
    eve = api.person("forgotten player")
    game = api.game(ada, eve, seats=3)
    api.ask("DELETE", "/me", ada)
    due = [(None, True), ("forgotten player", False), (None, False)]
    assert names(api.view(game)) == names(api.get(f"/games/{game}/export")) == due
    read_models = api.app.extensions["anabasis"].read_models
    Worker(store, read_models, at_once(api.app)).catch_up()
    for path in ("/games", "/me/games"):
        (row,) = api.get(path, eve)["games"]
        assert names(row) == [*due[:2], None]


def names(game: dict[str, Any]) -> list[Any]:
    return [seat and (seat["name"], seat["forgotten"]) for seat in game["seats"]]


def test_my_games_are_those_that_wait_for_me_first(api: Api, store, ada: Person, bob: Person):
    mine = [api.game(ada, bob), api.game(bob, ada)]
    app = api.app.extensions["anabasis"]
    Worker(store, app.read_models, at_once(api.app)).catch_up()
    games = api.get("/me/games", ada)["games"]
    assert [(g["game_id"], g["waiting"]) for g in games] == [(mine[0], True), (mine[1], False)]
    waiting = api.get("/me/games?waiting=true", ada)["games"]
    assert [g["game_id"] for g in waiting] == mine[:1]
    second = api.get("/me/games?per_page=1&page=2", ada)
    assert [g["game_id"] for g in second["games"]] == mine[1:]
    assert (second["page"], second["per_page"], second["total"]) == (2, 1, 2)
    lobby = api.get("/games?status=live&ruleset=alexandros&per_page=1&page=2")
    assert (len(lobby["games"]), lobby["total"], lobby["page"]) == (1, 2, 2)


def test_the_lobby_is_narrowed_by_seats_pace_and_bots(api: Api, store, ada: Person, bob: Person):
    people = api.game(ada, bob)
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 3, "bots": ["random", "random"]}
    hasty = {"reserve": "10m", "increment": "30s", "least": "1m", "at_zero": "bot"}
    made = api.ask("POST", "/games", ada, json={**terms, "deadline": hasty}, expect=201).json
    Worker(store, api.app.extensions["anabasis"].read_models, at_once(api.app)).catch_up()
    listed = {
        query: [game["game_id"] for game in api.get(f"/games?{query}")["games"]]
        for query in (
            "status=live&seats=2",
            "status=live&seats=3",
            "status=live&pace=live",
            "status=live&pace=days",
            "status=live&bots=false",
        )
    }
    three = [made["game_id"]]
    assert [*listed.values()] == [[people], three, three, [], [people]]
    for query in ("seats=5", "pace=slow", "bots=some", "seats=2"):
        assert api.client.get(f"/api/v1/games?{query}").status_code == 422


def test_my_studies_are_listed_last_and_can_be_asked_for_apart(
    api: Api, store, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    study = api.ask("POST", f"/games/{game}/branches", ada, json={"at": 3}, expect=201).json
    over = api.game(ada, bob)
    api.act(over, ada, "resign", {}, version=False)
    app = api.app.extensions["anabasis"]
    Worker(store, app.read_models, at_once(api.app)).catch_up()
    listed = {
        query: [g["game_id"] for g in api.get(f"/me/games{query}", ada)["games"]]
        for query in ("", "?study=false", "?study=true", "?study=true&waiting=true")
    }
    assert listed == {
        "": [game, over, study["game_id"]],
        "?study=false": [game, over],
        "?study=true": [study["game_id"]],
        "?study=true&waiting=true": [],
    }
    assert api.get("/me/games?study=true", ada)["total"] == 1


# At once
@pytest.fixture
def together() -> Iterator[Any]:
    """Runs functions in threads that begin at the same time."""

    def run(*functions: Any) -> None:
        barrier = Barrier(len(functions))

        def begin(function: Any) -> None:
            barrier.wait()
            function()

        threads = [Thread(target=begin, args=(function,)) for function in functions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)

    return run  # type: ignore[return-value]


def test_a_view_taken_while_the_game_ends_is_of_one_moment(api, ada, bob, together):
    for _ in range(6):
        game = api.game(ada, bob)
        seen: list[Any] = []

        def look(game: str = game, seen: list[Any] = seen) -> None:
            seen.extend(api.ask("GET", f"/games/{game}") for _ in range(8))

        def leave(game: str = game) -> None:
            api.act(game, bob, "resign", {}, version=False)

        together(look, look, leave)
        for answer in seen:
            view = answer.json
            is_open = view["state"]["seats"][0]["hand"] is not None
            assert is_open == (view["status"] == "finished") == (view["version"] == 4)
            assert answer.headers["ETag"] == f'"{view["version"]}"'


def test_two_sit_down_on_one_seat_at_once_and_one_gets_it(api, ada, bob, eve, together):
    game = api.game(ada, seats=2)
    codes: list[int] = []

    def sit(who: Person) -> None:
        codes.append(api.ask("POST", f"/games/{game}/seats", who, json={}).status_code)

    together(lambda: sit(bob), lambda: sit(eve))
    assert sorted(codes) == [201, 409]
    assert api.view(game)["version"] == 3


def test_one_command_sent_twice_at_once_is_answered_twice_the_same(api, ada, bob, together):
    game = api.game(ada, bob)
    move = api.moves(game, ada)[0]
    answers: list[Any] = []

    def send() -> None:
        answers.append(api.act(game, ada, "moves", move, version=3, key="k"))

    together(*[send] * 6)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert api.client.get(f"{BASE}/games/{game}").json["version"] == 4
