"""The event store's contract on each store; the embedded server is never left out."""

from collections.abc import Iterator

import pytest
from fakeredis import FakeRedis, FakeServer

from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.contract.event_store_contract import EventStoreContract
from tests.contract.servers import REDIS


class TestFakeRedis(EventStoreContract):
    @pytest.fixture
    def store(self) -> RedisStore:
        client = FakeRedis(server=FakeServer())
        return RedisStore(write=client, read=client, blocking=client)


class TestEmbeddedValkey(EventStoreContract):
    @pytest.fixture
    def store(self, real_store: RedisStore) -> RedisStore:
        return real_store


class TestCluster(EventStoreContract):
    @pytest.fixture
    def store(self, cluster_url: str) -> RedisStore:
        return RedisStore.of_url(cluster_url, replicas=1)


class TestSentinels(EventStoreContract):
    @pytest.fixture
    def store(self, sentinel_url: str) -> RedisStore:
        return RedisStore.of_url(sentinel_url, replicas=2, synced=True)


if REDIS:

    class TestRedis(EventStoreContract):
        @pytest.fixture(scope="class")
        def redis_server(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
            with EmbeddedServer(tmp_path_factory.mktemp("redis") / "var", REDIS) as server:
                yield server.url

        @pytest.fixture
        def store(self, redis_server: str) -> RedisStore:
            store = RedisStore.of_url(redis_server)
            store.client.flushall()  # the server that this class has started
            return store
