"""Greedy bots play settlers and its scenario through the service, as the worker lets them."""

from random import Random

import httpx
import pytest

from clients.bots import bot_named, take_turn
from clients.python import Anabasis
from service.app import create_app
from service.readmodels.read_models import ReadModels
from service.settings.config import Config
from service.worker.worker import Worker
from tests.service.api import Api, Person
from tests.service.at_once import at_once
from tests.service.conftest import fake_store


class House:
    """A service in memory with its worker."""

    def __init__(self) -> None:
        store = fake_store()
        app = create_app(Config(rate_limit=False), store)
        self.api = Api(app)
        self.worker = Worker(store, ReadModels(store.client), at_once(app, Random(1)))

    def opened(self, ruleset: str, people: int, **terms: object) -> tuple[str, Person]:
        """A game of one person, or none, and greedy bots at the other seats."""
        who = self.api.person("Ada")
        bots = ["greedy"] * (3 - people)
        given = {"ruleset": ruleset, "seats": 3, "bots": bots, "join": bool(people), "seed": "02"}
        made = self.api.ask("POST", "/games", who, json={**given, **terms}, expect=201)
        return str(made.json["game_id"]), who

    def play(self) -> None:
        """Let the bots play until none of them goes on."""
        while self.worker.catch_up() and self.worker.play_bots_once():
            pass


@pytest.mark.parametrize(
    ("ruleset", "board"), [("settlers", "standard"), ("alexander_the_great", "campaign")]
)
def test_bots_play_a_whole_game(ruleset: str, board: str):
    house = House()
    game, _ = house.opened(ruleset, people=0, board=board, options={"target_points": 5})
    house.play()
    view = house.api.view(game)
    assert (view["status"], view["result"]["reason"]) == ("finished", "target_points")
    assert house.api.get(f"/games/{game}/verify")["valid"]


def test_a_bot_leaves_its_offer_until_the_person_has_answered():
    house, luck = House(), Random(1)
    game, ada = house.opened("settlers", people=1, board="standard", first_seat=0)
    client = Anabasis(transport=httpx.WSGITransport(house.api.app), token=ada.token)
    person = bot_named("settlers", "random")
    house.play()
    while (view := client.view(game))["to_act"][0] == 0 or not view["state"]["offer"]:
        assert take_turn(client, game, luck, person) is not None
        house.play()
    house.play()
    assert client.view(game)["version"] == view["version"]
    assert take_turn(client, game, luck, person)["type"] == "answer_trade"
    house.play()
    assert client.view(game)["state"]["offer"] is None
