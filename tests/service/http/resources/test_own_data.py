"""Everything kept about a player, as one file: complete, and without a secret."""

import json
from dataclasses import replace
from typing import Any

import pytest
from redis.exceptions import ConnectionError as Lost

from service.people.allowances import Allowances
from service.people.devices import hash_secret
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.office import Office


def data(api: Api, who: Person) -> Any:
    answer = api.ask("GET", "/me/data", who, expect=200)
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="anabasis-20')
    assert answer.headers["Cache-Control"] == "private, no-store"
    return json.loads(answer.data)


def test_a_new_player_has_a_whole_file(api: Api, ada: Person):
    file = data(api, ada)
    assert (file["player_id"], file["stopped"]) == (ada.player_id, None)
    assert file["account"] == api.get("/me", ada)
    assert file["devices"] == api.get("/me/devices", ada)
    assert (file["bot"], file["games"], file["standing_orders"]) == (None, [], [])


def test_it_has_what_is_kept_and_no_secret(api: Api, ada: Person, bob: Person, office: Office):
    game = api.game(ada, bob)
    api.ask("PUT", "/me/handle", ada, json={"handle": "ada_l"}, expect=200)
    made = api.ask(
        "POST", "/me/tokens", ada, json={"name": "My bot", "scopes": ["play"]}, expect=201
    )
    hook = {"kind": "webhook", "url": "https://hooks.example/1"}
    secret = api.ask("POST", "/me/channels", ada, json=hook, expect=201).json["secret"]
    feeds = api.ask("POST", "/me/feeds", ada, json={}, expect=201).json
    office.work()
    file = data(api, ada)
    assert [row["game_id"] for row in file["games"]] == [game]
    assert file["handle"]["handle"] == file["stored"]["handle"] == "ada_l"
    assert [token["name"] for token in file["tokens"]["tokens"]] == ["My bot"]
    assert file["notices"]["channels"][0]["target"] == hook["url"]
    said = json.dumps(file)
    tokens = (ada.token, made.json["token"])
    hidden = [*tokens, *map(hash_secret, tokens), secret]
    hidden += [feeds["atom"].rpartition("/")[0].rpartition("/")[2]]
    assert not [each for each in hidden if each and each in said]


def test_no_hash_leaves_the_store(api: Api, ada: Person, store: RedisStore):
    stored = {**data(api, ada)["stored"]}
    kept = {name.decode() for name in store.client.hgetall(f"player:{ada.player_id}")}
    assert {"name", "locale", "created_at"} <= stored.keys() < kept
    assert not [name for name in stored if "token" in name or len(name) > 40]


def test_a_store_that_is_lost_meanwhile_ends_a_whole_document(
    api: Api, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    own = api.app.extensions["anabasis"]

    def lost(*_: object, **__: object) -> None:
        raise Lost("gone")

    monkeypatch.setattr(own.visits._client, "smembers", lost)
    file = data(api, ada)
    assert file["stopped"] == "store_unavailable"
    assert "account" in file
    assert "imports" not in file


def test_it_is_read_ten_times_an_hour(api: Api, ada: Person, store: RedisStore):
    own = api.app.extensions["anabasis"]
    limited = replace(own, allowances=Allowances(store.client, "9 per hour"))
    api.app.extensions["anabasis"] = limited
    answers = [api.ask("GET", "/me/data", ada).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]
