"""A Redis Cluster is refused at every start, in one sentence, on a real one of one node."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from service.processes import spawn, stop
from service.store.binary import valkey_server
from tests.service.running import ROOT
from tests.waiting import eventually

GUNICORN = ("-m", "gunicorn", "--bind", "127.0.0.1:0")


@pytest.fixture(scope="module")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster's only node, which serves all slots."""
    port, bus = _free_ports(2)
    settings = {"port": port, "cluster-port": bus, "cluster-enabled": "yes", "appendonly": "yes"}
    arguments = [text for name, value in settings.items() for text in (f"--{name}", str(value))]
    folder = tmp_path_factory.mktemp("cluster")
    with (folder / "log").open("wb") as log:
        node = spawn([valkey_server(), *arguments], env={}, cwd=folder, output=log)
    try:
        with Redis(port=port) as client:
            eventually(lambda: _serves(client))
        yield f"redis://127.0.0.1:{port}"
    finally:
        stop(node, 10.0)


@pytest.mark.parametrize(
    "command",
    [
        ("-m", "service.run.cli", "run"),
        ("-m", "service.run.cli", "worker"),
        ("-m", "service.run.cli", "verify"),
        ("-m", "service.run.cli", "projections", "show"),
        (*GUNICORN, "service.app:create_app()"),
        (*GUNICORN, "--config", "deploy/gunicorn.conf.py"),
    ],
    ids=["run", "worker", "verify", "projections", "bare gunicorn", "deployed gunicorn"],
)
def test_a_cluster_is_refused_in_one_sentence(
    cluster_url: str, command: tuple[str, ...], tmp_path: Path
) -> None:
    told = {"ANABASIS_REDIS_URL": cluster_url, "ANABASIS_PORT": "0", "ANABASIS_WORKERS": "1"}
    ran = subprocess.run(
        [sys.executable, *command],
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
    assert line.startswith("Error: Redis Cluster is not supported yet: set ANABASIS_REDIS_URL")
    assert "Traceback" not in ran.stderr


def _serves(client: Redis) -> bool:
    with suppress(RedisError):
        client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
    try:
        return bool(client.set("served", "1"))
    except RedisError:
        return False


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)
        ]
        return [one.getsockname()[1] for one in sockets]
