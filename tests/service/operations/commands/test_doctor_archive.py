"""`anabasis doctor` looks at the archive outside of the server, and at games that lie there."""

from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner, Result

from service.operations.doctor import archive, settings
from service.run.cli import main
from service.settings.config import Config
from service.store.blocks.archive_identity import KEY
from service.store.blocks.archive_storage import outside_of
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.service.stored_records import recorded


def run(**environment: str) -> Result:
    return CliRunner().invoke(main, ["doctor"], env={"ANABASIS_PORT": "1"} | environment)


def test_an_archive_that_works_is_well_and_left_as_it_was(tmp_path: Path):
    outer = tmp_path / "outer"
    outer.mkdir()
    found = run(ANABASIS_DATA=str(tmp_path / "var"), ANABASIS_ARCHIVE_URL=outer.as_uri())
    assert "ok       archive        an object was written to it" in found.stdout
    assert [*outer.iterdir()] == []


def test_an_archive_that_is_not_there_is_an_error(tmp_path: Path):
    missing = (tmp_path / "missing").as_uri()
    found = run(ANABASIS_DATA=str(tmp_path / "var"), ANABASIS_ARCHIVE_URL=missing)
    assert "error    archive        no object could be written to ANABASIS_" in found.stdout
    assert found.exit_code == 2


def test_blocks_that_others_can_read_are_warned_of(tmp_path: Path):
    block = tmp_path / "outer" / "ab" / "ab-1.anb"
    block.parent.mkdir(parents=True)
    block.touch()
    for path in (block.parent.parent, block.parent, block):
        path.chmod(0o755)
    where = {"ANABASIS_ARCHIVE_URL": (tmp_path / "outer").as_uri()}
    [told] = [
        line
        for line in run(ANABASIS_DATA=str(tmp_path / "var"), **where).stdout.splitlines()
        if line.startswith("warning  archive ")
    ]
    assert "1 file in" in told
    assert f"Try chmod -R go-rwx {tmp_path / 'outer'}." in told
    block.parent.chmod(0o700)
    assert "chmod" not in run(ANABASIS_DATA=str(tmp_path / "var"), **where).stdout


def test_an_archive_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    released = Event()
    outside = outside_of(tmp_path.as_uri())
    monkeypatch.setattr(outside, "probe", released.wait)
    monkeypatch.setattr(archive, "PROBE_SECONDS", 0.01)
    assert "no answer in 0 s" in archive._probed(outside).text
    released.set()


def test_games_outside_want_the_variable_that_names_the_place(
    real_store: RedisStore, redis_url: str, tmp_path: Path
):
    recorded(real_store, fixtures.FOLDER / "alexandros" / "tiny-two.json.gz", "game1")
    where = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_ARCHIVE_URL": tmp_path.as_uri()}
    CliRunner().invoke(main, ["archive", "now", "--older-than", "0"], env=where)
    [found] = archive.check_games_outside(Config(), real_store)
    assert (found.level, found.remedy) == (
        "error",
        "Set ANABASIS_ARCHIVE_URL to the archive that has them.",
    )
    assert "1 game lies outside" in found.text
    assert "lies outside" not in run(**where).stdout


def test_a_worker_warns_of_games_outside_without_the_variable(
    real_store: RedisStore, redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    recorded(real_store, fixtures.FOLDER / "alexandros" / "tiny-two.json.gz", "game1")
    archive.warn_of_archive(Config(), real_store)
    where = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_ARCHIVE_URL": tmp_path.as_uri()}
    CliRunner().invoke(main, ["archive", "now", "--older-than", "0"], env=where)
    archive.warn_of_archive(Config(archive_url=tmp_path.as_uri()), real_store)
    assert not caplog.text
    archive.warn_of_archive(Config(), real_store)
    assert "cannot be used: 1 game lies outside of the store, and no archive is" in caplog.text


def test_an_archive_that_is_empty_where_it_should_hold_games_is_an_error(
    real_store: RedisStore, redis_url: str, tmp_path: Path
):
    recorded(real_store, fixtures.FOLDER / "alexandros" / "tiny-two.json.gz", "game1")
    where = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_ARCHIVE_URL": tmp_path.as_uri()}
    assert "lacks the id" not in run(**where).stdout  # neither has one
    CliRunner().invoke(main, ["archive", "now", "--older-than", "0"], env=where)
    (tmp_path / "unmounted").mkdir()
    empty = run(**where | {"ANABASIS_ARCHIVE_URL": f"{tmp_path.as_uri()}/unmounted"})
    assert "error    archive        the archive lacks the id of this store" in empty.stdout
    assert "Mount this store's archive, or point ANABASIS_ARCHIVE_URL to it." in empty.stdout
    assert not any((tmp_path / "unmounted").iterdir())
    assert "lacks the id" not in run(**where).stdout


def test_an_archive_that_cannot_be_read_is_reported_once(
    real_store: RedisStore, redis_url: str, tmp_path: Path
):
    real_store.client.set(KEY, b"1234")
    (tmp_path / "file").touch()
    found = run(ANABASIS_REDIS_URL=redis_url, ANABASIS_ARCHIVE_URL=f"{tmp_path.as_uri()}/file")
    assert found.stdout.count("error    archive") == 1


def test_an_archive_that_hangs_is_reported_once(
    real_store: RedisStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    released = Event()
    monkeypatch.setattr(archive, "check_bound", lambda *_: released.wait())
    monkeypatch.setattr(archive, "PROBE_SECONDS", 0.01)
    assert [*archive.check_games_outside(Config(archive_url=tmp_path.as_uri()), real_store)] == []
    released.set()


def test_traces_without_their_packages_are_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.telemetry.tracing._is_installed", lambda: False)
    found = [*settings.check_settings(Config(), {"ANABASIS_TRACES": "on"})]
    assert found[0].level == "error"
    assert "requirements-tracing.lock" in found[0].text
