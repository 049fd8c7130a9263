"""A house that shows its listed games to members only: strangers learn of none."""

from dataclasses import replace

import pytest

from service.settings.config import Config
from tests.service.api import Api, Person
from tests.service.http.test_everywhere import asked
from tests.service.office import Office

NOWHERE = "nosuchgame"


@pytest.fixture
def closed(api: Api) -> Api:
    """The same house, whose host has closed it to strangers."""
    own = api.app.extensions["anabasis"]
    config = Config(rate_limit=False, watching="members")
    api.app.extensions["anabasis"] = replace(own, config=config)
    return api


def test_a_stranger_meets_no_listed_game_on_any_route(closed: Api, operations, ada, bob):
    game, met = closed.game(ada, bob), set[int]()
    for operation in operations:
        if "{game_id}" in operation[1]:
            there, nowhere = (asked(closed, operation, each, None) for each in (game, NOWHERE))
            assert there.status_code == nowhere.status_code, operation[:2]
            assert there.status_code in (401, 404), operation[:2]
            assert there.data.replace(game.encode(), NOWHERE.encode()) == nowhere.data
            met.add(there.status_code)
    # A house that asked everybody for a token would pass without ever looking at the game.
    assert 404 in met


def test_a_stranger_replays_no_finished_game(closed: Api, ada: Person, bob: Person):
    game = closed.game(ada, bob)
    closed.ask("POST", f"/games/{game}/resign", bob, json={}, expect=201)
    assert closed.get(f"/games/{game}/replay", ada)
    closed.ask("GET", f"/games/{game}/replay", expect=404)


@pytest.mark.parametrize("page", ["/game/{}", "/embed/{}"])
def test_no_page_describes_a_game(closed: Api, ada: Person, bob: Person, page: str):
    game = closed.game(ada, bob, title="Battle of Issus")
    there, nowhere = (closed.client.get(page.format(each)) for each in (game, "a" * 16))
    assert there.status_code == nowhere.status_code
    assert there.text.replace(game, "a" * 16) == nowhere.text
    embedding = closed.ask("GET", f"/oembed?url=http://localhost/game/{game}")
    assert embedding.status_code == 404


def test_lists_want_an_account(closed: Api, ada: Person, bob: Person, office: Office):
    closed.game(ada, bob)
    office.work()
    refused = closed.ask("GET", "/games", expect=401)
    assert refused.json["code"] == "token_missing"
    assert len(closed.get("/games", ada)["games"]) == 1
    assert closed.get("/")["watching"] == "members"


def test_members_watch_and_no_shared_cache_keeps_it(closed: Api, ada, bob, eve: Person):
    game = closed.game(ada, bob)
    assert closed.view(game, eve)["version"] == 3
    picture = closed.ask("GET", f"/games/{game}/picture.svg", eve, expect=200)
    assert picture.headers["Cache-Control"].startswith("private")


def test_a_join_link_shows_its_game_to_a_stranger(closed: Api, ada: Person):
    terms = {"ruleset": "alexandros", "seats": 2, "board": "tiny", "listed": False}
    made = closed.ask("POST", "/games", ada, json=terms, expect=201).json
    assert closed.view(made["game_id"], join_code=made["join_code"])["status"] == "open"
