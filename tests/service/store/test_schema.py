"""A store of a newer release is refused in one line, and no service starts on an older one's."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.redis.errors import StoreRefused
from service.run.cli import main
from service.server.data_folder import running_url
from service.server.embedded import EmbeddedServer
from service.store import schema
from service.store.redis_store import RedisStore
from service.store.schema import SCHEMA, SCHEMA_KEY, begin_writing, refuse_newer, schema_of
from tests.service.older_store import GAME, OLDER, put
from tests.service.operations.backup.town import api_over
from tests.service.running import COMMAND, running

NEWER = SCHEMA + 1
COMMANDS = (
    "verify",
    "verify {game}",
    "doctor",
    "archive show",
    "archive now",
    "backup {folder}/b.anabasis",
    "move env:ANABASIS_REDIS_URL {folder}/new",
    "admin show",
    "projections show",
    "projections rebuild",
)


def run(command: str, url: str, folder: Path) -> Result:
    arguments = command.format(folder=folder, game="k3v9x2m7q4w8z6t5").split()
    known = {"ANABASIS_REDIS_URL": url, "ANABASIS_DATA": str(folder / "none")}
    return CliRunner().invoke(main, arguments, env=known)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_names_a_newer_release_in_one_line_and_changes_nothing(
    command: str, real_store: RedisStore, redis_url: str, tmp_path: Path
):
    real_store.client.set(SCHEMA_KEY, NEWER)
    before = sorted(real_store.client.scan_iter())
    done = run(command, redis_url, tmp_path)
    told = [line for line in (done.stderr + done.stdout).splitlines() if "newer release" in line]
    assert done.exit_code in {1, 2}, done.output
    assert len(told) == 1, done.output
    assert f"stored forms {NEWER}, this release knows {SCHEMA}" in told[0]
    assert "Traceback" not in done.output
    assert sorted(real_store.client.scan_iter()) == before
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["run", "worker"])
def test_neither_service_nor_worker_starts(
    command: str, real_store: RedisStore, redis_url: str, tmp_path: Path
):
    real_store.client.set(SCHEMA_KEY, NEWER)
    known = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_DATA": str(tmp_path / "none")}
    with running(tmp_path / "log", (*COMMAND[:-1], command), **known) as service:
        assert service.wait() == 1
    [told] = service.told.splitlines()
    assert "was written by a newer release" in told
    assert schema_of(real_store.client) == NEWER


def test_a_stopped_folder_is_not_started(tmp_path: Path):
    folder = tmp_path / "var"
    with EmbeddedServer(folder) as server:
        RedisStore.of_url(server.url).client.set(SCHEMA_KEY, NEWER)
    with running(tmp_path / "log", ANABASIS_DATA=str(folder)) as service:
        assert service.wait() == 1
    verified = CliRunner().invoke(main, ["verify", str(folder)])
    assert verified.exit_code == 1
    for told in (service.told, verified.stderr):
        assert told.count("\n") == 1
        assert f"{folder}" in told.partition(" was written by a newer release")[0]


@pytest.mark.parametrize("mark", [b"x", b"-1", b"1.5", b"\xff"])
def test_a_mark_that_nobody_can_read_is_taken_for_a_newer_one(store: RedisStore, mark: bytes):
    store.client.set(SCHEMA_KEY, mark)
    for opening in (refuse_newer, begin_writing):
        with pytest.raises(StoreRefused, match="newer release"):
            opening(store.client)
    assert store.client.get(SCHEMA_KEY) == mark


def test_the_first_writer_marks_the_store_on_one_server_and_on_a_cluster(
    real_store: RedisStore, cluster_url: str
):
    for each in (real_store, RedisStore.of_url(cluster_url)):
        assert schema_of(each.client) == 0
        begin_writing(each.client)
        begin_writing(each.client)  # another release of the same forms, beside it
        refuse_newer(each.client)
        assert schema_of(each.client) == SCHEMA


def test_an_older_release_does_not_lower_the_mark(store: RedisStore):
    store.client.set(SCHEMA_KEY, NEWER)
    with pytest.raises(StoreRefused, match=f"The store was written by a newer .* forms {NEWER},"):
        begin_writing(store.client)
    assert schema_of(store.client) == NEWER


def test_a_service_marks_its_store_as_it_starts(tmp_path: Path):
    with running(tmp_path / "log", ANABASIS_DATA=str(tmp_path / "var")) as service:
        assert service.address
        url = running_url(tmp_path / "var")
        assert url
        assert schema_of(RedisStore.of_url(url).client) == SCHEMA


def test_a_backup_of_a_newer_release_is_neither_restored_nor_verified(
    real_store: RedisStore, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    api = api_over(real_store)
    api.game(api.person("Ada"), api.person("Bob"))
    with monkeypatch.context() as newer:
        newer.setattr(schema, "SCHEMA", NEWER)
        real_store.client.set(SCHEMA_KEY, NEWER)
        assert run("backup {folder}/b", redis_url, tmp_path).exit_code == 0
    for command in ("restore {folder}/b --into {folder}/new", "verify {folder}/b"):
        done = run(command, redis_url, tmp_path)
        assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
        assert "is of a newer form: read it with a newer release" in done.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["b"]


def test_the_mark_goes_with_a_backup_and_with_a_move(
    real_store: RedisStore, redis_url: str, cluster_url: str, tmp_path: Path
):
    begin_writing(real_store.client)
    api = api_over(real_store)
    api.game(api.person("Ada"), api.person("Bob"))
    for command in ("backup {folder}/b", "restore {folder}/b --into {folder}/var"):
        assert run(command, redis_url, tmp_path).exit_code == 0
    with EmbeddedServer(tmp_path / "var") as server:
        assert schema_of(RedisStore.of_url(server.url).client) == SCHEMA
        done = run(f"move env:ANABASIS_REDIS_URL {cluster_url}", server.url, tmp_path)
        assert done.exit_code == 0, done.output
    assert schema_of(RedisStore.of_url(cluster_url).client) == SCHEMA


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A folder with a game, as an older release left it."""
    with EmbeddedServer(tmp_path / "var") as server:
        put(RedisStore.of_url(server.url))
    return tmp_path / "var"


