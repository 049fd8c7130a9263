"""One real server for each test process, empty for each test that asks for it."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis

from service.store.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
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
