"""The toy kinds of move in play; run in a copy of the tree that has it."""

from dataclasses import dataclass
from typing import Any

import pytest

from domain.kernel.audit import audit
from domain.record.record import decode
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.conftest import ada, api, bob, eve, plain_app, store  # noqa: F401 - fixtures

TOYS = {
    "settlers": ("standard", "wave", "waved"),
    "alexandros": ("tiny", "wave", "waved"),
    "alexander_the_great": ("campaign", "salute", "saluted"),
}
"""By ruleset the board, the toy's type, and that of its event."""


@dataclass
class Toy:
    """A game in which a seat may make the toy's move, and that seat."""

    game: str
    seat: Person
    type: str
    event: str

    def body(self, times: int) -> dict[str, Any]:
        return {"type": self.type, "times": times}


@pytest.fixture(params=TOYS)
def toy(request: Any, api: Api, ada: Person, bob: Person, eve: Person) -> Toy:  # noqa: F811
    board, type_, event = TOYS[request.param]
    people = (ada, bob, eve)
    game = api.game(*people, ruleset=request.param, board=board)
    while True:
        toy = Toy(game, people[api.view(game)["to_act"][0]], type_, event)
        moves = api.moves(game, toy.seat)
        if toy.body(2) in moves:
            return toy
        api.act(game, toy.seat, "moves", moves[0])


def test_a_seat_waves_as_json_and_as_text_and_the_record_holds(
    api: Api,  # noqa: F811
    store: RedisStore,  # noqa: F811
    toy: Toy,
):
    events = [
        api.act(toy.game, toy.seat, "moves", body).json["events"][0]
        for body in (toy.body(2), {"notation": f"{toy.type} 1"})
    ]
    assert [(event["type"], event["data"]["times"]) for event in events] == [
        (toy.event, 2),
        (toy.event, 1),
    ]
    assert audit(decode(store.read(toy.game))).valid


def test_malformed_waves_are_refused(api: Api, toy: Toy):  # noqa: F811
    refused = api.act(toy.game, toy.seat, "moves", toy.body(4))
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["times"])
