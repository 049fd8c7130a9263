"""A process keeps a limited number of boards, however many strangers send."""

import gc
import tracemalloc
from collections.abc import Iterator

import pytest

from service.app import create_app
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.domain import huge_boards
from tests.service.api import Api

GAMES = 60
MEGABYTES = 12
"""2 for the cache, the boards read last, and fakeredis's data; the boards are 30 and more."""


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("traced")
def test_games_on_large_boards_that_all_differ_fill_no_memory(store: RedisStore):
    limits = {"ANABASIS_CACHE_MB": "2", "ANABASIS_RATE_LIMIT": "off"}
    api = Api(create_app(Config.from_environment(limits), store))
    ada, bob = api.person("Ada"), api.person("Bob")
    api.view(api.game(ada, bob))
    before = in_use()
    for number in range(GAMES):
        api.view(api.game(ada, bob, board=huge_boards.triangles(number)), ada)
    assert in_use() - before < MEGABYTES


def in_use() -> float:
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1_000_000
