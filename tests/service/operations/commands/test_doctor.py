"""`anabasis doctor` names what may go wrong, with a remedy, and changes nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.operations.doctor import machine, server, service, settings
from service.operations.doctor.findings import Finding
from service.redis.leases import WORKS, Leases
from service.redis.retirement import FILLING_KEY
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.store.broken_games import BrokenRecords, Mark
from service.store.redis_store import RedisStore
from service.texts import text, texts
from tests.contract.records import append_of, record

GB = 1_000_000_000

STOPPED = """
import os, signal
from service.run.cli import main
from service.server.embedded import EmbeddedServer
EmbeddedServer.start = lambda _: os.kill(os.getpid(), signal.SIGTERM)
main(["doctor"])
"""


def run(*arguments: str, **environment: str) -> Result:
    nobody = {"ANABASIS_PORT": "1"}  # a service may run on the port that is the default
    return CliRunner().invoke(main, ["doctor", *arguments], env=nobody | environment)


def only(findings: list[Finding], level: str) -> Finding:
    [found] = [finding for finding in findings if finding.level == level]
    return found


def findings(store: RedisStore) -> list[Finding]:
    return list(server.check_server(store, "the store", "redis://here"))


@pytest.fixture(autouse=True)
def _roomy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with room, even if the test's own has none."""
    room = (100 * GB, 10 * GB, 90 * GB)
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: Usage(*room))
    monkeypatch.setattr(machine, "LITTLE_MEMORY", 0.0)


class Usage(tuple[int, int, int]):
    def __new__(cls, *sizes: int) -> "Usage":
        return super().__new__(cls, sizes)

    @property
    def free(self) -> int:
        return self[2]


def test_a_new_folder_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    found = run()
    told = f"ok       data folder    there is nothing at {tmp_path / 'var'} yet: it will be made"
    assert (found.exit_code, told in found.stdout) == (0, True), found.stdout
    assert "If games lie elsewhere, set ANABASIS_DATA" in found.stdout
    assert run("--quiet").stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_named_and_missing_is_warned_of(tmp_path: Path):
    found = run("--quiet", ANABASIS_DATA=str(tmp_path / "typo"))
    [line] = found.stdout.splitlines()
    assert (found.exit_code, line.startswith("warning  data folder ")) == (1, True)
    assert "is not there" in line
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def cold(tmp_path: Path) -> Path:
    """A data folder without a running server, with a game."""
    folder = tmp_path / "var"
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), 2)
    return folder


def test_the_games_of_a_stopped_folder_are_found_and_nothing_in_it_is_changed(cold: Path):
    before = contents(cold)
    assert run("--quiet", ANABASIS_DATA=str(cold)).stdout == ""
    assert "ok       games " in run(ANABASIS_DATA=str(cold)).stdout
    assert contents(cold) == before


def test_a_stop_leaves_no_copy_of_the_games_behind(cold: Path, tmp_path: Path):
    place = tmp_path / "temporary"
    place.mkdir()
    environment = {"ANABASIS_DATA": str(cold), "ANABASIS_PORT": "1", "TMPDIR": str(place)}
    command = [sys.executable, "-c", STOPPED]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, check=False)
    assert (done.returncode, list(place.iterdir())) == (128 + signal.SIGTERM, []), done.stderr


def test_an_older_copy_in_a_stopped_folder_is_an_error(cold: Path):
    [file] = cold.glob("appendonlydir/*.incr.aof")
    older = file.read_bytes()
    with EmbeddedServer(cold) as server:
        RedisStore.of_url(server.url).append(append_of(3))
    file.write_bytes(older)
    before = contents(cold)
    found = run("--quiet", ANABASIS_DATA=str(cold))
    [line] = found.stdout.splitlines()
    assert (found.exit_code, line.startswith("error    games ")) == (2, True)
    assert f"Events are missing: {cold} held 3" in line
    assert contents(cold) == before


