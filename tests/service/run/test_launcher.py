"""`anabasis run` as people meet it: real processes, real signals, real sudden death."""

import errno
import os
import re
import signal
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from service.run.cli import main
from service.server.data_folder import running_url
from service.server.embedded import EmbeddedServer
from service.settings.config import SETTINGS
from service.store.redis_store import RedisStore
from tests.contract.records import record
from tests.service.running import COMMAND, Running, is_alive, running
from tests.waiting import eventually

STAND_INS = """
import sys
from pathlib import Path
from service.run import launcher
from service.settings.config import Config
launcher.run(
    Config.from_environment(),
    launcher.Programs(web=(sys.executable, "-c", sys.argv[1], "{fd}"), worker=("sleep", "1000")),
)
"""

ANSWERS = """
import socket, sys
listener = socket.socket(fileno=int(sys.argv[1]))
while True:
    line, _ = listener.accept()
    line.recv(1000)
    line.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\n")
    line.close()
"""
"""A web service that says yes to everything."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "var"


@pytest.fixture
def run(tmp_path: Path, data: Path) -> Iterator[Running]:
    """A run of the test's own, to be ended by it."""
    with running(tmp_path / "log", ANABASIS_DATA=str(data)) as run:
        assert run.address
        yield run


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A run that the tests share and leave running."""
    folder = tmp_path_factory.mktemp("lasting")
    with running(folder / "log", ANABASIS_DATA=str(folder / "var")) as run:
        assert run.address
        yield run


def with_a_game(data: Path) -> None:
    """Append a game's events to the server that runs on the folder."""
    url = running_url(data)
    assert url
    record(RedisStore.of_url(url), 3)


def test_it_prints_its_address_and_answers_there(lasting: Running) -> None:
    assert str(lasting.data) in lasting.told
    assert lasting.ask("GET", "/readyz").status_code == 200


def test_server_web_service_and_worker_are_its_children(lasting: Running) -> None:
    assert lasting.begun("valkey-server")
    assert lasting.begun("gunicorn")
    assert lasting.begun("worker")


def test_a_signal_stops_all_of_it(run: Running, data: Path) -> None:
    """The other two signals end the runs of the next test and of one further on."""
    assert_stopped_by(signal.SIGHUP, run, data)
    assert "Stopped" in run.told


def assert_stopped_by(number: int, run: Running, data: Path) -> None:
    family = eventually(lambda: family if len(family := run.family()) >= 6 else set())
    run.signal(number)
    assert run.wait() == 0
    assert [pid for pid in family if is_alive(pid)] == []
    assert running_url(data) is None


def test_an_open_stream_is_ended_properly_and_asked_to_come_back(run: Running, data: Path) -> None:
    family = eventually(lambda: family if len(family := run.family()) >= 6 else set())
    player = run.ask("POST", "/api/v1/players", json={"name": "Ada"}).json()
    token = {"Authorization": f"Bearer {player['token']}"}
    game = {"ruleset": "alexandros", "seats": 2, "board": "near_east"}
    created = run.ask("POST", "/api/v1/games", json=game, headers=token)
    path = f"{run.address}/api/v1/games/{created.json()['game_id']}/stream"
    with (
        httpx.Client(base_url=run.address) as idle,
        httpx.stream("GET", path, headers=token, timeout=30.0) as stream,
    ):
        assert idle.get("/livez").is_success
        lines = stream.iter_lines()
        assert [next(lines) for _ in range(3)][::2] == ["retry: 2000", "id: 1"]
        run.signal(signal.SIGTERM)
        *_, last, empty = lines  # raises where the body breaks off
        assert re.fullmatch(r"retry: \d+", last)
        assert empty == ""
        assert run.wait() == 0
    assert [pid for pid in family if is_alive(pid)] == []
    assert running_url(data) is None
    assert "Stopping…\nStopped; every game is kept." in run.told


