"""Boards checked without making a game: every problem with its place, in the reader's language."""

from typing import Any

import pytest

from domain.kernel.rulesets import rulesets
from service.app import create_app
from service.people import allowances
from service.people.allowances import Allowance
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person

ROWS = [".T.A.H.", "L..S.T.", ".H.L..S"]
PATH = "/rulesets/alexandros/boards/check"
BROKEN = {"rows": [*ROWS, "~~~~~~~", ".~~~~~~"], "start": [1, 0]}


def checked(api: Api, board: Any, who: Person | None = None, **headers: str) -> Any:
    answer = api.ask("POST", PATH, who, json={"board": board}, headers=headers)
    assert answer.status_code == 200
    return answer.json


def test_a_sound_board_comes_back_as_the_board_of_a_game(api: Api, ada: Person):
    board = {"rows": ROWS, "start": [0, 0]}
    told = checked(api, board)
    assert (told["valid"], told["problems"]) == (True, [])
    make = {"ruleset": "alexandros", "seats": 2, "board": told["board"]}
    made = api.ask("POST", "/games", ada, json=make, expect=201).json
    assert made["board"] == told["board"]
    assert len(told["topology"]["spaces"]) == 21


def test_all_problems_are_listed_each_with_its_place(api: Api):
    told = checked(api, BROKEN)
    assert told["problems"] == [
        {
            "code": "not_connected",
            "detail": "This land does not touch the rest along a side.",
            "place": {"space": [4, 0]},
        },
        {
            "code": "start_off_land",
            "detail": "The start point is not on land.",
            "place": {"point": [1, 0]},
        },
    ]
    assert (told["valid"], told["board"], told["topology"]) == (False, None, None)


def test_problems_are_shown_in_the_readers_language(api: Api):
    lacking = {"rows": ["TALS."], "start": [0, 0]}
    headers = {"Accept-Language": "de"}
    answer = api.ask("POST", PATH, None, json={"board": lacking}, headers=headers)
    assert answer.headers["Content-Language"] == "de"
    assert answer.json["problems"][0]["detail"] == "Es gibt kein Feld mit dem Symbol Pferd."


def test_there_are_no_more_problems_than_100(api: Api):
    assert len(checked(api, {"rows": ["x" * 900] * 60, "start": [0, 0]})["problems"]) == 100


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_ruleset_checks_its_own_boards(api: Api, ruleset: str):
    of = rulesets()[ruleset]
    board = api.get(f"/rulesets/{ruleset}/boards/{of.wire.boards.ids[-1]}")
    path = f"/rulesets/{ruleset}/boards/check"
    answer = api.ask("POST", path, None, json={"board": board["board"]}).json
    assert answer == {"valid": True, "problems": [], **board}


def test_what_has_not_the_form_of_a_board_is_422(api: Api):
    for body in ({"board": {"rows": "all"}}, {"board": "tiny"}, {}, {"board": {}, "seats": 2}):
        assert api.ask("POST", PATH, None, json=body).status_code == 422


def test_an_unknown_ruleset_is_404(api: Api):
    answer = api.ask("POST", "/rulesets/chess/boards/check", None, json={"board": BROKEN})
    assert (answer.status_code, answer.json["code"]) == (404, "not_found")


def test_checks_have_an_allowance(store: RedisStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(
        allowances.ALLOWANCES, "board_checks", Allowance("2 per hour", "9 per hour")
    )
    api = Api(create_app(Config(), store))
    ada = api.person("Ada")
    statuses = [api.ask("POST", PATH, ada, json={"board": BROKEN}).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
