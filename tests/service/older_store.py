"""A store as releases before the packed entries wrote it.

``older_store.json.gz`` holds the keys of such a store with one live game, the commands that made
it, and its export.
"""

import gzip
import json
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from service.store.redis_store import RedisStore
from tests.service.api import Api, Person

OLDER: dict[str, Any] = json.loads(
    gzip.decompress(Path(__file__).with_name("older_store.json.gz").read_bytes())
)
GAME, MOVES = OLDER["game_id"], OLDER["commands"]


def put(store: RedisStore) -> RedisStore:
    """Write the older keys into an empty store."""
    for key, content in OLDER["keys"].items():
        if isinstance(content, dict):
            store.client.hset(key, mapping=content)
            continue
        for entry_id, fields in content:
            store.client.xadd(key, fields, id=entry_id)
    return store


def again(api: Api, people: list[Person], move: Any, if_match: str) -> TestResponse:
    """Send one of the commands again."""
    headers = {"If-Match": if_match, "Idempotency-Key": move["key"]}
    path, who = f"/games/{GAME}/{move['path']}", people[move["seat"]]
    return api.ask("POST", path, who, json=move["body"], headers=headers)
