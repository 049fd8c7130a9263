"""A second real server, empty for each test that asks for it."""

import pytest

from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.service.operations.backup.town import Town, built
from tests.session_servers import of_the_session

second_server = of_the_session("second", EmbeddedServer)
"""The server that stores are restored or moved into."""


@pytest.fixture
def empty(second_server: EmbeddedServer) -> RedisStore:
    """An empty store on the second server."""
    store = RedisStore.of_url(second_server.url)
    store.client.flushall()
    return store


@pytest.fixture
def town(real_store: RedisStore) -> Town:
    """A store with something of everything."""
    return built(real_store)
