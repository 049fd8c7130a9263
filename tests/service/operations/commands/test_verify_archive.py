"""`anabasis verify` goes on where a block outside cannot be reached, and names its game."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.operations.backup.audit_records import records_of_store
from service.run.cli import main
from service.store.blocks.archive_storage import outside_of
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.service.store.blocks.newer_blocks import by_a_newer_release
from tests.service.stored_records import recorded

LOST, HELD = "game1", "game2"


@pytest.fixture
def archive(
    real_store: RedisStore, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A folder with two games; the block of one is lost."""
    for game in (LOST, HELD):
        recorded(real_store, fixtures.FOLDER / "alexandros" / "tiny-two.json.gz", game)
    monkeypatch.setenv("ANABASIS_REDIS_URL", redis_url)
    monkeypatch.setenv("ANABASIS_ARCHIVE_URL", tmp_path.as_uri())
    assert run("archive", "now", "--older-than", "0").exit_code == 0
    [block] = tmp_path.rglob(f"{LOST}-*.anb")
    block.unlink()
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.usefixtures("archive")
def test_verify_names_the_unreachable_game_and_goes_on():
    found = run("verify")
    assert (found.exit_code, found.stdout) == (1, "1 of 2 games hold.\n")
    assert f"{LOST}: unreachable: game {LOST} cannot be read from the archive" in found.stderr
    told = json.loads(run("verify", "--json").stdout)
    assert (told["games"], told["sound"], told["broken"]) == (2, 1, [])
    assert [each["game"] for each in told["unreachable"]] == [LOST]


def test_verify_goes_on_behind_a_game_that_a_newer_release_has_sealed(archive: Path):
    [block] = archive.rglob(f"{HELD}-*.anb")
    block.write_bytes(by_a_newer_release("zstd:alexandros-999", block.read_bytes()))
    found = run("verify")
    assert (found.exit_code, found.stdout) == (1, "0 of 2 games hold.\n")
    assert f"{HELD}: unreachable: a newer release has sealed game {HELD}" in found.stderr
    assert f"{LOST}: unreachable: " in found.stderr


def test_verify_of_a_backup_goes_on_behind_such_a_game(archive: Path):
    [block] = archive.rglob(f"{HELD}-*.anb")
    block.write_bytes(by_a_newer_release("zstd:alexandros-999", block.read_bytes()))
    backup = str(archive / "a.anabasis")
    assert run("backup", backup, "--leave-out-lost").exit_code == 3
    found = run("verify", backup)
    assert (found.exit_code, found.stdout) == (1, "0 of 2 games hold.\n")
    assert f"{HELD}: unreachable: a newer release has sealed game {HELD}" in found.stderr
    assert f"{LOST}: unreachable: it is not in the backup" in found.stderr


def test_records_of_other_games_are_yielded(archive: Path, redis_url: str):
    store = RedisStore.of_url(redis_url, outside=outside_of(archive.as_uri()))
    unreachable: dict[str, str] = {}
    records = records_of_store(store, {LOST: 0, HELD: 0}, unreachable)
    assert [record.game for record in records] == [HELD]
    assert [*unreachable] == [LOST]
