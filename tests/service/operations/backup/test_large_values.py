"""Large values are in a backup in pieces that every reader has room for, and come back whole."""

import math
from itertools import chain
from os import urandom
from pathlib import Path
from typing import Any

import pytest

from service.machine import slices
from service.machine.slices import chunks
from service.operations.backup import bounds, writing
from service.operations.backup.bounds import Unbounded, elements_in
from service.operations.backup.creation import BackupRequest, take
from service.operations.backup.errors import BackupBroken, BackupFailed
from service.operations.backup.form import KEYS, BackupHeader, GameItem, KeyItem, Rest, packed_item
from service.operations.backup.keys import PIECE
from service.operations.backup.places import Empty
from service.operations.backup.protection import protection_of
from service.operations.backup.reading import BackupFile
from service.operations.backup.restoring import restore
from service.operations.backup.writing import BackupWriter
from service.store.redis_store import RedisStore
from tests.service.operations.backup.hostile import Forged
from tests.service.operations.backup.town import contents

MANY = 2 * PIECE + 500


def test_a_large_value_of_each_kind_comes_back_whole(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    client: Any = real_store.client
    names = [f"member {number}" for number in range(MANY)]
    client.sadd("large:set", *names)
    client.zadd("large:zset", {name: number for number, name in enumerate(names)})
    client.hset("large:hash", mapping=dict.fromkeys(names, "x" * 50))
    client.rpush("large:list", *names)
    pipeline = client.pipeline(transaction=False)
    for name in names:
        pipeline.xadd("large:stream", {"name": name})
    pipeline.execute()
    client.set("large:string", b"x" * 5_000_000)
    client.pexpireat("large:set", 4_000_000_000_000)
    take(client, BackupRequest(tmp_path / "a"), lambda _: None)
    file = BackupFile(tmp_path / "a")
    assert all(size < bounds.LARGEST for size in file.check())
    assert sum(item.key == b"large:list" for item in file.key_items()) == 3
    restore([file], Empty(empty.client), lambda _: None)
    assert contents(empty) == contents(real_store)


def _dense(client: Any, part: int) -> None:
    """Write the keys with the most values for their bytes, of each kind a block and more."""
    seats = dict.fromkeys("0123", 5)
    pipeline = client.pipeline(transaction=False)
    for number in range(35_000 // part):
        pipeline.hset(f"seen:{number:016}", mapping=seats)
    pipeline.execute()
    for some in chunks(range(120_000 // part), 5000):
        pipeline.sadd("dense:set", *some)
        pipeline.rpush("dense:list", *[""] * len(some))
        pipeline.hset("dense:hash", mapping=dict.fromkeys(some, ""))
        pipeline.zadd("dense:zset", {str(member): 0 for member in some})
    entry = {str(field): "" for field in range(20_000 // part)}
    for number in range(30):
        pipeline.xadd("dense:stream", entry, id=f"1-{number}")
    pipeline.execute()


@pytest.mark.parametrize("part", [8, pytest.param(1, id="whole", marks=pytest.mark.long)])
def test_the_densest_values_of_each_kind_come_back_whole(
    real_store: RedisStore,
    empty: RedisStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    part: int,
):
    """In `make test` blocks, and the bound of their values, are an eighth of the true ones."""
    most = bounds.MOST_ELEMENTS // part
    monkeypatch.setattr(slices, "LARGEST", slices.LARGEST // part)
    monkeypatch.setattr(writing, "BLOCK", writing.BLOCK // part)
    monkeypatch.setattr(bounds, "MOST_ELEMENTS", most)
    monkeypatch.setattr(elements_in, "__defaults__", (0, most))
    _dense(real_store.client, part)
    take(real_store.client, BackupRequest(tmp_path / "a"), lambda _: None)
    file = BackupFile(tmp_path / "a")
    assert len(list(file.check())) > 5
    restore([file], Empty(empty.client), lambda _: None)
    assert contents(empty) == contents(real_store)


def test_a_block_ends_at_half_of_the_values_that_a_reader_takes(tmp_path: Path):
    path = tmp_path / "a"
    item = KeyItem(b"k", "set", -1, [b""] * 40_000)
    with BackupWriter(
        path, BackupHeader("0123", "", ""), protection_of(None, None, path)
    ) as writer:
        blocks = [writer.put(KEYS, item) for _ in range(30)]
    assert blocks.count(0) == bounds.MOST_ELEMENTS // 2 // 40_000 + 1


def test_one_large_value_as_older_releases_wrote_it_is_read(tmp_path: Path):
    members = [[urandom(16).hex().encode(), 1.0] for _ in range(400_000)]
    key = [b"{n05}:done", "zset", -1, sorted(members)]
    file = BackupFile(Forged(key=key).written(tmp_path / "a"))
    assert file.header.schema == 0
    [item] = file.key_items()
    assert len(item.value) == len(members)
    assert len(list(file.check())) == 5


def test_a_block_that_is_too_large_is_not_called_broken(tmp_path: Path):
    key = [b"k", "set", -1, [b""] * 3_000_000]
    file = BackupFile(Forged(key=key).written(tmp_path / "a"))
    with pytest.raises(BackupBroken, match="values, which is more than this release") as told:
        list(file.key_items())
    assert "another copy" not in str(told.value)


def test_what_no_reader_takes_is_not_written(tmp_path: Path):
    with pytest.raises(BackupFailed, match="score that is no number, and could not be restored"):
        _write(tmp_path / "a", KeyItem(b"k", "zset", -1, [(b"a", math.nan)]), ends=True)
    assert list(tmp_path.iterdir()) == []


def test_an_item_that_no_reader_takes_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(writing, "LARGEST", writing.BLOCK + 1000)
    with pytest.raises(BackupFailed, match=r"^a game has 2,0.. bytes, more than a backup holds"):
        _write(tmp_path / "a", GameItem("a game", 0, [b"x" * 2000], Rest(b"", [], [], [], [])))
    with pytest.raises(BackupFailed, match=r"^b'a key' has 2,0.. bytes, more than a backup holds"):
        _write(tmp_path / "a", KeyItem(b"a key", "string", -1, b"x" * 2000))
    assert list(tmp_path.iterdir()) == []


def _write(path: Path, item: Any, *, ends: bool = False) -> None:
    with BackupWriter(
        path, BackupHeader("0123", "", ""), protection_of(None, None, path)
    ) as writer:
        writer.put(KEYS, item)
        if ends:
            writer.end_block()


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        None,
        True,
        1,
        -1,
        300,
        -300,
        70_000,
        -70_000,
        2**40,
        -(2**40),
        1.5,
        "",
        "a" * 40,
        "a" * 300,
        "a" * 70_000,
        b"",
        b"b" * 300,
        b"b" * 70_000,
        list(range(15)),
        list(range(16)),
        list(range(70_000)),
        [[[]], {"a": [1, {"b": 2}]}],
        {n: n for n in range(15)},
        {n: [n] for n in range(16)},
        {n: n for n in range(70_000)},
    ],
    ids=lambda value: repr(value)[:12],
)
def test_every_value_is_counted(value: Any):
    assert elements_in(packed_item(value)) == _count(value)
    assert elements_in(packed_item([value] * 3)) == 1 + 3 * _count(value)


def _count(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_count, chain(value, value.values())))
    return 1 + sum(map(_count, value)) if isinstance(value, list) else 1


def test_more_values_than_a_block_has_are_refused_before_they_are_read():
    with pytest.raises(Unbounded, match="holds more than"):
        elements_in(b"\xdd\xff\xff\xff\xff")
    with pytest.raises(Unbounded, match="holds more than"):
        elements_in(b"\xdd\x00\x03\x00\x00", flat=6)
