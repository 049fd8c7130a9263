"""No imported game stands in the way of a new one, or for it, whatever its id."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.game.ids import game_id_of
from service.http.resources.rematches import rematch_id
from tests import fixtures
from tests.service.api import Api, Person

# A game of the first schema does not name itself in its record, so it can be given any id.
OLD = fixtures.FOLDER / "alexandros/tiny-three-consent.json.gz"
KEY = {"Idempotency-Key": "k1"}
Request = Callable[[], Any]


@pytest.fixture
def eve(api: Api) -> Person:
    return api.person("Eve")


def import_as(api: Api, eve: Person, game: str) -> None:
    document = msgspec.json.encode(fixtures.load(OLD) | {"game_id": game})
    kind = "application/json"
    api.ask("POST", "/games/import", eve, data=document, content_type=kind, expect=201)


def new_game(api: Api, ada: Person) -> Request:
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2}
    return lambda: api.ask("POST", "/games", ada, json=terms, headers=KEY, expect=201).json


def new_study(api: Api, ada: Person, game: str) -> Request:
    path = f"/games/{game}/branches"
    return lambda: api.ask("POST", path, ada, json={"at": 3}, headers=KEY, expect=201).json


@pytest.mark.parametrize("kind", ["game", "study"])
def test_a_creation_gets_another_id_and_keeps_it(
    api: Api, ada: Person, eve: Person, over: str, kind: str
):
    create = new_game(api, ada) if kind == "game" else new_study(api, ada, over)
    taken = game_id_of(ada.player_id, "k1")
    import_as(api, eve, taken)
    made = create()
    assert made["game_id"] != taken
    assert "imported" not in made
    assert create()["game_id"] == made["game_id"]
    api.ask("DELETE", f"/games/{taken}", eve, expect=204)
    assert create()["game_id"] == made["game_id"]


def test_a_creation_keeps_the_id_that_every_release_derives(api: Api, ada: Person):
    assert new_game(api, ada)()["game_id"] == game_id_of(ada.player_id, "k1")


def test_a_challenge_begins_its_game(api: Api, ada: Person, bob: Person, eve: Person):
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2}
    made = api.ask("POST", "/challenges", ada, json={"terms": terms}, expect=201).json
    assert made is not None
    import_as(api, eve, game_id_of("challenge", made["id"]))
    path = f"/challenges/{made['id']}/accept"

    def accept() -> Any:
        return api.ask("POST", path, bob, expect=201).json

    view = accept()
    assert "imported" not in view
    assert accept()["game_id"] == view["game_id"]
    assert api.get(f"/challenges/{made['id']}", bob)["game_id"] == view["game_id"]


def test_a_rematch_stays_the_only_one(api: Api, ada: Person, eve: Person, over: str):
    def rematch() -> Any:
        return api.ask("POST", f"/games/{over}/rematch", ada, json={}, expect=201).json

    import_as(api, eve, rematch_id(over))
    made = rematch()
    assert made["game_id"] != rematch_id(over)
    api.ask("DELETE", f"/games/{rematch_id(over)}", eve, expect=204)
    assert rematch()["game_id"] == made["game_id"]
