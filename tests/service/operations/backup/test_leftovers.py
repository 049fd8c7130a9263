"""Unfinished files and folders of killed commands are swept by the next one, and no others."""

import fcntl
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.operations.backup.form import START, BackupHeader
from service.operations.backup.protection import protection_of
from service.operations.backup.writing import BackupWriter
from service.run.cli import main
from service.server.data_folder import socket_path
from service.server.embedded import EmbeddedServer
from service.server.folder_files import APPEND_ONLY
from service.server.leftovers import MOST, sweep_folders
from service.store.redis_store import RedisStore
from tests.service.operations.backup.killing import kill_at
from tests.service.operations.backup.town import Town
from tests.waiting import eventually

NAME = ".a.anabasis.0123abcd.part"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of an empty store."""
    folder = tmp_path_factory.mktemp("file")
    with EmbeddedServer(folder / "var") as server:
        assert run("backup", folder / "a", "--from", server.url).exit_code == 0
    return folder / "a"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def sweep(folder: Path) -> None:
    """Begin a backup in a folder, and give it up."""
    path = folder / "another"
    with BackupWriter(path, BackupHeader("0123", "", ""), protection_of(None, None, path)):
        pass


@pytest.mark.parametrize("content", [b"", START[:3], START + b"the rest"])
def test_an_unfinished_backup_of_a_dead_process_is_swept(tmp_path: Path, content: bytes):
    (tmp_path / NAME).write_bytes(content)
    sweep(tmp_path)
    assert names(tmp_path) == []


def test_an_unfinished_backup_that_is_still_written_stays(tmp_path: Path):
    path = tmp_path / "a.anabasis"
    with BackupWriter(path, BackupHeader("0123", "", ""), protection_of(None, None, path)):
        sweep(tmp_path)
        assert len(names(tmp_path)) == 1


def test_files_of_others_stay_whatever_their_names(tmp_path: Path):
    (tmp_path / NAME).write_bytes(b"notes, under a name like ours")
    (tmp_path / "a.anabasis.part").write_bytes(START)
    (tmp_path / "target").write_bytes(START)
    (tmp_path / ".link.0123abcd.part").symlink_to(tmp_path / "target")
    (tmp_path / ".folder.0123abcd.part").mkdir()
    os.mkfifo(tmp_path / ".pipe.0123abcd.part")
    before = names(tmp_path)
    sweep(tmp_path)
    assert names(tmp_path) == before


def test_a_sweep_is_bounded(tmp_path: Path):
    for number in range(MOST + 3):
        (tmp_path / f".a.{number:08x}.part").write_bytes(START)
    sweep(tmp_path)
    assert len(names(tmp_path)) == 3


def test_the_folder_of_a_killed_restore_is_swept_by_the_next_one(file: Path, tmp_path: Path):
    restoring = ("restore", str(file), "--into", str(tmp_path / "var"))
    kill_at("moved", *restoring)
    [left] = names(tmp_path)
    (tmp_path / left.replace(".var.", ".other.")).mkdir()
    (tmp_path / ".var.0123abcd.part" / "appendonlydir").mkdir(parents=True)
    (tmp_path / ".var.0123abcd.part" / "notes").write_text("mine")
    with locked(tmp_path / left):
        assert run(*restoring).exit_code == 0
        assert left in names(tmp_path)
    os.rename(tmp_path / "var", tmp_path / "first")
    assert run(*restoring).exit_code == 0
    assert left not in names(tmp_path)
    assert len(names(tmp_path)) == 4


def test_the_socket_of_a_killed_restore_into_a_long_path_is_swept_too(file: Path, tmp_path: Path):
    folder = tmp_path / ("long" * 30) / "var"
    folder.parent.mkdir()
    kill_at("moved", "restore", str(file), "--into", str(folder))
    [left] = folder.parent.iterdir()
    socket = socket_path(left)
    assert socket.parent.is_dir()

    def is_swept() -> bool:
        sweep_folders(folder)
        return not left.exists()

    eventually(is_swept)  # once its server has ended, too
    assert not socket.parent.exists()


def test_a_folder_whose_socket_is_gone_is_swept(tmp_path: Path):
    folder = tmp_path / ("long" * 30) / "var"
    left = folder.parent / ".var.0123abcd.part"
    (left / APPEND_ONLY).mkdir(parents=True)
    assert not socket_path(left).parent.exists()
    sweep_folders(folder)
    assert not left.exists()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    yield
    os.close(descriptor)


def test_nothing_is_left_of_a_backup_for_which_the_disk_has_no_room(
    town: Town, real_store: RedisStore, redis_url: str, tmp_path: Path
):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, before[1]))
    try:
        done = run("backup", tmp_path / "a", "--from", redis_url)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1), done.output
    assert "nothing is left of it" in done.stderr
    assert names(tmp_path) == []
