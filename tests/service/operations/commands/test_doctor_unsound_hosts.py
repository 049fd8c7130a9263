"""`anabasis doctor` on unsound hosts: each trouble is a line with its remedy, never a traceback."""

import os
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.operations.doctor import service
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.server.folder_files import OURS
from service.settings.config import SETTINGS
from tests.clusters import ClusterServers, SentinelServers
from tests.servers import Service, replicate, serving
from tests.waiting import eventually

WRONG = (
    "x",
    "-1",
    "0",
    "1.5",
    "70000",
    "9" * 20,
    "é",
    "ä" * 70,
    "\udcff",
    "x" * 5000,
    "a b",
    "a..b",
    ".",
    "::",
    "[::",
    "http://[",
    "http://h:99999/",
    "redis://",
    "redis://h:99999",
    "unix://",
    "redis+cluster://",
    "redis+sentinel://h",
    "s3://x",
    "file://",
    "smtp://",
    "smtp://h:0",
    "file:///dev/null",
    "/dev/null",
    "/dev/null/x",
    "1 per 0 seconds",
    "per",
    "%",
)

VARIABLES = [each.variable for each in SETTINGS.values()]
WRONG_SETTINGS = [
    *(pytest.param(name, WRONG[n % 3 :: 3], id=f"{name}-few") for n, name in enumerate(VARIABLES)),
    *(pytest.param(name, WRONG, id=f"{name}-all", marks=pytest.mark.long) for name in VARIABLES),
]
"""Settings with wrong values: a third of them each, another one from setting to setting, or all."""


def run(*arguments: str, **environment: str) -> Result:
    result = CliRunner().invoke(
        main, ["doctor", *arguments], env={"ANABASIS_PORT": "1"} | environment
    )
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def lines(result: Result, level: str) -> list[str]:
    return [line for line in result.stdout.splitlines() if line.startswith(level)]


@pytest.mark.parametrize(("variable", "values"), WRONG_SETTINGS)
def test_no_wrong_setting_ends_in_a_traceback(
    tmp_path: Path, variable: str, values: Sequence[str]
) -> None:
    for value in values:
        told = run(**{"ANABASIS_DATA": str(tmp_path / "new")} | {variable: value}).stdout
        assert told
        assert all(line.startswith(("ok ", "warning ", "error ")) for line in told.splitlines())


def test_a_wrong_form_of_the_log_is_a_finding_as_any_wrong_setting_is() -> None:
    result = run(ANABASIS_LOG="yaml")
    [line] = result.stdout.splitlines()
    assert line.startswith("error    configuration  ANABASIS_LOG='yaml' cannot be used")
    assert result.exit_code == 2


@pytest.mark.parametrize("name", ["ANABASIS_LOG", "ANABASIS_PORT", "ANABASIS_HOST"])
def test_a_wrong_setting_ends_every_command_as_a_wrong_option_does(name: str) -> None:
    result = CliRunner().invoke(main, ["verify"], env={name: "a b"})
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def a_loop(path: Path) -> Path:
    path.symlink_to(path)
    return path


def a_file(path: Path) -> Path:
    path.touch(mode=0o755)
    return path


def a_pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


NO_FOLDERS: dict[str, Callable[[Path], Path]] = {
    "file": a_file,
    "in a file": lambda path: a_file(path) / "games",
    "pipe": a_pipe,
    "loop": a_loop,
    "long": lambda path: path.with_name("x" * 300),
}