def test_a_second_run_on_the_folder_names_the_first_and_touches_nothing(
    lasting: Running, tmp_path: Path
) -> None:
    family = lasting.family()
    with running(tmp_path / "second", ANABASIS_DATA=str(lasting.data)) as second:
        assert second.wait() == 1
    assert f"process {lasting.process.pid}, {lasting.address}" in second.told
    assert "Traceback" not in second.told
    assert family <= lasting.family()
    assert lasting.ask("GET", "/readyz").status_code == 200


@pytest.mark.parametrize(
    ("given", "way"), [("PORT", "make run PORT="), ("ANABASIS_PORT", "ANABASIS_PORT="), ("", "")]
)
def test_a_port_in_use_is_named_with_the_remedy_and_nothing_is_left_running(
    data: Path, tmp_path: Path, given: str, way: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        option = () if given else ("--port", port)  # it counts more than the variable
        known = {"ANABASIS_PORT": "" if given else "1"} | ({given: port} if given else {})
        with running(tmp_path / "log", COMMAND + option, ANABASIS_DATA=str(data), **known) as run:
            assert run.wait() == 1
    (line,) = run.told.splitlines()
    assert f"Port {port}" in line
    [free] = re.findall(r"`anabasis run --port (\d+)`.$", line)
    ways = f"`{way}{free}` or " if way else ""
    assert f"choose another one with {ways}`anabasis run" in line
    with socket.create_server(("127.0.0.1", int(free))):
        pass
    assert running_url(data) is None
    assert list(data.iterdir()) == []
    with EmbeddedServer(data):
        pass


def test_an_address_of_another_machine_is_refused_with_one_plain_reason(
    data: Path, tmp_path: Path
) -> None:
    settings = {"ANABASIS_DATA": str(data), "ANABASIS_HOST": "192.0.2.1"}
    with running(tmp_path / "log", **settings) as run:
        assert run.wait() == 1
    assert run.told.count("(") == 1
    assert f"({os.strerror(errno.EADDRNOTAVAIL)}): see --host" in run.told


def test_after_the_launcher_was_killed_the_next_start_finds_every_game(
    run: Running, data: Path, tmp_path: Path
) -> None:
    with_a_game(data)
    family, port = run.family(), run.address.rpartition(":")[2]
    run.signal(signal.SIGKILL)
    run.wait()
    with running(tmp_path / "next", ANABASIS_DATA=str(data), ANABASIS_PORT=port) as following:
        assert following.ask("GET", "/readyz").status_code == 200
        eventually(lambda: not any(is_alive(pid) for pid in family))
        assert RedisStore.of_url(running_url(data) or "").newest_version("g") == 3


def test_after_a_stop_the_next_start_finds_every_game(
    run: Running, data: Path, tmp_path: Path
) -> None:
    with_a_game(data)
    assert_stopped_by(signal.SIGINT, run, data)
    with running(tmp_path / "next", ANABASIS_DATA=str(data)) as following:
        assert following.address
        assert RedisStore.of_url(running_url(data) or "").newest_version("g") == 3


def test_as_many_workers_are_started_as_are_asked_for(tmp_path: Path, data: Path) -> None:
    command = (sys.executable, "-c", STAND_INS, ANSWERS)
    settings = {"ANABASIS_DATA": str(data), "ANABASIS_WORKER_PROCESSES": "3"}
    with running(tmp_path / "log", command, **settings) as run:
        assert run.address
        workers = [pid for pid, line in run.children().items() if "sleep 1000" in line]
        assert len(workers) == 3
        os.kill(workers[1], signal.SIGKILL)
        eventually(lambda: "worker 2 ended with code -9" in run.told)


def test_each_process_is_shown_by_what_it_does(lasting: Running) -> None:
    gunicorns = {"gunicorn: master [anabasis]", "gunicorn: worker [anabasis]"}
    ours = {f"anabasis: {name}" for name in ("worker", "nursery", "bots")}
    names = eventually(lambda: names if ours <= (names := shown(lasting)) else None)
    assert gunicorns <= names


def shown(run: Running) -> set[str]:
    return {line.rstrip() for line in run.session().values()}


def test_at_a_signal_all_but_the_server_is_replaced_and_no_request_fails(
    lasting: Running,
) -> None:
    old = {name: lasting.begun(name) for name in ("valkey-server", "gunicorn", "worker")}
    with ThreadPoolExecutor(2) as pool:
        asking = [pool.submit(ask_until_renewed, lasting, old["gunicorn"]) for _ in range(2)]
        lasting.signal(signal.SIGUSR2)
        for each in asking:
            assert each.result(60.0) > 20
    eventually(lambda: "have been restarted" in lasting.told)
    assert lasting.child("valkey-server") == old["valkey-server"]
    assert lasting.begun("worker") != old["worker"]
    assert not is_alive(old["worker"])


def ask_until_renewed(run: Running, old: int) -> int:
    """Ask by lines of its own and by one that is kept, until some while after the old are gone."""
    asked, left = 0, 20
    with httpx.Client(base_url=run.address, timeout=20.0) as kept:
        while left:
            for ask in (kept.get, httpx.get):
                path = "/readyz" if ask == kept.get else f"{run.address}/readyz"
                assert ask(path).status_code == 200
            asked += 2
            left -= not is_alive(old)
    return asked


def test_new_web_processes_that_do_not_serve_leave_the_old_ones_be(
    tmp_path: Path, data: Path
) -> None:
    serves_once = f"import sys; from pathlib import Path; mark = Path({str(tmp_path / 'mark')!r})\n"
    serves_once += "if mark.exists(): raise SystemExit(7)\nmark.touch()\n" + ANSWERS
    command = (sys.executable, "-c", STAND_INS, serves_once)
    with running(tmp_path / "log", command, ANABASIS_DATA=str(data)) as run:
        assert run.address
        children = run.children()
        run.signal(signal.SIGUSR2)
        eventually(lambda: "the old ones go on" in run.told)
        assert run.ask("GET", "/livez").status_code == 200
        assert run.children() == children


def test_a_worker_that_ends_is_started_again(lasting: Running) -> None:
    worker = lasting.begun("worker")
    os.kill(worker, signal.SIGKILL)
    eventually(lambda: "worker ended with code -9" in lasting.told)
    assert eventually(lambda: lasting.child("worker") not in (0, worker))


def test_a_server_that_ends_is_started_again_with_every_game(lasting: Running) -> None:
    with_a_game(lasting.data)
    os.kill(lasting.begun("valkey-server"), signal.SIGKILL)
    eventually(lambda: "server ended; starting it again" in lasting.told)
    eventually(lambda: httpx.get(f"{lasting.address}/readyz").status_code == 200)
    assert RedisStore.of_url(running_url(lasting.data) or "").newest_version("g") == 3


def test_when_the_web_service_ends_all_is_stopped(run: Running, data: Path) -> None:
    family = run.family()
    os.kill(run.begun("gunicorn"), signal.SIGKILL)
    assert run.wait() == 1
    assert "web server ended with code -9" in run.told
    assert running_url(data) is None
    eventually(lambda: not any(is_alive(pid) for pid in family))


def test_a_web_service_that_does_not_start_is_an_error_and_nothing_is_left(
    data: Path, tmp_path: Path
) -> None:
    command = (sys.executable, "-c", STAND_INS, "raise SystemExit(7)")
    with running(tmp_path / "log", command, ANABASIS_DATA=str(data)) as run:
        assert run.wait() == 1
    assert "ended with code 7" in run.told
    assert running_url(data) is None


def test_ctrl_c_before_it_is_ready_stops_all_of_it(data: Path, tmp_path: Path) -> None:
    command = (sys.executable, "-c", STAND_INS, "import time; time.sleep(1000)")
    with running(tmp_path / "log", command, ANABASIS_DATA=str(data)) as run:
        eventually(lambda: run.child("time.sleep(1000)"))
        assert not run.child("sleep 1000"), "the worker waits until people can play"
        family = run.family()
        run.signal(signal.SIGINT)
        assert run.wait() == 0
    assert [pid for pid in family if is_alive(pid)] == []


def test_a_server_of_ones_own_is_used_and_left_running(
    tmp_path: Path, data: Path, embedded_server: EmbeddedServer, redis_url: str
) -> None:
    with running(tmp_path / "log", ANABASIS_REDIS_URL=redis_url, ANABASIS_DATA=str(data)) as run:
        assert run.ask("GET", "/readyz").status_code == 200
        assert not any("valkey" in line for line in run.children().values())
    assert embedded_server.is_running()
    assert not data.exists()
    password = (embedded_server.folder / "password").read_text()
    assert password not in run.told


def test_the_password_is_on_no_command_line(lasting: Running) -> None:
    password = (lasting.data / "password").read_text()
    for pid in lasting.family():
        assert password not in Path(f"/proc/{pid}/cmdline").read_text()


def test_replicas_that_the_embedded_server_cannot_have_are_refused(
    tmp_path: Path, data: Path
) -> None:
    with running(tmp_path / "log", ANABASIS_DATA=str(data), ANABASIS_REPLICAS="1") as run:
        assert run.wait() == 1
    (line,) = run.told.splitlines()
    assert "ANABASIS_REPLICAS=1" in line
    assert "ANABASIS_REDIS_URL" in line
    assert not data.exists()


def test_a_variable_that_nothing_reads_is_named(tmp_path: Path) -> None:
    settings = {"ANABASIS_WROKERS": "3", "ANABASIS_REDIS_URL": "redis://127.0.0.1:1"}
    with running(tmp_path / "log", **settings) as run:
        assert run.wait() == 1
    assert "ANABASIS_WROKERS is no setting" in run.told


def test_an_archive_that_cannot_be_used_is_warned_of(data: Path, tmp_path: Path) -> None:
    where = {"ANABASIS_DATA": str(data), "ANABASIS_ARCHIVE_URL": (tmp_path / "none").as_uri()}
    with running(tmp_path / "log", **where) as run:
        eventually(lambda: "archive cannot be used: no object could be written" in run.told, 60.0)


def test_a_server_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with running(tmp_path / "log", ANABASIS_REDIS_URL="redis://127.0.0.1:1") as run:
        assert run.wait() == 1
    (line,) = run.told.splitlines()
    assert "127.0.0.1:1" in line


@pytest.mark.parametrize(
    ("variable", "value", "remedy"),
    [
        ("ANABASIS_PORT", "eighty", "whole number from 0 to 65535"),
        ("ANABASIS_WORKERS", "0", "whole number from 1 to 64"),
        ("ANABASIS_REPLICAS", "-1", "whole number from 0 to 16"),
        ("ANABASIS_REDIS_URL", "localhost", "redis://host:6379"),
        ("ANABASIS_RATE_LIMIT", "rarely", '"on", "off"'),
        ("ANABASIS_REGISTRATION", "shut", "give open, invite or closed"),
        ("ANABASIS_NEW_PLAYERS", "few", '"20 per hour"'),
    ],
)
def test_a_bad_value_is_one_line_with_variable_value_and_remedy(
    variable: str, value: str, remedy: str
) -> None:
    result = CliRunner().invoke(main, ["run"], env={variable: value})
    assert result.exit_code == 2
    (line,) = result.output.splitlines()
    assert variable in line
    assert repr(value) in line
    assert remedy in line


def test_help_teaches_the_options_and_the_variables() -> None:
    output = CliRunner().invoke(main, ["run", "--help"]).output
    for word in ("--port", "--data", "Ctrl-C", "appendonly yes", "appendfsync always"):
        assert word in output
    assert {name for each in SETTINGS.values() if (name := each.variable) not in output} == set()
    assert "default: 20 per hour" in " ".join(output.split())


def test_the_version_is_that_of_the_package() -> None:
    assert CliRunner().invoke(main, ["--version"]).output.split()[1:] == [version("anabasis")]
