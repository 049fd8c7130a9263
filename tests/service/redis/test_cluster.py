"""A cluster at the address of one server, or the other way round, is refused at every start."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.redis.errors import StoreRefused
from service.store.redis_store import RedisStore
from tests.clusters import ClusterServers, Node, free_ports
from tests.programs import ANABASIS
from tests.service.running import ROOT

GUNICORN = (sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:0")


@pytest.fixture
def node_url(cluster_servers: ClusterServers) -> str:
    """The address of one node, as of a server of its own."""
    return f"redis://{cluster_servers.nodes[0].address}"


@pytest.mark.parametrize(
    "command",
    [
        (ANABASIS, "run"),
        (ANABASIS, "worker"),
        (ANABASIS, "verify"),
        (ANABASIS, "projections", "show"),
        (*GUNICORN, "service.app:create_app()"),
        (*GUNICORN, "--config", "python:service.run.gunicorn_settings"),
    ],
    ids=["run", "worker", "verify", "projections", "bare gunicorn", "web service"],
)
def test_the_address_of_one_node_is_refused_in_one_sentence(
    node_url: str, command: tuple[str, ...], tmp_path: Path
) -> None:
    told = {"ANABASIS_REDIS_URL": node_url, "ANABASIS_PORT": "0", "ANABASIS_WORKERS": "1"}
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | told | {"ANABASIS_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode in (1, 3)
    told_by_gunicorn = re.compile(r"\[\d+\] \[")
    lines = [line for line in ran.stderr.splitlines() if not told_by_gunicorn.search(line)]
    [line] = dict.fromkeys(lines)  # each web process may say it
    assert line.startswith("Error: ANABASIS_REDIS_URL ")
    assert " names one node of a Redis Cluster: write redis+cluster://" in line
    assert "Traceback" not in ran.stderr


def test_a_single_server_is_no_cluster(tmp_path: Path) -> None:
    with Node(tmp_path / "alone", *free_ports(1), {}) as alone:
        store = RedisStore.of_url(f"redis+cluster://{alone.address}")
        with pytest.raises(StoreRefused, match="where a single server is: write redis://"):
            store.verify_settings()


def test_a_replica_that_would_lose_games_is_refused_before_it_is_a_master(
    cluster_servers: ClusterServers, cluster_url: str
) -> None:
    replica = cluster_servers.replica_of("any").client
    replica.config_set("maxmemory-policy", "allkeys-lru")
    try:
        with pytest.raises(StoreRefused, match="maxmemory-policy allkeys-lru"):
            RedisStore.of_url(cluster_url).verify_settings()
    finally:
        replica.config_set("maxmemory-policy", "noeviction")
    assert RedisStore.of_url(cluster_url, replicas=1).verify_settings() == []
