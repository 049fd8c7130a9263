"""`anabasis backup` where blocks in the archive cannot be read: one line that names their games."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.backup.source import MOST_MISSING
from service.run.cli import main
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.clusters import free_ports
from tests.service.run.test_archive import recorded

GAMES = [f"game{number}" for number in range(MOST_MISSING + 2)]


@pytest.fixture
def archive(
    real_store: RedisStore, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A folder in which the blocks of all games of a store lie."""
    for game in GAMES:
        recorded(real_store, fixtures.FOLDER / "alexandros" / "tiny-two.json.gz", game)
    folder = tmp_path / "archive"
    folder.mkdir()
    monkeypatch.setenv("ANABASIS_REDIS_URL", redis_url)
    monkeypatch.setenv("ANABASIS_ARCHIVE_URL", folder.as_uri())
    assert run("archive", "now", "--older-than", "0").exit_code == 0
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups" / "monday.anabasis"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def assert_refused(file: Path, *reasons: str) -> None:
    refused = run("backup", file)
    assert refused.exit_code == 1
    assert [refused.output.count("\n"), refused.output[:7]] == [1, "Error: "], refused.output
    assert all(reason in refused.output for reason in reasons), refused.output
    assert f"Nothing is left of {file}" in refused.output
    assert not any(file.parent.iterdir())


def test_lost_blocks_are_all_named(archive: Path, file: Path):
    for game in GAMES[:2]:
        [block] = archive.rglob(f"{game}-*.anb")
        block.unlink()
    assert_refused(file, f"2 of {len(GAMES)} games", GAMES[0], GAMES[1], "No such file")


def test_an_archive_that_is_not_mounted_is_named_by_its_first_games(archive: Path, file: Path):
    archive.rename(archive.with_name("unmounted"))
    archive.mkdir()
    assert_refused(file, f"at least {MOST_MISSING} of {len(GAMES)} games")
    archive.rmdir()
    archive.with_name("unmounted").rename(archive)
    assert run("backup", file).exit_code == 0


def test_a_bucket_that_is_down_is_asked_once(
    archive: Path, file: Path, monkeypatch: pytest.MonkeyPatch
):
    assert archive.exists()
    [port] = free_ports(1)
    bucket = f"s3://games?endpoint=http://127.0.0.1:{port}&region=r"
    monkeypatch.setenv("ANABASIS_ARCHIVE_URL", bucket)
    assert_refused(file, f"at least 1 of {len(GAMES)} games")


@pytest.mark.usefixtures("archive")
def test_an_archive_that_is_not_set_is_told(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("ANABASIS_ARCHIVE_URL")
    assert_refused(file, "set ANABASIS_ARCHIVE_URL", f"at least 1 of {len(GAMES)} games")


def test_what_needs_no_block_is_done_without_the_archive(archive: Path, file: Path, tmp_path: Path):
    assert run("backup", file).exit_code == 0
    archive.rename(archive.with_name("unmounted"))
    more = file.with_name("tuesday.anabasis")
    for words in (
        ("backup", more, "--since", file),
        ("backup", file.with_name("heads.anabasis"), "--heads"),
        ("restore", file, more, "--into", tmp_path / "restored"),
        ("verify", file, more),
    ):
        done = run(*words)
        assert done.exit_code == 0, done.output


def test_a_move_needs_no_block_and_verify_names_the_games_in_the_new_store(
    archive: Path, redis_url: str, tmp_path: Path
):
    archive.rename(archive.with_name("unmounted"))
    moved = run("move", redis_url, tmp_path / "moved")
    assert moved.exit_code == 0, moved.output
    verified = run("verify", tmp_path / "moved")
    assert (verified.exit_code, verified.stdout) == (1, f"0 of {len(GAMES)} games hold.\n")
    assert all(f"{game}: unreachable: " in verified.stderr for game in GAMES)
    archive.with_name("unmounted").rename(archive)
    assert run("verify", tmp_path / "moved").exit_code == 0
    assert run("move", "--undo", redis_url, tmp_path / "moved").exit_code == 0