def test_more_games_than_can_be_copied_are_left_to_verify(
    cold: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("service.operations.doctor.stopped_folder.LARGEST", 10)
    assert "`anabasis verify` tries" in run(ANABASIS_DATA=str(cold)).stdout


def contents(folder: Path) -> dict[Path, bytes]:
    """The files of a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_setting_that_is_refused_is_the_one_finding():
    found = run(ANABASIS_PORT="nine")
    assert (found.exit_code, len(found.stdout.splitlines())) == (2, 1)
    assert found.stdout.startswith("error    configuration  ANABASIS_PORT='nine'")


def test_a_misspelt_setting_is_named_with_the_one_that_is_meant(tmp_path: Path):
    found = run("--quiet", ANABASIS_DATA=str(tmp_path), ANABASIS_PROXYS="1")
    assert found.exit_code == 1
    assert "ANABASIS_PROXYS is no setting. Perhaps ANABASIS_PROXIES is meant." in found.stdout


@pytest.mark.parametrize(
    ("environment", "level", "text"),
    [
        ({"ANABASIS_REPLICAS": "1"}, "error", "the embedded server has none"),
        ({"ANABASIS_HOST": "0.0.0.0"}, "warning", "answers to any host name"),
        ({"ANABASIS_HOST": "300.1.1.1"}, "error", "cannot be listened on"),
        ({"ANABASIS_URL": "http://games.example/"}, "warning", "not encrypted"),
        ({"ANABASIS_WORKERS": "64"}, "warning", "64 on "),
    ],
)
def test_settings_that_do_not_fit_are_named(environment: dict[str, str], level: str, text: str):
    config = settings.Config.from_environment(environment)
    found = only(list(settings.check_settings(config, environment)), level)
    assert text in found.text
    assert found.remedy


@pytest.mark.parametrize("rights", [0o755, 0o750, 0o720, 0o701], ids=oct)
def test_a_folder_that_others_can_read_is_warned_of(tmp_path: Path, rights: int):
    tmp_path.chmod(rights)
    found = only(list(machine.check_folder(tmp_path)), "warning")
    assert "open to others" in found.text
    assert "chmod" in found.remedy


@pytest.mark.parametrize(("free", "level"), [(GB, "warning"), (GB // 10, "error")])
def test_a_disk_that_fills_up_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str
):
    tmp_path.chmod(0o700)
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: Usage(10 * GB, 0, free))
    assert only(list(machine.check_folder(tmp_path)), level).subject == "disk"


def test_a_server_without_a_worker_is_well_but_for_that(redis_url: str):
    found = run("--quiet", ANABASIS_REDIS_URL=redis_url)
    [line] = found.stdout.splitlines()
    assert (found.exit_code, line.startswith("warning  workers ")) == (1, True)


def test_a_worker_counts_once_however_much_of_the_work_it_shares(
    real_store: RedisStore, redis_url: str
):
    for work, parts in WORKS.items():
        Leases(real_store.client, work, parts).parts()
    assert "workers        1 at work" in run(ANABASIS_REDIS_URL=redis_url).stdout


def test_records_that_the_verifier_marked_are_named(real_store: RedisStore, redis_url: str):
    marked = BrokenRecords(real_store.client)
    marked.mark("flipped", Mark(3, "another hash"))
    marked.mark("newer", Mark(7, "no known type", disputed=True))
    found = run("--quiet", ANABASIS_REDIS_URL=redis_url)
    assert "error    records        the record of flipped is broken at version 3" in found.stdout
    assert "warning  records        the record of newer is whole, but disputed" in found.stdout
    assert found.exit_code == 2


def test_a_server_that_is_away_is_an_error_of_one_line(tmp_path: Path):
    found = run("--quiet", ANABASIS_REDIS_URL=f"unix://{tmp_path}/none")
    [line] = found.stdout.splitlines()
    name = f"ANABASIS_REDIS_URL (unix://{tmp_path}/none)"
    assert line.startswith(f"error    server         {name} cannot be reached (connecting to ")
    assert (found.exit_code, line.endswith("Is it running there?")) == (2, True)


def test_settings_of_the_server_that_lose_games_are_errors(
    real_store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    client: Any = real_store.client
    client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        found = only(findings(real_store), "error")
    finally:
        client.config_set("maxmemory-policy", "noeviction")
    assert "allkeys-lru" in found.text


def test_an_unfinished_restore_is_an_error(real_store: RedisStore):
    real_store.client.set(FILLING_KEY, "1")
    assert "restore" in only(findings(real_store), "error").text


@pytest.mark.parametrize(("apart", "level"), [(5.0, "warning"), (100.0, "error")])
def test_clocks_that_are_apart_are_reported(
    real_store: RedisStore, monkeypatch: pytest.MonkeyPatch, apart: float, level: str
):
    true = server.time
    monkeypatch.setattr(server, "time", lambda: true() + apart)
    found = [each for each in findings(real_store) if "clock" in each.text]
    assert only(found, level).remedy.startswith("Set both by NTP")


@pytest.mark.parametrize(
    ("told", "level"),
    [
        ({"aof_last_write_status": "err"}, "error"),
        ({"evicted_keys": 3}, "error"),
        ({"aof_last_write_status": "ok", "evicted_keys": 0}, None),
    ],
)
def test_the_servers_report_on_its_writing_is_read(told: dict[str, Any], level: str | None):
    assert [each.level for each in server._writing(told, "server 1")] == [level] * bool(level)


@pytest.mark.parametrize(("used", "level"), [(10, "ok"), (85, "warning"), (99, "error")])
def test_memory_that_fills_up_is_reported(used: int, level: str):
    assert server._memory({"used_memory": used, "maxmemory": 100}, "server 1").level == level


def test_a_server_of_old_is_refused():
    assert server._version({"redis_version": "6.2.1"}, "server 1").level == "error"
    told = {"redis_version": "7.2.4", "valkey_version": "9.1.0"}
    assert server._version(told, "server 1").text == "Valkey 9.1.0"


def test_one_variable_is_counted_as_one():
    [found, _] = settings.check_settings(settings.Config(), {"ANABASIS_PORT": "8000"})
    assert found.text == "1 variable set"


@pytest.mark.parametrize("code", [code for code in texts("en") if "problem.store_" in code])
def test_the_finding_about_the_service_leaves_out_the_remedy_of_clients(
    monkeypatch: pytest.MonkeyPatch, code: str
):
    kind = "urn:anabasis:problem:store_unavailable"
    answer = {"type": kind, "code": "store_unavailable", "detail": text("en", code)}
    monkeypatch.setattr(service, "_ready", lambda _: answer)
    [finding] = service.check_service(
        settings.Config(redis_url="redis://here"), RedisStore.of_url("redis://here")
    )
    assert finding.text.endswith(")")
    assert "Idempotency-Key" not in str(finding)
    assert finding.text.count(".") == 3, "those of the address alone"


def test_the_list_of_commands_cuts_no_sentence():
    assert "...\n" not in CliRunner().invoke(main, ["--help"]).stdout.partition("Commands:")[2]


def test_a_port_that_is_no_number_is_reported():
    assert "'abc' is not a valid port." in CliRunner().invoke(main, ["run", "--port", "abc"]).stderr
