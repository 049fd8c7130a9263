"""One real server for each test process, empty for each test that asks for it."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis

from service.store.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.clusters import ClusterServers, SentinelServers
from tests.contract.servers import report

# Whoever started pytest under nohup has SIGHUP ignored, and the launcher would leave it so.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
"""No test fails for being slow: how busy the machine is says nothing of the code."""


def pytest_report_header() -> str:
    return report()


@pytest.fixture(scope="session")
def embedded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """The embedded Valkey server, with its true settings."""
    with EmbeddedServer(tmp_path_factory.mktemp("server") / "var") as server:
        yield server


@pytest.fixture
def redis_url(embedded_server: EmbeddedServer) -> str:
    """The address of a real server that holds nothing yet."""
    # The session's own server, in a folder under pytest's: never one that a variable names.
    Redis.from_url(embedded_server.url).flushall()
    return embedded_server.url


@pytest.fixture
def real_store(redis_url: str) -> RedisStore:
    """An empty event store on a real server."""
    return RedisStore.of_url(redis_url)


@pytest.fixture(scope="session")
def cluster_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterServers]:
    """A cluster of three masters and three replicas."""
    with ClusterServers(tmp_path_factory.mktemp("cluster") / "nodes") as servers:
        yield servers


@pytest.fixture
def cluster_url(cluster_servers: ClusterServers) -> str:
    """The address of a whole cluster that holds nothing yet."""
    cluster_servers.settle()
    cluster_servers.empty()
    return cluster_servers.url


@pytest.fixture(scope="session")
def sentinel_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SentinelServers]:
    """A master, two replicas and three sentinels."""
    with SentinelServers(tmp_path_factory.mktemp("sentinel") / "servers") as servers:
        yield servers


@pytest.fixture
def sentinel_url(sentinel_servers: SentinelServers) -> str:
    """The address of sentinels whose master holds nothing yet."""
    sentinel_servers.settle()
    sentinel_servers.empty()
    return sentinel_servers.url
