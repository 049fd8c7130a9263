"""A store with something of everything, and all that a store holds, as a test compares it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.app import create_app
from service.machine.slices import chunks
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
    r"\{(animations|directory|work)[:}].*|anabasis:(backed_up|check|schema|working)"
    r"|.*:(snap|check|changed|settled)|.*\}:models.*",
    re.DOTALL,
)
"""Read models, leases, pictures, the directory, snapshots, the number of the forms.

A restore writes the last of them anew.
"""

AT_ONCE = 1000
READ: Mapping[str, Callable[[Any, str], Any]] = {
    "string": lambda client, name: client.get(name),
    "hash": lambda client, name: client.hgetall(name),
    "set": lambda client, name: client.smembers(name),
    "zset": lambda client, name: client.zrange(name, 0, -1, withscores=True),
    "list": lambda client, name: client.lrange(name, 0, -1),
    "stream": lambda client, name: client.xrange(name),
}

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
    program: Person
    """Ada's token with a scope."""


def api_over(store: RedisStore) -> Api:
    return Api(create_app(Config(rate_limit=False), store))


def built(store: RedisStore) -> Town:
    """Games of people, with a bot and with orders; a passkey, a token, a channel, and notices."""
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
    scoped = api.ask("POST", "/me/tokens", ada, json={"name": "Bot", "scopes": ["play"]})
    program = Person(ada.player_id, ada.name, scoped.json["token"])
    api.ask("POST", "/me/channels", bob, json=HOOK, expect=201)
    api.ask("PATCH", "/me", cyd, json={"name": "Cydippe"}, expect=200)
    Office(api).work()
    return Town(api, ada, bob, cyd, duel, auction, with_bot, key, program)


def contents(store: RedisStore) -> dict[str, Any]:
    """All that a store holds and a backup should, by key."""
    client: Any = store.client
    keys = sorted(key.decode() for key in client.scan_iter())
    found: dict[str, Any] = {}
    for some in chunks([key for key in keys if not LEFT_OUT.fullmatch(key)], AT_ONCE):
        found |= zip(some, _contents(client, some), strict=True)
    return found


def _contents(client: Any, keys: Sequence[str]) -> list[tuple[Any, int]]:
    """The values of some keys and when they expire."""
    pipeline = client.pipeline(transaction=False)
    for key in keys:
        pipeline.type(key)
    for key, kind in zip(keys, pipeline.execute(), strict=True):
        READ[kind.decode()](pipeline, key)
        pipeline.pexpiretime(key)
    answers = pipeline.execute()
    return list(zip(answers[::2], answers[1::2], strict=True))


def summaries(store: RedisStore) -> tuple[object, object]:
    """The summaries' position and the games by time: written again, not copied."""
    ends = store.summaries.ends(range(SHARDS))
    return ends, store.summaries.changed(dict.fromkeys(ends, 0), 100)