@pytest.mark.parametrize("mark", [None, SCHEMA - 1])
def test_a_service_refuses_an_older_store_and_starts_on_it_once_it_is_moved(
    older: Path, tmp_path: Path, mark: int | None
):
    with EmbeddedServer(older) as server:
        if mark is not None:
            RedisStore.of_url(server.url).client.set(SCHEMA_KEY, mark)
    with running(tmp_path / "log", ANABASIS_DATA=str(older)) as service:
        assert service.wait() == 1
    assert service.told.count("\n") == 1
    assert f"ANABASIS_DATA ({older}) was written by an older release" in service.told
    assert "`anabasis move FROM TO`" in service.told
    moved = CliRunner().invoke(main, ["move", str(older), str(tmp_path / "new")])
    assert moved.exit_code == 0, moved.output
    with running(tmp_path / "log", ANABASIS_DATA=str(tmp_path / "new")) as service:
        told = service.ask("GET", f"/api/v1/games/{GAME}/export").json()["events"]
    assert told == OLDER["export"]["events"]


@pytest.mark.parametrize("command", ["run", "worker"])
def test_neither_service_nor_worker_starts_on_an_older_server(
    command: str, real_store: RedisStore, redis_url: str, tmp_path: Path
):
    put(real_store)
    known = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_DATA": str(tmp_path / "none")}
    with running(tmp_path / "log", (*COMMAND[:-1], command), **known) as service:
        assert service.wait() == 1
    [told] = service.told.splitlines()
    assert "was written by an older release" in told
    assert schema_of(real_store.client) == 0


def test_doctor_names_the_remedy_for_an_older_folder_and_an_older_server(
    older: Path, real_store: RedisStore, redis_url: str, tmp_path: Path
):
    put(real_store)
    for known in ({"ANABASIS_DATA": str(older)}, {"ANABASIS_REDIS_URL": redis_url}):
        named = {"ANABASIS_DATA": str(tmp_path / "none"), "ANABASIS_REDIS_URL": ""}
        done = CliRunner().invoke(main, ["doctor"], env=named | known)
        assert done.exit_code != 0
        assert "was written by an older release" in done.output


def test_a_store_without_games_is_begun_whatever_else_is_in_it(store: RedisStore):
    store.client.set("player:p1", "somebody")
    begin_writing(store.client)
    assert schema_of(store.client) == SCHEMA


@pytest.mark.parametrize("mark", [None, SCHEMA - 1])
def test_a_store_in_present_forms_is_begun_whatever_its_number(
    real_store: RedisStore, mark: int | None
):
    """A process that started while its store was away has written without a mark."""
    api = api_over(real_store)
    api.game(api.person("Ada"), api.person("Bob"))
    if mark is not None:
        real_store.client.set(SCHEMA_KEY, mark)
    begin_writing(real_store.client)
    assert schema_of(real_store.client) == SCHEMA
