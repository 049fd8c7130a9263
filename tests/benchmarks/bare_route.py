"""The reference for a move: a bare Flask route that does one append and nothing else.

It is written as its libraries' own pages show it, with redis-py as it comes and none of our code:
what the service saves on its way to the store counts as the service's.
"""

import hashlib

import msgspec
from flask import Flask, Response, request
from redis import Redis

from domain.record.record import PACKED
from service.settings.config import Config
from service.store.redis_store import SCRIPT

GENESIS = "0" * 64
PADDING = "x" * 200
KEYS = (
    "ev",
    "ids",
    "cmd",
    "feed",
    "orders",
    "answered",
    "games",
    "changed",
    "settled",
    "broken",
    "closed",
    "check",
)


def create_app() -> Flask:
    """One route, one append of an entry as large as a usual event, by the service's script."""
    app = Flask("bare")
    client = Redis.from_url(str(Config.from_environment().redis_url))
    append_once = client.register_script(SCRIPT.text)
    heads: dict[str, tuple[int, str]] = {}

    @app.post("/append/<game>")
    def append(game: str) -> Response:
        version, prev = heads.get(game, (0, GENESIS))
        text = f"{version}{request.get_data(as_text=True)}"
        digest = hashlib.sha256(text.encode())
        entry = PACKED + digest.digest() + bytes.fromhex(prev)
        entry += msgspec.json.encode([version + 1, PADDING])
        command = (f"{version:016}", 0, b";f", game, 0)
        append_once(
            keys=[f"{{bare}}:{game}:{key}" for key in KEYS],
            args=[version + 1, bytes.fromhex(prev), *command, 0, "", "", entry, digest.digest()],
        )
        heads[game] = (version + 1, digest.hexdigest())
        return Response(msgspec.json.encode({"version": version + 1}), 201)

    return app
