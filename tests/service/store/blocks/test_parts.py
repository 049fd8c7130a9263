"""The parts of a block: damage to one leaves those before it, and never passes for sound."""

from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.record.record import encode
from service.heads.log import HeadLog
from service.machine.zstandard import zstd
from service.operations.archive.sealing import SealingOutcome
from service.operations.verifier.examination import examine
from service.redis.shards import stream_key
from service.store.blocks import block
from service.store.blocks.archive_storage import outside_of
from service.store.blocks.block import BlockDamaged, header_of, open_block, seal_block, stub_of
from service.store.blocks.parts import (
    DIGEST,
    MOST_PARTS,
    PART,
    compressed,
    digests_of,
    gathered,
    part_size,
    spread,
    undamaged,
)
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.service.api import BASE, Api
from tests.service.operations.archive.conftest import sealed as seal
from tests.service.operations.archive.conftest import store_with
from tests.service.stored_records import recorded

LONG = fixtures.FOLDER / "alexander_the_great" / "campaign-four.json.gz"
PLACES = 97


def entries_of(path: Path = LONG) -> list[bytes]:
    return [encode(event) for event in fixtures.events_of(fixtures.load(path))]


def flipped(whole: bytes, place: int, bit: int = 2) -> bytes:
    changed = bytearray(whole)
    changed[place] ^= 1 << bit
    return bytes(changed)


def sound_in(whole: bytes) -> list[bytes]:
    """The entries that a block gives, damaged or not."""
    try:
        return open_block(whole)
    except BlockDamaged as damage:
        return damage.sound


@pytest.fixture(scope="module")
def entries() -> list[bytes]:
    return entries_of()


@pytest.fixture(scope="module")
def whole(entries: list[bytes]) -> bytes:
    return seal_block("g", entries, [(b"id", b"7;f")])


def body_at(whole: bytes) -> int:
    """The place of a block's body."""
    return len(whole) - header_of(whole).packed


def test_a_flipped_bit_leaves_whole_parts_before_it_and_nothing_else(
    entries: list[bytes], whole: bytes
):
    start = body_at(whole)
    saved = []
    for number, bit in product(range(PLACES), (0, 6)):
        place = start + number * (len(whole) - start) // PLACES
        sound = sound_in(flipped(whole, place, bit))
        assert sound == entries[: len(sound)]
        assert len(sound) % part_size(len(entries)) == 0 or len(sound) == len(entries)
        saved.append(len(sound) / len(entries))
    assert min(saved[-4:]) > 0.5
    assert sum(saved) / len(saved) > 0.3


def test_whatever_is_damaged_behind_the_first_part_leaves_it(entries: list[bytes], whole: bytes):
    cut = sound_in(whole[:-20])
    assert cut == entries[: len(cut)]
    assert len(cut) >= PART


def test_a_long_record_has_no_more_parts_than_bytes_allow(whole: bytes):
    header = header_of(whole)
    assert header.version > PART * MOST_PARTS
    assert len(header.digests) == DIGEST * MOST_PARTS


