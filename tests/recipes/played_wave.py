"""The toy kind of move in play; run in a copy of the tree that has it."""

from typing import Any

import pytest

from domain.kernel.audit import audit
from domain.record.record import decode
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.conftest import ada, api, bob, store  # noqa: F401 - fixtures

WAVE = {"type": "wave", "times": 2}
TERMS = {"settlers": {"board": "standard"}, "alexandros": {"board": "tiny"}}


@pytest.fixture(params=TERMS)
def game(request: Any, api: Api, ada: Person, bob: Person) -> tuple[str, Person]:  # noqa: F811
    """A game in which a seat may wave, and that seat."""
    game = api.game(ada, bob, ruleset=request.param, **TERMS[request.param])
    while True:
        asker = (ada, bob)[api.view(game)["to_act"][0]]
        moves = api.moves(game, asker)
        if WAVE in moves:
            return game, asker
        api.act(game, asker, "moves", moves[0])


def test_a_seat_waves_as_json_and_as_text_and_the_record_holds(
    api: Api,  # noqa: F811
    store: RedisStore,  # noqa: F811
    game: tuple[str, Person],
):
    key, asker = game
    events = [
        api.act(key, asker, "moves", body).json["events"][0]
        for body in (WAVE, {"notation": "wave 1"})
    ]
    assert [(event["type"], event["data"]["times"]) for event in events] == [
        ("waved", 2),
        ("waved", 1),
    ]
    assert audit(decode(store.read(key))).valid


def test_malformed_waves_are_refused(api: Api, game: tuple[str, Person]):  # noqa: F811
    key, asker = game
    refused = api.act(key, asker, "moves", {**WAVE, "times": 4})
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["times"])
