"""Blocks outside of the store: written, read back, found again, and reported when lost."""

import fcntl
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask

from service.heads.log import HeadLog
from service.machine.processes import spawn
from service.operations.archive.sealing import Sealer, SealingOutcome
from service.operations.verifier.verifier import Verifier
from service.redis.errors import StoreUnavailable
from service.redis.shards import SHARDS, stream_key
from service.settings import archive_addresses
from service.settings.archive_addresses import parse_archive_address
from service.settings.config import Config
from service.settings.setting import ConfigRefused
from service.store.blocks import s3
from service.store.blocks.archive_identity import check_belongs
from service.store.blocks.archive_storage import ArchiveUnreachable, Folder, Outside, outside_of
from service.store.blocks.block import START
from service.store.broken_games import BrokenRecords, Mark
from service.store.redis_store import RedisStore
from tests.clusters import free_ports
from tests.service.api import BASE, Api
from tests.service.conftest import renewed
from tests.service.operations.archive.conftest import sealed, store_with
from tests.service.stored_records import replace_record
from tests.waiting import eventually

KEY, SECRET = "key-of-tests", "secret-of-tests"
RCLONE = Path(sys.executable).with_name("rclone")


@pytest.fixture(scope="module")
def s3_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder whose folders are the buckets of a server."""
    folder = tmp_path_factory.mktemp("s3")
    (folder / "games").mkdir()
    return folder


@pytest.fixture(scope="module")
def bucket_url(s3_folder: Path) -> Iterator[str]:
    """The address of a bucket on a real server that speaks S3."""
    [port] = free_ports(1)
    command = [str(RCLONE), "serve", "s3", "--auth-key", f"{KEY},{SECRET}", "--addr"]
    command += [f"127.0.0.1:{port}", str(s3_folder)]
    server = spawn(command, env={"PATH": os.defpath, "HOME": str(s3_folder)})
    yield f"s3://games/blocks?endpoint=http://127.0.0.1:{port}&region=us-east-1"
    server.kill()
    server.wait()


@pytest.fixture(params=["folder", "bucket"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    if request.param == "bucket":
        blocks: str = request.getfixturevalue("bucket_url")
        return blocks.replace("blocks", tmp_path.name)  # an archive is one store's
    return f"file://{tmp_path}"


@pytest.fixture
def outer(store: RedisStore, url: str, finished: str) -> RedisStore:
    """The store, whose finished game lies outside of it."""
    outer = store_with(store, outside_of(url))
    eventually(lambda: sealed_outside(outer, finished) is SealingOutcome.SEALED)
    return outer


def sealed_outside(store: RedisStore, game: str) -> SealingOutcome | None:
    """Seal a game; None while the server has not started."""
    try:
        return sealed(store, game)
    except ArchiveUnreachable:
        return None


def test_a_game_outside_is_read_as_before_and_its_head_alone_is_left(
    store: RedisStore, api: Api, plain_app: Flask, url: str, finished: str
):
    before = api.client.get(f"{BASE}/games/{finished}/export").data
    outer = store_with(store, outside_of(url))
    eventually(lambda: sealed_outside(outer, finished) is SealingOutcome.SEALED)
    assert len(store.client.get(stream_key(finished))) < 300  # type: ignore[arg-type]
    again = Api(renewed(plain_app, outer))
    assert again.client.get(f"{BASE}/games/{finished}/export").data == before
    assert outer.newest_version(finished) == len(outer.read(finished))


def test_an_archive_without_the_id_of_the_store_takes_no_block(
    store: RedisStore, outer: RedisStore, url: str
):
    assert outer.outside.objects is not None
    check_belongs(store.client, outer.outside.objects)
    where, mark, told = url.partition("?")
    other = outside_of(f"{where}-other{mark}{told}")
    assert other.objects is not None
    with pytest.raises(ArchiveUnreachable, match="mount this store's archive"):
        check_belongs(store.client, other.objects)


def test_without_its_archive_a_game_is_unavailable_and_neither_unknown_nor_broken(
    store: RedisStore,
    outer: RedisStore,
    plain_app: Flask,
    finished: str,
    monkeypatch: pytest.MonkeyPatch,
):
    lost = store_with(store, Outside())
    answer = Api(renewed(plain_app, lost)).client.get(f"{BASE}/games/{finished}")
    assert (answer.status_code, answer.json["code"]) == (503, "store_unavailable")
    assert "archive" in answer.json["detail"]
    verifier = Verifier(lost, BrokenRecords(store.client), HeadLog(store.client), 0)
    with pytest.raises(ArchiveUnreachable, match="ANABASIS_ARCHIVE_URL"):
        verifier.verify(finished)
    monkeypatch.setattr(verifier, "_is_to_be_seen_again", lambda _: True)
    BrokenRecords(store.client).mark(finished, Mark(1, "damaged"))
    assert verifier.verify_due(range(SHARDS), lambda _: None) == 1  # and goes on
    BrokenRecords(store.client).unmark(finished)
    assert outer.newest_version(finished) == lost.newest_version(finished)


def test_a_missing_object_is_distinguished_from_another_games(
    store: RedisStore, tmp_path: Path, finished: str
):
    outer = store_with(store, outside_of(f"file://{tmp_path}"))
    assert sealed(outer, finished) is SealingOutcome.SEALED
    [file] = tmp_path.rglob("*.anb")
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert set(outer.read(finished)) == {b"the block of this game is damaged"}
    file.unlink()
    with pytest.raises(ArchiveUnreachable, match="No such file"):
        outer.read(finished)
    file.write_bytes(whole)
    assert len(set(outer.read(finished))) == outer.newest_version(finished)


def test_a_game_stays_in_the_store_if_its_archive_takes_no_block(
    store: RedisStore, tmp_path: Path, finished: str
):
    outer = store_with(store, outside_of(f"file://{tmp_path}/not-mounted"))
    with pytest.raises(ArchiveUnreachable):
        sealed(outer, finished)
    assert store.client.type(stream_key(finished)) == b"stream"


def test_a_block_that_is_read_back_otherwise_lets_no_record_go(
    store: RedisStore, tmp_path: Path, finished: str, monkeypatch: pytest.MonkeyPatch
):
    outside = outside_of(f"file://{tmp_path}")
    assert outside.objects is not None
    outer = store_with(store, outside)
    check_belongs(store.client, outside.objects)
    read = outside.objects.read

    def damaged(name: str) -> bytes:
        return read(name) + b"!" * name.endswith(".anb")

    monkeypatch.setattr(outside.objects, "read", damaged)
    with pytest.raises(ArchiveUnreachable, match="something else"):
        sealed(outer, finished)
    assert store.client.type(stream_key(finished)) == b"stream"


def blocks_in(folder: Path) -> set[str]:
    return {file.name for file in folder.rglob("*.anb")}


def test_sealing_that_was_broken_off_before_the_store_let_go_leaves_no_second_block(
    store: RedisStore, tmp_path: Path, finished: str, monkeypatch: pytest.MonkeyPatch
):
    outer = store_with(store, outside_of(f"file://{tmp_path}"))
    with monkeypatch.context() as broken_off:
        broken_off.setattr(Sealer, "_replaced", Mock(side_effect=StoreUnavailable))
        with pytest.raises(StoreUnavailable):
            sealed(outer, finished)
    left = blocks_in(tmp_path)
    assert len(left) == 1
    assert sealed(outer, finished) is SealingOutcome.SEALED
    assert blocks_in(tmp_path) == left


def test_each_end_of_a_game_leaves_one_block_however_often_it_is_sealed(
    store: RedisStore, tmp_path: Path, finished: str
):
    outer = store_with(store, outside_of(f"file://{tmp_path}"))
    for _ in range(3):
        assert sealed(outer, finished) is SealingOutcome.SEALED
        entries = outer.read(finished)
        replace_record(store, finished, entries)  # as a roll-back of the store does
    assert len(blocks_in(tmp_path)) == 1


def test_what_a_killed_process_has_left_of_a_block_is_removed_by_the_next(
    store: RedisStore, tmp_path: Path, finished: str
):
    folder = tmp_path / finished[:2]
    folder.mkdir()
    left, at_work, another = (folder / f".{each}.anb.01234567.part" for each in "abc")
    for file in (left, at_work):
        file.write_bytes(START + b"and more")
    another.write_bytes(b"of another program")
    with at_work.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert (
            sealed(store_with(store, outside_of(tmp_path.as_uri())), finished)
            is SealingOutcome.SEALED
        )
    assert sorted(folder.glob(".*")) == [at_work, another]


def test_a_new_folder_is_on_the_disk_with_its_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    synced: list[Path] = []
    monkeypatch.setattr("service.store.blocks.archive_storage.flush_names", synced.append)
    Folder(tmp_path).write("ab/a-block", b"block")
    assert synced == [tmp_path, tmp_path / "ab"]


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_block_and_its_folder_are_closed_to_others(tmp_path: Path):
    before = os.umask(0)
    try:
        Folder(tmp_path).write("g/g-1.anb", b"block")
    finally:
        os.umask(before)
    assert (mode_of(tmp_path / "g"), mode_of(tmp_path / "g/g-1.anb")) == (0o700, 0o600)


def test_blocks_that_an_older_release_left_open_are_closed_as_they_are_touched(tmp_path: Path):
    folder = tmp_path / "g"
    folder.mkdir()
    for name in ("g-1.anb", "g-2.anb"):
        (folder / name).write_bytes(b"block")
        (folder / name).chmod(0o644)
    for each in (tmp_path, folder):
        each.chmod(0o755)
    objects = Folder(tmp_path)
    assert {each.name for each in objects.open_files()} == {"g-1.anb", "g-2.anb"}
    assert objects.read("g/g-1.anb") == b"block"
    assert [each.name for each in objects.open_files()] == ["g-2.anb"]
    objects.write("g/g-3.anb", b"block")
    assert (mode_of(folder), mode_of(folder / "g-2.anb")) == (0o700, 0o600)
    assert [*objects.open_files()] == []


def test_a_name_in_the_store_leads_nowhere_else(store: RedisStore, tmp_path: Path, finished: str):
    (tmp_path / "archive").mkdir()
    (tmp_path / "secret").write_bytes(b"secret")
    outer = store_with(store, outside_of(f"file://{tmp_path}/archive"))
    sealed(outer, finished)
    stub: Any = store.client.get(stream_key(finished))
    [file] = (tmp_path / "archive").rglob("*.anb")
    name = str(file.relative_to(tmp_path / "archive")).encode()
    store.client.set(stream_key(finished), stub.replace(name, b"../secret".rjust(len(name), b"/")))
    assert set(outer.read(finished)) == {b"the block of this game is damaged"}


@pytest.mark.parametrize(
    "text",
    [
        "s3://x",
        "/srv/archive",
        "file:archive",
        "s3:///x",
        "s3://b?zone=1",
        "s3://b?endpoint=ftp://x",
    ],
)
def test_an_address_that_names_no_archive_is_refused_with_an_example(text: str):
    with pytest.raises(ConfigRefused, match=r"such as (file:///srv/archive|s3://bucket)"):
        Config.from_environment({"ANABASIS_ARCHIVE_URL": text})


def test_a_bucket_without_its_library_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive_addresses, "find_spec", lambda _: None)
    with pytest.raises(ValueError, match=r"requirements-s3\.lock"):
        parse_archive_address("s3://games")


def test_a_bucket_that_does_not_answer_is_given_up_soon(
    store: RedisStore, finished: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(s3, "CONNECT_SECONDS", 0.2)
    [port] = free_ports(1)
    outer = store_with(store, outside_of(f"s3://games?endpoint=http://127.0.0.1:{port}&region=r"))
    with pytest.raises(ArchiveUnreachable):
        sealed(outer, finished)
    assert store.client.type(stream_key(finished)) == b"stream"


def test_a_probe_leaves_nothing_behind(url: str, tmp_path: Path, s3_folder: Path):
    eventually(lambda: probed(outside_of(url)))
    assert not [*tmp_path.rglob(".probe/*"), *s3_folder.rglob(".probe/*")]


def probed(outside: Outside) -> bool:
    """Probe an archive; False while its server has not started."""
    try:
        outside.probe()
    except OSError:
        return False
    return True
