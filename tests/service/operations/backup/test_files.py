"""Backup files: whole under their name or not there, and refused where a byte is another."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from service.operations.backup import protection
from service.operations.backup.errors import BackupBroken, BackupFailed
from service.operations.backup.form import KEYS, BackupHeader, KeyItem, ShardRow, Tail, packed_item
from service.operations.backup.protection import new_encryption, protection_of
from service.operations.backup.reading import BackupFile
from service.operations.backup.writing import BackupWriter
from service.redis.shards import SHARDS

SECRET, LITTLE_WORK = "correct horse", 1 << 10
ITEMS = [KeyItem(b"key%d" % number, "string", -1, b"value %d" % number) for number in range(40)]


@pytest.fixture(params=["plain", "encrypted"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> BackupFile:
    return opened(written(tmp_path / "a.anabasis", request.param == "encrypted"))


def opened(path: Path) -> BackupFile:
    return BackupFile(path, SECRET, unencrypted=True)


def written(
    path: Path, encrypted: bool = False, id_: str = "0123", value: bytes = b"value"
) -> Path:
    """A file of four blocks."""
    told = new_encryption(SECRET, LITTLE_WORK) if encrypted else None
    header = BackupHeader(id_, "2026-11-23T02:00:00.000Z", "0.1.0", encryption=told)
    with BackupWriter(path, header, protection_of(told, SECRET, path)) as writer:
        for place, item in enumerate(ITEMS, start=1):
            writer.put(KEYS, replace(item, value=item.value.replace(b"value", value)))
            if place % 10 == 0:
                writer.end_block()
        rows = [ShardRow([], [], "", "", "")] * SHARDS
        writer.finish(Tail(writer.places, bytes(writer.kinds), rows, 0, 0, len(ITEMS)))
    return path


def changed(file: BackupFile, change: Callable[[bytearray], object]) -> BackupFile:
    data = bytearray(file.path.read_bytes())
    change(data)
    file.path.write_bytes(data)
    return opened(file.path)


def test_what_was_written_is_read(file: BackupFile):
    assert list(file.key_items()) == ITEMS
    assert len(list(file.check())) == 4


def test_the_tail_of_an_older_release_names_no_games(file: BackupFile):
    fields = msgspec.to_builtins(file.tail, builtin_types=[bytes])
    del fields["left_out"], fields["damaged"]
    assert msgspec.msgpack.decode(packed_item(fields), type=Tail) == file.tail


def test_a_flipped_byte_is_found_wherever_it_is_and_its_block_is_named(file: BackupFile):
    places = [*file.tail.places, last_block_end(file)]
    whole = file.path.read_bytes()
    for number in range(4):
        for place in range(places[number], places[number + 1], 7):
            with pytest.raises(BackupBroken, match=f"block {number} "):
                list(changed(file, lambda data, at=place: flip(data, at)).check())  # type: ignore[misc]
            file.path.write_bytes(whole)


def flip(data: bytearray, place: int) -> None:
    data[place] ^= 1


def test_no_byte_of_head_and_tail_can_be_another(file: BackupFile):
    whole = file.path.read_bytes()
    head, tail = range(file.tail.places[0]), range(last_block_end(file), len(whole))
    for place in [*head[::3], *head[:15], *tail[::5], *tail[-20:]]:
        with pytest.raises(BackupFailed):
            list(changed(file, lambda data, at=place: flip(data, at)).check())  # type: ignore[misc]
        file.path.write_bytes(whole)


def last_block_end(file: BackupFile) -> int:
    last = file.tail.places[-1]
    return last + 5 + int.from_bytes(file.path.read_bytes()[last : last + 4], "big")


def test_a_cut_file_is_refused_and_its_last_block_named(file: BackupFile):
    def cut(data: bytearray) -> None:
        del data[file.tail.places[2] + 7 :]

    with pytest.raises(BackupBroken, match="cut short in block 2"):
        changed(file, cut)


def test_a_file_cut_anywhere_is_one_clear_line(file: BackupFile):
    whole = file.path.read_bytes()
    for length in {*range(0, len(whole), 41), *range(20), *range(len(whole) - 25, len(whole))}:
        file.path.write_bytes(whole[:length])
        with pytest.raises(BackupFailed) as refused:
            list(opened(file.path).check())
        assert len(str(refused.value).splitlines()) == 1


def test_a_block_of_another_backup_is_found(file: BackupFile, tmp_path: Path):
    """Of the same length, kind and number, under the same passphrase."""
    is_encrypted = file.header.encryption is not None
    other = written(tmp_path / "b", is_encrypted, id_="4567", value=b"other")
    ours, theirs = file.path.read_bytes(), other.read_bytes()
    first, second = file.tail.places[1:3]
    assert opened(other).tail.places == file.tail.places
    file.path.write_bytes(ours[:first] + theirs[first:second] + ours[second:])
    with pytest.raises(BackupBroken, match=r"block 1 is not as it was written"):
        list(opened(file.path).check())


def test_two_blocks_that_changed_places_are_found(file: BackupFile):
    first, second, third = file.tail.places[:3]

    def exchange(data: bytearray) -> None:
        data[first:third] = data[second:third] + data[first:second]

    with pytest.raises(BackupBroken, match="block 0 "):
        list(changed(file, exchange).check())


def test_another_passphrase_opens_nothing_and_none_is_asked_for(tmp_path: Path):
    path = written(tmp_path / "a.anabasis", encrypted=True)
    with pytest.raises(BackupFailed, match=f"not the one that {path} was"):
        BackupFile(path, "wrong")
    with pytest.raises(BackupFailed, match=f"^{path} is encrypted: set ANABASIS_BACKUP_PASSPHRASE"):
        BackupFile(path)
    assert b"value" not in path.read_bytes()


@pytest.mark.parametrize(
    "work", [{"n": protection.MOST_N * 2}, {"r": 32}, {"p": 16}, {"n": -2}, {"r": 0}]
)
def test_a_header_cannot_ask_for_endless_work(work: dict[str, int]):
    endless = replace(new_encryption(SECRET, LITTLE_WORK), **work)
    with pytest.raises(BackupFailed, match="more work"):
        protection_of(endless, SECRET, Path("a.anabasis"))


def test_a_file_of_another_kind_is_no_backup(tmp_path: Path):
    path = tmp_path / "notes.txt"
    path.write_bytes(b"these are notes")
    with pytest.raises(BackupFailed, match="is no backup"):
        BackupFile(path)


def test_nothing_is_left_of_a_file_that_is_not_finished(tmp_path: Path):
    with pytest.raises(ZeroDivisionError):
        fail_to_write(tmp_path / "a.anabasis")
    assert list(tmp_path.iterdir()) == []


def fail_to_write(path: Path) -> None:
    with BackupWriter(
        path, BackupHeader("0123", "", ""), protection_of(None, None, path)
    ) as writer:
        writer.put(KEYS, ITEMS[0])
        raise ZeroDivisionError


def test_a_file_that_is_there_is_not_replaced(tmp_path: Path):
    path = written(tmp_path / "a.anabasis")
    before = path.read_bytes()
    with pytest.raises(BackupFailed, match="is there"):
        written(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["a.anabasis"]


def test_a_file_system_without_hard_links_takes_backups_and_replaces_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(part: Path, path: Path) -> None:
        if path.name == "taken":
            path.write_text("theirs")
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    assert len(list(BackupFile(written(tmp_path / "a")).check())) == 4
    with pytest.raises(BackupFailed, match="File exists"):
        written(tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "theirs"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a", "taken"]


def test_only_its_owner_reads_a_backup(tmp_path: Path):
    assert written(tmp_path / "a.anabasis").stat().st_mode & 0o077 == 0
