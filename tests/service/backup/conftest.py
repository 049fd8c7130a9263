"""A second real server, empty for each test that asks for it."""

from collections.abc import Iterator

import pytest

from service.store.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.service.backup.town import Town, built


@pytest.fixture(scope="session")
def second_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """The server that stores are restored or moved into."""
    with EmbeddedServer(tmp_path_factory.mktemp("second") / "var") as server:
        yield server


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
