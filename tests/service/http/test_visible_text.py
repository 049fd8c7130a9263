"""Hidden characters in names, titles, boards and labels: refused by all requests that take them."""

from typing import Any

import pytest

from service.context import Services
from service.http.answering.cards import Card, card_of
from service.worker.worker import Worker
from tests.service.api import Api, Person
from tests.service.at_once import at_once

SQUARE = {"rows": [".T.A.H.", "L..S.T.", ".H.L..S"], "start": [0, 0]}
WEBHOOK = {"kind": "webhook", "url": "https://games.example/hook"}
GAME = {"ruleset": "alexandros", "seats": 2}
FILLER = "\u3164"


def island(api: Api) -> dict[str, Any]:
    board = api.get("/rulesets/settlers")["boards"][0]["id"]
    shown: dict[str, Any] = api.get(f"/rulesets/settlers/boards/{board}")["board"]
    return {name: value for name, value in shown.items() if name != "id"}


def refusal(api: Api, who: Person, method: str, path: str, body: Any) -> Any:
    answer = api.ask(method, path, who, expect=422, json=body)
    assert answer.json["code"] == "malformed"
    return answer.json


@pytest.mark.parametrize("shown", [FILLER, "\u2800", "\u115f", "A\u200bda", "Z" + 32 * "\u0336"])
@pytest.mark.parametrize(
    ("method", "path", "field", "body"),
    [
        ("POST", "/players", "name", {}),
        ("POST", "/session", "name", {}),
        ("PATCH", "/me", "name", {}),
        ("POST", "/games", "title", GAME),
        ("POST", "/me/channels", "label", WEBHOOK),
    ],
)
def test_a_hidden_character_is_refused_by_its_number_and_name(
    api: Api, ada: Person, shown: str, method: str, path: str, field: str, body: Any
):
    told = refusal(api, ada, method, path, {**body, field: shown})
    assert list(told["errors"]) == [field]
    assert told["detail"].startswith("U+")
    assert told["errors"][field] == [told["detail"]]


def test_texts_of_boards_are_refused_in_the_same_way(api: Api, ada: Person):
    place = {"point": [0, 0], "name": "Ty\u200bre"}
    for board in ({**SQUARE, "title": FILLER}, {**SQUARE, "places": [place]}):
        refusal(api, ada, "POST", "/games", {**GAME, "board": board})
        refusal(api, ada, "POST", "/rulesets/alexandros/boards/check", {"board": board})
    hidden = {**island(api), "title": "Land\u202e"}
    told = refusal(api, ada, "POST", "/rulesets/settlers/boards/check", {"board": hidden})
    assert list(told["errors"]) == ["board"]
    assert "RIGHT-TO-LEFT OVERRIDE" in told["detail"]


def test_a_board_without_a_title_stays_welcome(api: Api, ada: Person):
    for title in ("", " ", "Tyre ❤\ufe0f"):
        board = {**SQUARE, "title": title}
        api.ask("POST", "/games", ada, expect=201, json={**GAME, "board": board})


def test_the_detail_is_in_the_readers_language_and_the_errors_in_english(api: Api):
    german = {"Accept-Language": "de"}
    answer = api.ask("POST", "/players", json={"name": FILLER}, headers=german, expect=422)
    assert answer.json["detail"].endswith("unsichtbar: Bitte weglassen.")
    assert "is invisible" in answer.json["errors"]["name"][0]


def test_a_name_that_stands_already_stays_until_it_is_changed(api: Api, own: Services, ada: Person):
    player, token = own.players.create("A\u200bda")
    old = Person(player.id, player.name, token)
    game = api.game(ada, old)
    assert api.view(game, old)["seats"][1]["name"] == "A\u200bda"
    api.move(game, ada)
    assert api.get("/me", old)["name"] == "A\u200bda"
    assert api.ask("PATCH", "/me", old, json={"locale": "de"}, expect=200).json["locale"] == "de"
    refusal(api, old, "PATCH", "/me", {"name": "A\u200bda 2"})
    assert api.ask("PATCH", "/me", old, json={"name": "Bea"}, expect=200).json["name"] == "Bea"


def test_names_that_look_the_same_at_a_table_are_marked_wherever_they_are_shown(
    api: Api, ada: Person, bob: Person
):
    twin = api.person("Аdа")
    game = api.game(ada, bob, twin, seats=4)
    marks = [True, None, True, None]
    assert [seat.get("name_twin") for seat in api.view(game)["seats"]] == marks
    assert [seat["name"] for seat in api.view(game)["seats"]] == ["Ada", "Bob", "Аdа", None]
    own = api.app.extensions["anabasis"]
    Worker(own.store, own.read_models, at_once(api.app)).catch_up()
    for path, who in (("/games", None), ("/me/games", twin)):
        [row] = api.get(path, who)["games"]
        assert [seat and seat.get("name_twin") for seat in row["seats"]] == marks
    api.ask("PATCH", "/me", twin, json={"name": "Cyd"}, expect=200)
    assert [seat.get("name_twin") for seat in api.view(game)["seats"]] == 4 * [None]


def _card(api: Api, game: str) -> Card:
    with api.app.test_request_context():
        own: Services = api.app.extensions["anabasis"]
        return card_of(game, own.cache.current(game).game, "en")


def test_words_for_a_table_number_names_that_look_the_same(api: Api, ada: Person):
    twin = api.person("Аdа")
    card = _card(api, api.game(ada, twin))
    assert card.players == ["Ada 1", "Аdа 2"]
    assert card.standing.startswith("Ada 1 to move")
