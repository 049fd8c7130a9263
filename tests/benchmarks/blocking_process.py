"""The side of (k) that runs under gevent, which changes the whole process it runs in."""

from gevent import monkey

monkey.patch_all()

import gc  # noqa: E402
import json  # noqa: E402
from collections.abc import Callable  # noqa: E402
from time import process_time  # noqa: E402
from unittest.mock import patch  # noqa: E402

import gevent  # noqa: E402
from flask import Flask, Response  # noqa: E402

from domain.kernel.window import evolve_long  # noqa: E402
from domain.record.record import read_entry  # noqa: E402
from service.app import create_app  # noqa: E402
from service.machine import slices  # noqa: E402
from service.settings.config import Config  # noqa: E402
from service.store.redis_store import RedisStore  # noqa: E402
from tests import fixtures  # noqa: E402
from tests.service.api import BASE, Api  # noqa: E402
from tests.service.conftest import fake_store  # noqa: E402
from tests.service.stored_records import record  # noqa: E402

ROUNDS = 5
PLAYED = fixtures.FOLDER / "settlers" / "first-island-idle.json.gz"
RUNNING = (250, 2_000)
PACKED = {"Accept-Encoding": "br"}
Ask = Callable[[], object]


def main() -> None:
    """Print by length the longest pieces of running games' replays, sliced and whole, in seconds.

    And CPU seconds of folding a finished game, of its first replay, of a later one, and of a bare
    route of its bytes.
    """
    store, events = fake_store(), fixtures.events_of(fixtures.load(PLAYED))
    games = {length: record(store, f"g{length}", events[:length]) for length in RUNNING}
    finished = record(store, "finished", events)
    _api(store).get(f"/games/{games[250]}/replay")
    gc.freeze()  # as the service does before it forks
    pieces = {length: _pieces(store, game) for length, game in games.items()}
    print(json.dumps({"pieces": pieces, "finished": [_kept(store, finished) for _ in range(3)]}))


def _pieces(store: RedisStore, game: str) -> list[tuple[float, float]]:
    ask = _asking(_api(store), game)
    return [(longest_block(ask), _whole(ask)) for _ in range(ROUNDS)]


def _whole(ask: Ask) -> float:
    with patch("time.sleep", lambda _: None):  # it gives others their turn
        return longest_block(ask)


def longest_block(work: Ask) -> float:
    """Return the most CPU seconds between two turns of another greenlet while the work is done."""
    working, longest = gevent.spawn(work), 0.0
    while not working.ready():
        before = process_time()
        gevent.sleep(slices.YIELD_SECONDS)
        longest = max(longest, process_time() - before)
    working.get()
    return longest


def _kept(store: RedisStore, game: str) -> tuple[float, ...]:
    ask = _asking(_api(store), game)
    fold = _cpu(lambda: _fold(store.read(game)))
    return fold, _cpu(ask), _cpu(ask), _cpu(_bare(ask().data))


def _fold(entries: list[bytes]) -> None:
    game = None
    for version, entry in enumerate(entries, start=1):
        game = evolve_long(game, read_entry(entry, version))


def _bare(content: bytes) -> Ask:
    app = Flask("bare")
    app.add_url_rule("/", view_func=lambda: Response(content, content_type="application/json"))
    client = app.test_client()
    client.get("/")
    return lambda: client.get("/")


def _cpu(ask: Ask) -> float:
    before = process_time()
    ask()
    return process_time() - before


def _api(store: RedisStore) -> Api:
    api = Api(create_app(Config(rate_limit=False), store))
    api.get("/livez")
    return api


def _asking(api: Api, game: str) -> Callable[[], Response]:
    client = api.client
    return lambda: client.get(f"{BASE}/games/{game}/replay", headers=PACKED)


if __name__ == "__main__":
    main()
