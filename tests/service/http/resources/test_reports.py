"""Reports over HTTP: who may report what, and what moderators see of it."""

from typing import Any

import pytest

from service.app import create_app
from service.context import Services
from service.people.player import Role
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person


def with_role(own: Services, who: Person, role: Role) -> Person:
    own.players.set_role(who.player_id, role)
    return who


@pytest.fixture
def host(api: Api, own: Services) -> Person:
    return with_role(own, api.person("Hana"), "host")


@pytest.fixture
def moderator(api: Api, own: Services) -> Person:
    return with_role(own, api.person("Mo"), "moderator")


def report(api: Api, who: Person, target: str, of: str, expect: int = 201, **more: Any) -> Any:
    body = {"target": target, "id": of, "reason": "offensive", **more}
    return api.ask("POST", "/reports", who, json=body, expect=expect).json


def queue(api: Api, who: Person) -> list[str]:
    return [line["report_id"] for line in api.get("/host/reports", who)["reports"]]


def test_a_report_is_one_line_with_reasons_and_texts(
    api: Api, ada: Person, bob: Person, eve: Person, moderator: Person
):
    game = api.game(ada, bob)
    report(api, bob, "game", game, text="  They stall\n\nwithout end. ")
    report(api, bob, "game", game, reason="other")
    report(api, eve, "game", game, reason="cheating")
    (line,) = api.get("/host/reports", moderator)["reports"]
    assert line["report_id"] == f"game-{game}"
    assert (line["player_name"], line["count"]) == ("Ada", 2)
    assert line["reasons"] == {"offensive": 1, "cheating": 1}
    (text,) = line["texts"]
    assert (text["by_name"], text["text"]) == ("Bob", "They stall without end.")


def test_players_are_reported_by_id_and_by_handle(
    api: Api, ada: Person, bob: Person, moderator: Person
):
    api.ask("PUT", "/me/handle", ada, json={"handle": "lovelace"}, expect=200)
    for of in (ada.player_id, "lovelace", "@Lovelace"):
        assert report(api, bob, "player", of) == {"target": "player", "id": ada.player_id}
    assert queue(api, moderator) == [f"player-{ada.player_id}"]
    told = api.get(f"/host/reports/player-{ada.player_id}", moderator)
    assert told["player"] == {"name": "Ada", "own_name": None, "handle": "lovelace"}
    assert (told["text"], told["earlier"], "game" in told) == (None, None, False)


def test_what_a_reporter_cannot_see_is_as_if_it_were_not(api: Api, ada: Person, bob: Person):
    hidden = api.game(ada, seats=2, bots=["random"], listed=False)
    for of in (hidden, "nosuchgame"):
        assert report(api, bob, "game", of, 404)["code"] == "not_found"
    code = api.view(hidden, ada)["join_code"]
    report(api, bob, "game", hidden, join_code=code)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"target": "move"}, "target"),
        ({"target": None}, "target"),
        ({"id": ""}, "id"),
        ({"id": "p0123456789abcdef"}, "id"),
        ({"id": "@nobody-here"}, "id"),
        ({"reason": "ugly"}, "reason"),
        ({"text": 501 * "x"}, "text"),
        ({"text": "a\u202eb"}, "text"),
        ({"text": 5}, "text"),
        ({"by": "Eve"}, "by"),
    ],
)
def test_a_faulty_report_names_its_field(
    api: Api, ada: Person, bob: Person, changes: Any, field: str
):
    body = {"target": "player", "id": ada.player_id, "reason": "spam", **changes}
    refused = api.ask("POST", "/reports", bob, json=body, expect=422)
    assert list(refused.json["errors"]) == [field]


def test_nobody_reports_themselves_or_a_board_of_the_service(api: Api, ada: Person, bob: Person):
    assert "id" in report(api, ada, "player", ada.player_id, 422)["errors"]
    assert "target" in report(api, bob, "board", api.game(ada, bob), 422)["errors"]


def test_a_title_and_a_board_are_shown_as_reported(
    api: Api, ada: Person, bob: Person, moderator: Person
):
    board = {"title": "Rude land", "rows": ["TAHLS..", "......."], "start": [0, 0]}
    game = api.game(ada, bob, title="A rude title", board=board)
    for target, text in (("title", "A rude title"), ("board", "Rude land")):
        report(api, bob, target, game)
        told = api.get(f"/host/reports/{target}-{game}", moderator)
        assert (told["text"], told["game"]["title"]) == (text, "A rude title")


