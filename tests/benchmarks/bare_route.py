"""The reference for a move: a bare Flask route that does one append and nothing else."""

import hashlib

import msgspec
from flask import Flask, Response, request

from domain.record.record import PACKED
from service.config import Config
from service.store.contract import Append
from service.store.redis_store import RedisStore

GENESIS = "0" * 64
PADDING = "x" * 200


def create_app() -> Flask:
    """One route, one append of an entry as large as a usual event."""
    app = Flask("bare")
    store = RedisStore.connect(Config.from_environment())
    heads: dict[str, tuple[int, str]] = {}

    @app.post("/append/<game>")
    def append(game: str) -> Response:
        version, prev = heads.get(game, (0, GENESIS))
        text = f"{version}{request.get_data(as_text=True)}"
        digest = _hash(text)
        links = PACKED + bytes.fromhex(digest + prev)
        entry = links + msgspec.json.encode([version + 1, PADDING])
        store.append(Append(game, f"c{version}", "f", version + 1, prev, (entry,)))
        heads[game] = (version + 1, digest)
        return Response(msgspec.json.encode({"version": version + 1}), 201)

    return app


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
