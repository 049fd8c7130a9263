"""Large values are in a backup in pieces that every reader has room for, and come back whole."""

from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from service.backup import bounds, writing
from service.backup.bounds import Unbounded, elements_in
from service.backup.errors import BackupFailed
from service.backup.form import KEYS, GameItem, Header, KeyItem, Rest, packed
from service.backup.keys import PIECE
from service.backup.places import Empty
from service.backup.protection import protection_of
from service.backup.reading import BackupFile
from service.backup.restoring import restore
from service.backup.taking import BackupRequest, take
from service.backup.writing import Writer
from service.store.redis_store import RedisStore
from tests.service.backup.town import contents

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
    for name in names:
        client.xadd("large:stream", {"name": name})
    client.set("large:string", b"x" * 5_000_000)
    client.pexpireat("large:set", 4_000_000_000_000)
    take(client, BackupRequest(tmp_path / "a"), lambda _: None)
    file = BackupFile(tmp_path / "a")
    assert all(size < bounds.LARGEST for size in file.check())
    assert sum(item.key == b"large:list" for item in file.key_items()) == 3
    restore([file], Empty(empty.client), lambda _: None)
    assert contents(empty) == contents(real_store)


def test_an_item_that_no_reader_takes_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(writing, "LARGEST", writing.BLOCK + 1000)
    with pytest.raises(BackupFailed, match=r"^a game has 2,0.. bytes, more than a backup holds"):
        _write(tmp_path / "a", GameItem("a game", 0, [b"x" * 2000], Rest(b"", [], [], [], [])))
    with pytest.raises(BackupFailed, match=r"^b'a key' has 2,0.. bytes, more than a backup holds"):
        _write(tmp_path / "a", KeyItem(b"a key", "string", -1, b"x" * 2000))
    assert list(tmp_path.iterdir()) == []


def _write(path: Path, item: Any) -> None:
    with Writer(path, Header("0123", "", ""), protection_of(None, None, path)) as writer:
        writer.put(KEYS, item)


@pytest.mark.parametrize(
    "value",
    [
        *([], {}, None, True, 1, -1, 300, -300, 70_000, -70_000, 2**40, -(2**40), 1.5),
        *("", "a" * 40, "a" * 300, "a" * 70_000, b"", b"b" * 300, b"b" * 70_000),
        *(list(range(15)), list(range(16)), list(range(70_000)), [[[]], {"a": [1, {"b": 2}]}]),
        *({n: n for n in range(15)}, {n: [n] for n in range(16)}, {n: n for n in range(70_000)}),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_every_value_is_counted(value: Any):
    assert elements_in(packed(value)) == _count(value)
    assert elements_in(packed([value] * 3)) == 1 + 3 * _count(value)


def _count(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_count, chain(value, value.values())))
    return 1 + sum(map(_count, value)) if isinstance(value, list) else 1


def test_more_values_than_a_block_has_are_refused_before_they_are_read():
    with pytest.raises(Unbounded, match="holds more than"):
        elements_in(b"\xdd\xff\xff\xff\xff")
    with pytest.raises(Unbounded, match="holds more than"):
        elements_in(b"\xdd\x00\x03\x00\x00", flat=6)