def test_a_record_no_longer_than_a_part_is_sound_as_a_whole_or_not_at_all(entries: list[bytes]):
    short = seal_block("g", entries[:PART], [])
    assert sound_in(flipped(short, body_at(short) + header_of(short).packed // 2)) == []


def test_all_is_sound_but_the_last_event_where_the_header_has_another_head(
    entries: list[bytes], whole: bytes
):
    header, body = block._parted(whole)
    forged = msgspec.structs.replace(header, hash=bytes(32))
    assert sound_in(block._written(forged, body)) == entries[:-1]


@pytest.mark.parametrize("more", [-9, 9])
def test_all_is_sound_where_the_header_has_another_version(
    entries: list[bytes], whole: bytes, more: int
):
    header, body = block._parted(whole)
    forged = msgspec.structs.replace(header, version=header.version + more)
    assert sound_in(block._written(forged, body)) == entries


def test_a_part_that_is_not_as_its_digest_says_is_not_sound(entries: list[bytes], whole: bytes):
    header, body = block._parted(whole)
    digests = flipped(header.digests, DIGEST)
    forged = msgspec.structs.replace(header, digests=digests, hash=bytes(32))
    assert sound_in(block._written(forged, body)) == entries[: part_size(len(entries))]


@pytest.mark.parametrize("count", [1, PART, PART + 1, 9 * PART])
def test_the_gaps_of_a_part_come_back_to_its_entries(count: int):
    entries = [[b"%d,2,0" % n, b"\0,as;it,is", b"-7,2,{};"][n % 3] for n in range(count)]
    items = gathered(entries)
    assert items[0].startswith(b"0,,-7,3,,-7"[: 2 * count - 1])
    assert not any(item.startswith(b"-7") for item in items)
    assert list(spread(items, part_size(count))) == entries


@pytest.mark.parametrize("first", [b"5,7;2,0", b"5;2,0", b"", b";", b"[1,2]", b"5,6,7,8;2,0"])
def test_a_forged_part_with_too_few_gaps_or_too_many_raises_nothing(first: bytes):
    items = [first, b"2,1", b"2,2"]
    body = compressed(items, "zstd")
    assert len(undamaged(body, "zstd", 1_000, digests_of(items))) == len(items)


def test_a_block_without_digests_is_sound_as_a_whole_or_not_at_all(
    entries: list[bytes], whole: bytes
):
    header, body = block._parted(whole)
    older = block._written(msgspec.structs.replace(header, digests=b""), body)
    assert open_block(older) == entries
    assert sound_in(flipped(older, len(older) - 20)) == []


def test_a_release_that_knows_no_parts_opens_a_block(entries: list[bytes]):
    class OlderHeader(msgspec.Struct):
        game: str
        version: int
        hash: bytes
        raw: int
        packed: int

    whole = seal_block("g", [b'{"hash":"' + b"00" * 32 + b'"}', *entries[1:]], [])
    end = 8 + int.from_bytes(whole[4:8], "big")
    header = msgspec.msgpack.decode(whole[8:end], type=OlderHeader)
    assert header.packed == len(whole) - end
    assert len(msgspec.msgpack.decode(zstd.decompress(whole[end:]))) == header.version


def test_a_stub_in_the_store_has_no_digests(whole: bytes):
    assert header_of(stub_of(whole, "g/g-1-2.anb")).digests == b""


def test_a_forged_body_gives_no_more_than_its_header_says(whole: bytes):
    header, _ = block._parted(whole)
    empty = zstd.compress(b"\xdd\x7f\xff\xff\xff" + b"\xc4\x00" * 5_000_000)
    forged = msgspec.structs.replace(header, codec="zstd", raw=2**40)
    assert sound_in(block._written(forged, empty)) == []


@pytest.fixture
def long_game(store: RedisStore) -> str:
    """A finished game of many parts."""
    document = fixtures.load(LONG)
    game = document["events"][0]["data"].get("game_id", "longgame12345678")
    return recorded(store, LONG, game)


def assert_broken_behind_a_part(api: Api, store: RedisStore, game: str) -> None:
    mark = examine(store, HeadLog(store.client), game).mark
    assert mark is not None
    assert mark.version > PART
    assert mark.version % part_size(store.newest_version(game)) == 1
    answer = api.client.get(f"{BASE}/games/{game}")
    assert (answer.status_code, answer.json["version"]) == (200, mark.version - 1)
    assert answer.headers["Record-Broken"] == str(mark.version)


def test_a_damaged_game_is_served_up_to_its_last_sound_part(
    api: Api, store: RedisStore, long_game: str
):
    assert seal(store, long_game) is SealingOutcome.SEALED
    stored: Any = store.client.get(stream_key(long_game))
    store.client.set(stream_key(long_game), flipped(stored, len(stored) - 20))
    assert_broken_behind_a_part(api, store, long_game)


def test_a_damaged_block_that_lies_outside_gives_its_sound_parts(
    api: Api, store: RedisStore, long_game: str, tmp_path: Path
):
    outer = store_with(store, outside_of(tmp_path.as_uri()))
    assert seal(outer, long_game) is SealingOutcome.SEALED
    [file] = tmp_path.rglob(f"{long_game}-*.anb")
    file.write_bytes(flipped(file.read_bytes(), file.stat().st_size - 20))
    assert sound_outside(outer, long_game) > PART


def sound_outside(store: RedisStore, game: str) -> int:
    """The number of sound events that a store gives of a game."""
    entries = store.read(game)
    return len(entries) - entries.count(b"the block of this game is damaged")
