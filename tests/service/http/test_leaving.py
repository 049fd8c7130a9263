"""Leaving over HTTP: nothing of a player stays but their seats in games, and no order answers."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.context import Services
from service.machine import clock
from service.moderation.actions import parts_forgotten
from service.notices.contract import NoticeChannel
from service.people.allowances import Allowances
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person
from tests.service.office import Office
from tests.service.people.authenticator import Authenticator
from tests.service.stored_records import replace_entry


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    """A game of the scenario, Ada to march."""
    fixed = {"ruleset": "alexander_the_great", "board": "campaign", "seed": "0dd5"}
    return api.game(ada, bob, api.person("Cyd"), **fixed)


def give(api: Api, game: str, who: Person, code: str, **values: Any) -> Any:
    return api.ask("PUT", f"/games/{game}/orders/{code}", who, expect=200, json=values).json


def stored_orders(store: RedisStore, game: str) -> list[str]:
    return sorted(store.orders(game).orders)


@pytest.mark.parametrize("is_listed", [False, True])
def test_orders_end_with_their_player_also_where_no_read_model_knows_the_game(
    api: Api, game: str, bob: Person, store: RedisStore, office: Office, is_listed: bool
):
    give(api, game, bob, "refuse_every_offer")
    assert len(stored_orders(store, game)) == 1
    if is_listed:
        office.work()
        store.client.delete(f"ordered:{bob.player_id}")  # as of an order given long ago
    api.ask("DELETE", "/me", bob, expect=204)
    assert stored_orders(store, game) == []


@pytest.mark.parametrize("version", [1, 2])
def test_a_player_leaves_whose_orders_lie_beside_a_damaged_record(
    api: Api, game: str, bob: Person, store: RedisStore, own: Services, version: int
):
    give(api, game, bob, "refuse_every_offer")
    replace_entry(store, game, version, b"garbage")
    own.cache.forget(game)
    assert "standing orders: 0" in list(parts_forgotten(own, bob.player_id))
    api.ask("DELETE", "/me", bob, expect=204)
    api.ask("GET", "/me", bob, expect=401)


def values_of(store: RedisStore, key: bytes) -> Iterator[bytes]:
    client: Any = store.client
    match client.type(key):
        case b"string":
            yield client.get(key)
        case b"hash":
            yield from (part for field in client.hgetall(key).items() for part in field)
        case b"set":
            yield from client.smembers(key)
        case b"zset":
            yield from client.zrange(key, 0, -1)


def traces(store: RedisStore, player: str) -> list[bytes]:
    """The keys, besides those of games and read models, that name a player."""
    keys = (key for key in store.client.keys("*") if not key.startswith(b"{s"))
    name = player.encode()
    return [
        key for key in keys if name in key or any(name in value for value in values_of(store, key))
    ]


def reach(api: Api, who: Person) -> None:
    """Have a message on its way to an address of this person's, and a webhook."""
    parts = api.app.extensions["anabasis"].notices
    address = NoticeChannel("c1", who.player_id, "email", "bob@games.example", clock.now())
    parts.channels.add(address)
    hook = {"kind": "webhook", "url": "https://hooks.example/1"}
    api.ask("POST", "/me/channels", who, json=hook, expect=201)
    api.ask("POST", "/me/channels/c1/test", who, json={}, expect=202)
    assert api.get("/me/notices/log", who)["total"] == 1


def test_nothing_of_a_player_stays_but_seats(
    api: Api, game: str, over: str, ada: Person, bob: Person, store: RedisStore
):
    allowances = Allowances(store.client, "20 per hour")
    for kind in ("games", "passkeys"):
        allowances.spend(kind, player=bob.player_id, address="192.0.2.1")
    give(api, game, bob, "refuse_every_offer")
    api.ask("POST", "/session/transfer", bob, json={}, expect=201)
    api.client.post(f"{BASE}/session", json={"token": bob.token})
    reach(api, bob)
    api.ask("PUT", f"/me/notices/muted/{game}", bob, expect=204)
    api.ask("POST", f"/games/{game}/seen", bob, json={"version": 1}, expect=204)
    options = api.ask("POST", "/me/passkeys/options", bob, json={}, expect=200).json["options"]
    credential = {"credential": Authenticator().make(options)}
    api.ask("POST", "/me/passkeys", bob, json=credential, expect=201)
    api.ask("POST", "/me/feeds", bob, json={}, expect=201)
    api.ask("POST", "/me/tokens", bob, json={"name": "Bot", "scopes": ["bot"]}, expect=201)
    terms = {"ruleset": "alexandros", "seats": 2}
    open_game = api.ask("POST", "/games", ada, json=terms, expect=201).json["game_id"]
    api.ask("POST", f"/games/{open_game}/visits", bob, json={}, expect=204)
    api.ask("POST", f"/games/{over}/rematch", ada, json={}, expect=201)
    assert len(traces(store, bob.player_id)) > 15
    api.ask("DELETE", "/me", bob, expect=204)
    allowances.forget(bob.player_id)
    assert traces(store, bob.player_id) == []
