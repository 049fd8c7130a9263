"""The commands that start Valkey in a pod and in compose's container, run with a real server."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from redis import Redis
from redis.exceptions import RedisError

from service.machine.processes import spawn
from service.server.valkey import valkey_server
from tests.clusters import free_ports
from tests.deploy.proxies import DEPLOY
from tests.waiting import eventually

PASSWORD = "known-to-the-containers-alone"


def of_a_pod() -> tuple[str, Path]:
    return (DEPLOY / "kubernetes" / "valkey-start.sh").read_text(), DEPLOY / "kubernetes"


def of_compose() -> tuple[str, Path]:
    services = yaml.safe_load((DEPLOY / "compose" / "compose.yaml").read_text())["services"]
    return services["valkey"]["command"][2].replace("$$", "$"), DEPLOY / "compose"


@pytest.mark.parametrize("command", [of_a_pod, of_compose])
def test_the_server_has_its_password_and_hears_when_it_is_to_end(
    command: Callable[[], tuple[str, Path]], tmp_path: Path
) -> None:
    script, folder = command()
    [port] = free_ports(1)
    settings = (folder / "valkey.conf").read_text()
    settings = re.sub(r"^dir .*", f"dir {tmp_path}", settings, flags=re.MULTILINE)
    (tmp_path / "valkey.conf").write_text(f"{settings}\nport {port}\nbind 127.0.0.1\n")
    script = re.sub(r"/etc/valkey(/|\.conf)", rf"{tmp_path}/valkey\1", script)
    script = script.replace("valkey/valkey.conf", "valkey.conf").replace("/data", str(tmp_path))
    with started(script, tmp_path) as process:
        client = Redis(port=port, password=PASSWORD)
        eventually(lambda: answers(client))
        assert client.config_get("append*")["appendfsync"] == "always"
        process.terminate()
        assert process.wait(20.0) == 0


@contextmanager
def started(script: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    (folder / "valkey-server").symlink_to(valkey_server())
    environment = {
        "PATH": f"{folder}:{os.environ['PATH']}",
        "REDISCLI_AUTH": PASSWORD,
        "POD_IP": "127.0.0.1",
    }
    with (folder / "log").open("wb") as log:
        process = spawn(["sh", "-c", script], env=environment, output=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except RedisError:
        return False
