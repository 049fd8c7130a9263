"""One real server for each test process, empty for each test that asks for it."""

import gc
import os
import signal
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis

from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.clusters import ClusterServers, SentinelServers
from tests.contract.servers import report
from tests.session_servers import of_the_session

# Under nohup pytest has SIGHUP ignored, and the launcher would leave it so; a
# shell's background has SIGINT ignored.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ["tests.durations"]

NEW_OPEN_FILES = 256
"""Descriptors beyond those in use at which left ones are searched for."""
MOST_OPEN_FILES = pytest.StashKey[int]()
NEW_OBJECTS = 20_000
"""New objects between two searches for garbage; Python's 700 cost a sixth of the tests' time."""
gc.set_threshold(NEW_OBJECTS)

UNTIMED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
# Of its own profile for CI, Hypothesis would take that every run tries the same examples.
settings.register_profile("untimed", settings.get_profile("default"), **UNTIMED)
settings.load_profile("untimed")
"""No test fails for being slow: how busy the machine is says nothing of the code."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave what thousands of collected tests are made of out of every search for garbage."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Close connections that commands, run in this process, have left for its end.

    Each freezes what it has loaded, so that no collection finds them: select() takes no more than
    1,024 descriptors.
    """
    stash = item.config.stash
    if len(os.listdir("/dev/fd")) > stash.get(MOST_OPEN_FILES, NEW_OPEN_FILES):
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        # Counted from those still in use: by a fixed limit these alone were too many, and in a run
        # of one process each test ended with a search, an eighth of the time.
        stash[MOST_OPEN_FILES] = len(os.listdir("/dev/fd")) + NEW_OPEN_FILES


def pytest_report_header() -> str:
    return report()


embedded_server = of_the_session("server", EmbeddedServer)
"""The embedded Valkey server, with its true settings."""
cluster_servers = of_the_session("cluster", ClusterServers)
"""A cluster of three masters and three replicas."""
sentinel_servers = of_the_session("sentinel", SentinelServers)
"""A master, two replicas and three sentinels."""


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


@pytest.fixture
def cluster_url(cluster_servers: ClusterServers) -> str:
    """The address of a whole cluster that holds nothing yet."""
    cluster_servers.settle()
    cluster_servers.empty()
    return cluster_servers.url


@pytest.fixture
def sentinel_url(sentinel_servers: SentinelServers) -> str:
    """The address of sentinels whose master holds nothing yet."""
    sentinel_servers.settle()
    sentinel_servers.empty()
    return sentinel_servers.url
