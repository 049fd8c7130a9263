"""A bot's seat in the service's own process: the API's answers and refusals, as any client's."""

from typing import Any

import httpx
import pytest

from clients.python import Anabasis, Patience
from clients.python.errors import Forbidden, NotFound, Refused, Stale
from service.http.asking.auth import bot_token
from service.worker.seat import SeatOf, in_process
from tests.service.api import Api, Person

TERMS = {"ruleset": "alexandros", "seats": 2, "board": "tiny", "bots": ["random"], "first_seat": 1}


@pytest.fixture
def game(api: Api, ada: Person) -> str:
    """A game of Ada's in which the bot at seat 1 is to move."""
    made = api.ask("POST", "/games", ada, json=TERMS, expect=201)
    return str(made.json["game_id"])


@pytest.fixture
def seats(api: Api) -> SeatOf:
    return in_process(api.app)


def first_move(position: Any) -> Any:
    return next(move for move in position["moves"] if move["type"] != "resign")


def test_a_seat_learns_what_any_client_with_its_token_learns(api, game, seats):
    token = bot_token(api.app.extensions["anabasis"].key, game, 1)
    other = Anabasis(
        token=token, transport=httpx.WSGITransport(api.app), patience=Patience(retries=0)
    )
    assert seats(game, 1).position(game) == other.position(game)
    assert seats(game, 1).position(game)["view"] == other.view(game)


def test_a_seat_sees_no_hand_but_its_own(game, seats):
    hands = [seat["hand"] for seat in seats(game, 1).position(game)["view"]["state"]["seats"]]
    assert hands[0] is None
    assert hands[1] is not None


def test_a_move_brings_the_position_after_it(game, seats):
    seat = seats(game, 1)
    before = seat.position(game)
    after = seat.play(game, first_move(before), before["view"]["version"])
    now = seat.position(game)
    assert (after["view"], after["moves"]) == (now["view"], now["moves"])


def test_refusals_are_the_clients_errors(game, seats):
    seat = seats(game, 1)
    position = seat.position(game)
    version = position["view"]["version"]
    with pytest.raises(Stale):
        seat.play(game, first_move(position), version - 1)
    with pytest.raises(Refused, match="march"):
        seat.play(game, {"type": "end_turn"}, version)
    with pytest.raises(NotFound):
        seat.position("nosuchgame")
    with pytest.raises(Forbidden):
        seats("another", 1).position(game)