def test_moderators_see_neither_a_hidden_hand_nor_a_secret_link(
    api: Api, ada: Person, bob: Person, moderator: Person
):
    game = api.game(ada, seats=2, bots=["random"], listed=False)
    own = api.view(game, ada)
    report(api, bob, "game", game, join_code=own["join_code"])
    told = api.ask("GET", f"/host/reports/game-{game}", moderator, expect=200)
    assert own["join_code"] not in told.get_data(as_text=True)
    shown = told.json["game"]
    assert (shown["viewer"], shown["join_code"]) == ({"seat": None}, None)
    assert shown["state"] == api.view(game, None, join_code=own["join_code"])["state"]
    assert own["state"] != shown["state"], "a hand is hidden here"
    assert api.ask("GET", f"/games/{game}", moderator).status_code == 404


def test_a_report_is_resolved_by_a_word_that_the_log_keeps(
    api: Api, ada: Person, bob: Person, moderator: Person
):
    game = api.game(ada, bob)
    report(api, bob, "title", game)
    path = f"/host/reports/title-{game}"
    body = {"outcome": "nothing", "reason": "A harmless title."}
    api.ask("POST", f"{path}/resolution", moderator, json=body, expect=204)
    assert queue(api, moderator) == []
    assert api.ask("GET", path, moderator).json["code"] == "report_unknown"
    assert api.ask("POST", f"{path}/resolution", moderator, json=body).status_code == 404
    (act,) = api.get("/host/acts", moderator)["acts"]
    assert (act["action"], act["subject"]) == ("report_dismissed", f"title-{game}")
    report(api, bob, "title", game)
    assert api.get(path, moderator)["earlier"] == act
    for faulty in ({}, {"outcome": "perhaps"}, {"outcome": "acted", "reason": 201 * "x"}):
        answer = api.ask("POST", f"{path}/resolution", moderator, json=faulty)
        assert answer.status_code == 422
    assert queue(api, moderator) == [f"title-{game}"]


def test_moderators_neither_see_nor_resolve_reports_of_themselves(
    api: Api, ada: Person, moderator: Person, host: Person
):
    report(api, ada, "player", moderator.player_id)
    report(api, ada, "player", host.player_id)
    assert queue(api, moderator) == [f"player-{host.player_id}"]
    assert len(queue(api, host)) == 2
    body = {"outcome": "acted"}
    for of, code in ((moderator, "report_unknown"), (host, "no_right")):
        path = f"/host/reports/player-{of.player_id}/resolution"
        assert api.ask("POST", path, moderator, json=body).json["code"] == code
        api.ask("POST", path, host, json=body, expect=204)


def test_moderators_do_not_see_reports_of_a_game_in_which_they_sit(
    api: Api, ada: Person, bob: Person, moderator: Person, host: Person
):
    theirs, others = api.game(ada, moderator), api.game(ada, bob)
    for game in (theirs, others):
        report(api, ada, "game", game)
    assert queue(api, moderator) == [f"game-{others}"]
    assert len(queue(api, host)) == 2
    api.ask("GET", f"/host/reports/game-{theirs}", moderator, expect=404)


def test_reports_of_who_has_left_go_with_them(
    api: Api, ada: Person, bob: Person, moderator: Person
):
    game = api.game(ada, bob)
    report(api, bob, "player", ada.player_id)
    report(api, bob, "game", game, text="Of Bob.")
    api.ask("DELETE", "/me", ada, expect=204)
    api.ask("DELETE", "/me", bob, expect=204)
    (line,) = api.get("/host/reports", moderator)["reports"]
    assert (line["report_id"], line["player_name"], line["texts"]) == (f"game-{game}", None, [])
    told = api.get(f"/host/reports/game-{game}", moderator)
    assert told["player"] == {"name": None, "own_name": None, "handle": None}


def test_reports_are_limited_by_player(store: RedisStore):
    api = Api(create_app(Config(), store))
    ada, bob = api.person("Ada"), api.person("Bob")
    statuses = [
        api.ask(
            "POST",
            "/reports",
            ada,
            json={"target": "player", "id": bob.player_id, "reason": "spam"},
        ).status_code
        for _ in range(21)
    ]
    assert statuses == 20 * [201] + [429]
