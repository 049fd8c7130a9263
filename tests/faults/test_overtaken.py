"""A client that lost patience: the command comes again while its first sending is under way."""

from collections.abc import Callable
from typing import Any

import pytest

from service.app import create_app
from service.settings.config import Config
from service.store.contract import Append, Appended
from service.store.redis_store import RedisStore
from tests.service.api import Api
from tests.service.conftest import fake_store


class Overtaken(RedisStore):
    """A store that lets another act once it has said "new" of a command, or before an append."""

    meanwhile: Callable[[], Any] | None = None

    def find_command(self, game_id: str, command_id: str) -> Appended | None:
        found = super().find_command(game_id, command_id)
        self._let_another_act()
        return found

    def append(self, append: Append) -> Appended:
        self._let_another_act()
        return super().append(append)

    def _let_another_act(self) -> None:
        if self.meanwhile is not None:
            act, self.meanwhile = self.meanwhile, None
            act()


@pytest.fixture
def api() -> Api:
    client = fake_store().client
    store = Overtaken(write=client, read=client, blocking=client)
    return Api(create_app(Config(rate_limit=False), store))


def store_of(api: Api) -> Overtaken:
    store: Overtaken = api.app.extensions["anabasis"].store
    return store


def test_a_move_overtaken_by_its_own_repeat_is_answered_like_it(api: Api) -> None:
    ada = api.person("Ada")
    game = api.game(ada, api.person("Bob"))
    version, move = api.view(game)["version"], api.moves(game, ada)[0]

    def send() -> Any:
        return api.act(game, ada, "moves", move, version, key="once")

    answers: list[Any] = []
    store_of(api).meanwhile = lambda: answers.append(send())
    answers.append(send())
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].data == answers[1].data
    assert api.view(game)["version"] == version + 1


def test_a_seat_overtaken_by_its_own_repeat_is_answered_like_it(api: Api) -> None:
    ada, bob = api.person("Ada"), api.person("Bob")
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2}
    game = api.ask("POST", "/games", ada, json=terms, expect=201).json["game_id"]

    def send() -> Any:
        headers = {"Idempotency-Key": "once"}
        return api.ask("POST", f"/games/{game}/seats", bob, json={}, headers=headers)

    answers: list[Any] = []
    store_of(api).meanwhile = lambda: answers.append(send())
    answers.append(send())
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].data == answers[1].data


def test_a_creation_overtaken_by_its_own_repeat_is_answered_like_it(api: Api) -> None:
    ada = api.person("Ada")
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "bots": ["random"]}

    def send() -> Any:
        headers = {"Idempotency-Key": "once"}
        return api.ask("POST", "/games", ada, json=terms, headers=headers)

    answers: list[Any] = []
    store_of(api).meanwhile = lambda: answers.append(send())
    answers.append(send())
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].data == answers[1].data