@pytest.mark.parametrize("kind", NO_FOLDERS)
def test_a_data_folder_that_is_none_is_an_error_and_ends_other_commands_in_one_line(
    tmp_path: Path, kind: str
) -> None:
    folder = NO_FOLDERS[kind](tmp_path / "games")
    result = run(ANABASIS_DATA=str(folder))
    assert lines(result, "error")[0].startswith(f"error    data folder    {folder} ")
    assert result.exit_code == 2
    other = CliRunner().invoke(main, ["verify"], env={"ANABASIS_DATA": str(folder)})
    assert (other.exit_code, other.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize("content", [None, b"", b"\xff\x00 no text", b'{"id": 3}'])
@pytest.mark.parametrize("name", sorted(OURS))
def test_a_spoilt_file_in_the_data_folder_is_no_traceback(
    tmp_path: Path, name: str, content: bytes | None
) -> None:
    path = tmp_path / name
    path.mkdir() if content is None else path.write_bytes(content)
    run(ANABASIS_DATA=str(tmp_path))


class Elsewhere(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<h1>Another program</h1>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def another_program() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield str(server.server_port)
        server.shutdown()


@contextmanager
def silent_program() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield str(listener.getsockname()[1])


@pytest.mark.parametrize("program", [another_program, silent_program])
def test_another_program_at_the_port_is_an_error(
    tmp_path: Path,
    program: Callable[[], AbstractContextManager[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "ANSWER_SECONDS", 0.2)
    with program() as port:
        result = run(ANABASIS_PORT=port, ANABASIS_DATA=str(tmp_path / "var"))
    [line] = lines(result, "error")
    assert f"http://127.0.0.1:{port}/ is another program" in line
    assert "set ANABASIS_PORT to another port" in line
    assert result.exit_code == 2


def test_another_program_at_the_port_of_the_metrics_is_an_error(tmp_path: Path) -> None:
    with silent_program() as port:
        result = run(ANABASIS_METRICS_PORT=port, ANABASIS_DATA=str(tmp_path / "var"))
    [line] = lines(result, "error")
    assert f"ANABASIS_METRICS_PORT={port} on 127.0.0.1 is in use" in line


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("served"), workers=1) as running:
        yield running


@pytest.fixture
def ask(served: Service) -> Callable[..., Result]:
    """Run doctor where the port is that of the running service."""
    return partial(run, ANABASIS_PORT=served.web.address.rpartition(":")[2])


def test_the_service_of_the_same_store_is_well(served: Service, ask: Callable[..., Result]) -> None:
    result = ask(ANABASIS_REDIS_URL=served.valkey.url)
    assert f"ok       service        {served.web.address}/ accepts moves" in result.stdout


def test_another_anabasis_at_the_port_is_an_error_where_the_folder_is_stopped(
    served: Service, ask: Callable[..., Result], tmp_path: Path
) -> None:
    result = ask(ANABASIS_DATA=str(tmp_path / "var"))
    [line] = lines(result, "error")
    assert f"{served.web.address}/ is another Anabasis, and none runs on {tmp_path}/var" in line


def test_another_anabasis_at_the_port_is_reported_where_another_store_is_named(
    served: Service, ask: Callable[..., Result], tmp_path: Path
) -> None:
    with EmbeddedServer(tmp_path / "var") as other:
        [line, _] = lines(ask(ANABASIS_REDIS_URL=other.url), "warning")
        assert f"{served.web.address}/ is another Anabasis, whose games are in another" in line
        [line] = lines(ask(ANABASIS_DATA=str(tmp_path / "var")), "error")
        assert "is another Anabasis, whose games are in another store" in line


def test_replicas_of_which_none_must_confirm_are_warned_of(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "one") as one, EmbeddedServer(tmp_path / "two") as two:
        replicate(one, two)
        told = lines(run(ANABASIS_REDIS_URL=one.url), "warning")[0]
        assert "has 1 replica, and none must confirm a move (ANABASIS_REPLICAS=0)" in told
        assert "Set ANABASIS_REPLICAS=1." in told
        assert "replica" not in run(ANABASIS_REDIS_URL=one.url, ANABASIS_REPLICAS="1").stdout


def test_failed_nodes_of_a_cluster_are_named_and_slots_without_any_are_an_error(
    tmp_path: Path,
) -> None:
    with ClusterServers(tmp_path) as cluster:
        replica, master = cluster.replica_of("a"), cluster.master_of("a")
        assert "nodes" not in run(ANABASIS_REDIS_URL=cluster.url).stdout
        replica.kill()
        name = f"nodes          the cluster's node {replica.address} has failed"
        eventually(lambda: f"warning  {name}" in run(ANABASIS_REDIS_URL=cluster.url).stdout)
        master.kill()
        address = f"the cluster's master {master.address} has failed"
        told = eventually(lambda: _told_of(address, cluster.url))
        assert "slots have no node that answers" in told


def _told_of(text: str, url: str) -> str:
    told = "\n".join(lines(run(ANABASIS_REDIS_URL=url), "error"))
    return told if text in told else ""


def test_a_replica_that_is_down_and_a_sentinel_that_is_away_are_named(tmp_path: Path) -> None:
    with SentinelServers(tmp_path) as servers:
        replica = next(node for node in servers.nodes if node is not servers.master())
        replica.kill()
        told = f"the replica {replica.address} of games is down"
        eventually(lambda: told in run(ANABASIS_REDIS_URL=servers.url).stdout)
        away = servers.url.replace("//", "//127.0.0.1:1,")
        assert "the sentinel 127.0.0.1:1 does not answer" in run(ANABASIS_REDIS_URL=away).stdout
