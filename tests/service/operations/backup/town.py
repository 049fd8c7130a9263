"""A store with something of everything, and all that a store holds, as a test compares it."""

import re
from dataclasses import dataclass
from typing import Any

from service.app import create_app
from service.redis.shards import SHARDS
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.http.ordering import put as give_order
from tests.service.http.ordering import scenario
from tests.service.http.with_passkeys import made as passkey_of
from tests.service.office import Office
from tests.service.people.authenticator import Authenticator

LEFT_OUT = re.compile(
    r"\{(animations|work)[:}].*|anabasis:(backed_up|check|schema|working)|.*:(snap|check|changed|settled)|.*\}:models.*",
    re.DOTALL,
)
"""Read models, leases, pictures, snapshots, the number of the forms (a restore writes its own)."""

HOOK = {"kind": "webhook", "url": "https://hooks.example/bob"}


@dataclass
class Town:
    """People and games in one store."""

    api: Api
    ada: Person
    bob: Person
    cyd: Person
    duel: str
    auction: str
    with_bot: str
    key: Authenticator


def api_over(store: RedisStore) -> Api:
    return Api(create_app(Config(rate_limit=False), store))


def built(store: RedisStore) -> Town:
    """Games of people, with a bot and with orders; a passkey, a channel, and pending notices."""
    api = api_over(store)
    ada, bob, cyd = (api.person(name) for name in ("Ada", "Bob", "Cyd"))
    duel = api.game(ada, bob)
    for _ in range(3):
        api.move(duel, ada)
    auction = scenario(api, [ada, bob, cyd])
    api.move(auction, ada, {"type": "march"})
    give_order(api, auction, bob, "bid_up_to", most=5)
    terms = {"ruleset": "alexandros", "seats": 2, "board": "tiny", "first_seat": 0}
    made = api.ask("POST", "/games", ada, json={**terms, "bots": ["greedy"]})
    with_bot = made.json["game_id"]
    key = passkey_of(api, ada)
    api.ask("POST", "/me/channels", bob, json=HOOK, expect=201)
    api.ask("PATCH", "/me", cyd, json={"name": "Cydippe"}, expect=200)
    Office(api).work()
    return Town(api, ada, bob, cyd, duel, auction, with_bot, key)


def contents(store: RedisStore) -> dict[str, Any]:
    """All that a store holds and a backup should, by key."""
    client: Any = store.client
    keys = sorted(key.decode() for key in client.scan_iter())
    return {key: _content(client, key) for key in keys if not LEFT_OUT.fullmatch(key)}


def _content(client: Any, key: str) -> tuple[Any, int]:
    read = {
        "string": client.get,
        "hash": client.hgetall,
        "set": client.smembers,
        "zset": lambda name: client.zrange(name, 0, -1, withscores=True),
        "list": lambda name: client.lrange(name, 0, -1),
        "stream": client.xrange,
    }
    return read[client.type(key).decode()](key), client.pexpiretime(key)


def summaries(store: RedisStore) -> tuple[object, object]:
    """How far the summaries go, and the games by time: written anew, not copied."""
    ends = store.summaries.ends(range(SHARDS))
    return ends, store.summaries.changed(dict.fromkeys(ends, 0), 100)
