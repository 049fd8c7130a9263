"""`anabasis backup` where blocks in the archive cannot be read: one line that names their games."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.operations.backup.blocks import MOST_LOST
from service.operations.backup.reading import BackupFile
from service.run.cli import main
from service.store.installation import backed_up
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.clusters import free_ports
from tests.service.stored_records import recorded

GAMES = [f"game{number}" for number in range(MOST_LOST + 2)]


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


def assert_refused(file: Path, *reasons: str, options: tuple[str, ...] = ()) -> str:
    refused = run("backup", file, *options)
    assert refused.exit_code == 1
    assert [refused.output.count("\n"), refused.output[:7]] == [1, "Error: "], refused.output
    assert all(reason in refused.output for reason in reasons), refused.output
    assert f"Nothing is left of {file}" in refused.output
    assert not any(file.parent.iterdir())
    return refused.output


def block_of(archive: Path, game: str) -> Path:
    [block] = archive.rglob(f"{game}-*.anb")
    return block


def lose(archive: Path, *games: str) -> None:
    for game in games:
        block_of(archive, game).unlink()


def test_lost_blocks_are_all_named_with_the_option_that_leaves_them_out(archive: Path, file: Path):
    lose(archive, *GAMES[:2])
    named = f"2 of {len(GAMES)} games", GAMES[0], GAMES[1], "No such file"
    assert_refused(file, *named, "--leave-out-lost takes it without them")


def test_a_block_of_another_record_is_a_lost_one(archive: Path, file: Path):
    block_of(archive, GAMES[0]).write_bytes(block_of(archive, GAMES[1]).read_bytes())
    assert_refused(file, f"1 of {len(GAMES)} games", GAMES[0], "another record")


def test_lost_games_are_left_out_and_named(archive: Path, file: Path):
    lose(archive, *GAMES)
    done = run("backup", file, "--leave-out-lost")
    assert (done.exit_code, done.stdout.split(",")[0]) == (3, f"{file}: 0 games")
    [line] = done.stderr.splitlines()
    named, others = re.search(r"lie there \((.+) and (\d+) more\): ", line).groups()
    assert set(named.split(", ")) < set(GAMES)
    assert (len(named.split(", ")), int(others)) == (MOST_LOST, len(GAMES) - MOST_LOST)


def test_an_archive_that_is_not_mounted_is_named_by_its_first_games(archive: Path, file: Path):
    archive.rename(archive.with_name("unmounted"))
    archive.mkdir()
    refused = assert_refused(file, f"at least {MOST_LOST} of {len(GAMES)} games")
    assert "--leave-out-lost" not in refused
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
def test_an_archive_that_is_not_set_is_reported(file: Path, monkeypatch: pytest.MonkeyPatch):
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


def test_a_backup_without_lost_games_says_so_when_it_is_verified_and_restored(
    archive: Path, file: Path, tmp_path: Path
):
    lose(archive, GAMES[0])
    block_of(archive, GAMES[1]).write_bytes(b"damaged")
    left_out = run("backup", file, "--leave-out-lost")
    assert left_out.exit_code == 3
    assert f"2 of {len(GAMES)} games" in left_out.stderr
    versions = {game: BackupFile(file).games[game].version for game in GAMES[:2]}
    verified = run("verify", file)
    assert (verified.exit_code, verified.stdout) == (1, f"10 of {len(GAMES)} games hold.\n")
    reason = "unreachable: it is not in the backup, as its block was lost"
    assert [f"{game}: {reason}" in verified.stderr for game in GAMES].count(True) == 2
    restored = run("restore", file, "--into", tmp_path / "restored")
    assert (restored.exit_code, restored.stderr.splitlines()) == (
        3,
        [f"{game}: versions 1 to {version} are missing" for game, version in versions.items()],
    )
    assert restored.stdout.startswith("Restored 10 games, ")


def test_a_game_left_out_is_there_again_once_its_block_is(
    archive: Path, file: Path, tmp_path: Path
):
    block = block_of(archive, GAMES[0])
    block.rename(tmp_path / "found")
    assert run("backup", file, "--leave-out-lost").exit_code == 3
    assert run("restore", file, "--into", tmp_path / "restored").exit_code == 3
    assert f"{GAMES[0]}: unreachable" in run("verify", tmp_path / "restored").stderr
    (tmp_path / "found").rename(block)
    verified = run("verify", tmp_path / "restored")
    assert verified.stdout == f"{len(GAMES)} of {len(GAMES)} games hold.\n"


def test_a_continuation_holds_what_was_left_out_before_once_it_is_found(
    archive: Path, file: Path, tmp_path: Path
):
    block = block_of(archive, GAMES[0])
    block.rename(tmp_path / "found")
    assert run("backup", file, "--leave-out-lost").exit_code == 3
    still, again = file.with_name("tuesday.anabasis"), file.with_name("wednesday.anabasis")
    assert run("backup", still, "--since", file, "--leave-out-lost").exit_code == 3
    assert run("verify", file, still).exit_code == 1
    (tmp_path / "found").rename(block)
    assert run("backup", again, "--since", still).exit_code == 0
    for words in (("verify",), ("restore", "--into", tmp_path / "restored")):
        done = run(*words, file, still, again)
        assert (done.exit_code, done.stderr) == (0, ""), done.output


def test_no_game_is_left_out_where_the_archive_is_not_there(
    archive: Path, file: Path, monkeypatch: pytest.MonkeyPatch
):
    option = ("--leave-out-lost",)
    told = f"at least 1 of {len(GAMES)} games", "mount it, or set ANABASIS_ARCHIVE_URL"
    archive.rename(archive.with_name("unmounted"))
    archive.mkdir()
    assert_refused(file, *told, options=option)
    monkeypatch.delenv("ANABASIS_ARCHIVE_URL")
    assert_refused(file, *told, options=option)


def test_a_backup_that_lacks_nothing_ends_as_without_the_option(archive: Path, file: Path):
    assert archive.exists()
    done = run("backup", file, "--leave-out-lost")
    assert (done.exit_code, done.stderr) == (0, "")


def test_a_damaged_block_is_named_by_its_backup_and_by_what_restores_it(
    archive: Path, file: Path, tmp_path: Path
):
    block = block_of(archive, GAMES[0])
    whole = block.read_bytes()
    block.write_bytes(whole[:-9] + b"123456789")
    taken = run("backup", file)
    assert (taken.exit_code, f"damaged blocks of {GAMES[0]}." in taken.stderr) == (3, True)
    restored = run("restore", file, "--into", tmp_path / "restored")
    [line] = restored.stderr.splitlines()
    assert (restored.exit_code, line.split(":")[0]) == (3, GAMES[0])
    assert run("verify", file).exit_code == 1
    block.write_bytes(whole)
    again = file.with_name("tuesday.anabasis")
    assert run("backup", again, "--since", file).exit_code == 0
    assert run("verify", file, again).exit_code == 0
    restored = run("restore", file, again, "--into", tmp_path / "whole")
    assert (restored.exit_code, restored.stderr) == (0, "")
    assert run("verify", tmp_path / "whole").exit_code == 0


def test_a_backup_that_is_not_whole_is_not_noted(archive: Path, file: Path, real_store: RedisStore):
    block = block_of(archive, GAMES[0])
    block.write_bytes(block.read_bytes()[:-9])
    assert run("backup", file).exit_code == 3
    assert backed_up(real_store.client) == 0
