"""One process under gevent, as gunicorn runs it: requests served while it makes long answers.

Run by itself, for gevent changes the whole process; prints the number of others served, by path.
"""

from gevent import monkey

monkey.patch_all()

import json  # noqa: E402

import gevent  # noqa: E402

from domain.kernel.game import fold  # noqa: E402
from domain.record.record import decode  # noqa: E402
from service.app import create_app  # noqa: E402
from service.machine.slices import YIELD_SECONDS  # noqa: E402
from service.settings.config import Config  # noqa: E402
from service.store.redis_store import RedisStore  # noqa: E402
from tests.service.api import Api  # noqa: E402
from tests.service.conftest import fake_store  # noqa: E402
from tests.service.long_record import TERMS, lengthen  # noqa: E402

EVENTS = 4_000
PATHS = ("", "/replay", "/replay?after=2000", "/export", "/verify")
ENCODINGS = ("identity", "zstd", "br", "gzip")


def main() -> None:
    """Ask for each long answer of a game of 4,000 events, the first while nothing is known."""
    api, game = long_api()
    served = {path: _served_beside(api, game, path, "identity") for path in PATHS}
    for encoding in ENCODINGS[1:]:
        served[encoding] = _served_beside(api, game, "/replay", encoding)
    print(json.dumps(served))


def long_api() -> tuple[Api, str]:
    """Return an API client that has not yet read the game, and the game."""
    # A store in memory: no other request gets its turn merely by a wait for the network.
    store = fake_store()
    game = _long_game(store)
    api = Api(create_app(Config(rate_limit=False), store))
    api.get("/livez")
    return api, game


def _long_game(store: RedisStore) -> str:
    api = Api(create_app(Config(rate_limit=False), store))
    people = [api.person("Ada"), api.person("Bob")]
    game = api.game(*people, **TERMS)
    api.move(game, people[0])
    api.move(game, people[0])
    lengthen(store, game, fold(decode(store.read(game))), EVENTS)
    return game


def _served_beside(api: Api, game: str, path: str, encoding: str) -> int:
    def ask() -> None:
        api.ask("GET", f"/games/{game}{path}", expect=200, headers={"Accept-Encoding": encoding})

    asking, served = gevent.spawn(ask), 0
    gevent.sleep(YIELD_SECONDS)
    while not asking.ready():
        api.get("/livez")
        served += 1
        gevent.sleep(YIELD_SECONDS)
    asking.get()
    return served


if __name__ == "__main__":
    main()
