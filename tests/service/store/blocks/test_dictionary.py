"""Dictionaries of sealed games: kept permanently, one a ruleset, and worth their size."""

import hashlib
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from domain.kernel.rulesets import rulesets
from domain.record.record import encode
from service.heads.log import HeadLog
from service.machine.zstandard import zstd
from service.operations.verifier.verifier import Verifier
from service.redis.errors import StoreUnavailable
from service.redis.shards import SHARDS, stream_key
from service.store.blocks import block
from service.store.blocks.block import (
    LARGEST,
    BlockDamaged,
    NewerBlock,
    header_of,
    open_block,
    seal_block,
)
from service.store.blocks.dictionary import (
    DICTIONARIES,
    NEWEST,
    PLAIN,
    SHORT,
    codec_for,
    dictionary_of,
)
from service.store.blocks.parts import compressed
from service.store.broken_games import BrokenRecords, Mark
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.service.api import Api
from tests.service.store.blocks import training
from tests.service.store.blocks.newer_blocks import by_a_newer_release

HASHES = {
    "alexander_the_great-1": "f3bad0ca4714f2895928554e3edfecc02320fe902345aa3fde2c7b4402b2c2fa",
    "alexandros-1": "5fa4beadfe82865e5dd62c43b372faf57941089fe9fbdc6701ad877c37939b56",
    "settlers-1": "2970ade15f81b06b0bf3cffc861df9e3bf8ddf4acbd400732cbaaca4e104ba11",
}
"""Add to these alone: a file that changes makes all blocks unreadable that were sealed with it."""
GAME = fixtures.FOLDER / "alexandros" / "luck-tiny-bots.json.gz"


def entries_of(path: Path) -> list[bytes]:
    return [encode(event) for event in fixtures.events_of(fixtures.load(path))]


def written_as(codec: str, whole: bytes) -> bytes:
    """The same block, said to be of another codec."""
    header, body = block._parted(whole)
    return block._written(replace(header, codec=codec), body)


def test_no_dictionary_ever_changes_or_goes():
    files = sorted(training.FOLDER.iterdir())
    found = {file.stem: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    assert found == HASHES
    assert set(DICTIONARIES) == set(HASHES)
    assert all(file.suffix == ".zdict" for file in files)


def test_each_ruleset_has_a_dictionary():
    assert set(NEWEST) == set(rulesets())


@pytest.mark.parametrize("ruleset", sorted(NEWEST))
def test_a_dictionary_leaves_a_quarter_less_of_games_it_has_not_learned_from(ruleset: str):
    path = max(fixtures.fixtures(ruleset), key=lambda path: path.stat().st_size)
    entries = entries_of(path)[:200]
    whole = seal_block("g", entries, [])
    plain = compressed(msgspec.msgpack.decode(block.pack(entries)), PLAIN)
    assert header_of(whole).packed < 0.75 * len(plain)
    assert open_block(whole) == entries


@pytest.mark.parametrize(
    ("name", "codec"),
    [("without-dictionary", PLAIN), ("with-times", f"{PLAIN}:alexandros-1")],
)
def test_a_block_that_an_older_release_sealed_opens(name: str, codec: str):
    whole = Path(__file__).with_name(f"{name}.anb").read_bytes()
    assert header_of(whole).codec == codec
    assert open_block(whole) == entries_of(GAME)


def test_an_older_release_takes_a_block_for_a_newer_one_s_by_its_codec():
    assert header_of(seal_block("g", entries_of(GAME), [])).codec == f"{SHORT}:alexandros-1"


@pytest.mark.parametrize("first", [b"no event", b'{"data":7}', b""])
def test_records_of_unknown_rulesets_are_compressed_without_a_dictionary(first: bytes):
    assert codec_for(first) == SHORT
    entries = [first, *entries_of(GAME)[1:]]
    assert open_block(seal_block("g", entries, [])) == entries


def test_a_dictionary_is_read_once_for_all():
    assert dictionary_of("zstd:settlers-1") is dictionary_of("zstd:settlers-1")


@pytest.mark.parametrize("codec", [PLAIN, "zstd:settlers-1", f"{SHORT}:alexandros-9", "zstd:"])
def test_a_damaged_codec_leaves_a_block_whole_as_the_frame_names_its_dictionary(codec: str):
    assert open_block(written_as(codec, seal_block("g", entries_of(GAME), []))) == entries_of(GAME)


@pytest.mark.parametrize("place", range(len(f"{SHORT}:alexandros-1")))
def test_no_flipped_bit_in_a_codec_reads_as_a_newer_release(place: int):
    whole = seal_block("g", entries_of(GAME), [])
    changed = bytearray(whole)
    changed[whole.index(SHORT.encode()) + place] ^= 2
    assert open_block(bytes(changed)) == entries_of(GAME)


@pytest.mark.parametrize("codec", ["zstd:settlers-999", "zstd:../settlers-1", "lzma"])
def test_a_block_with_an_unknown_dictionary_is_of_a_newer_release_and_not_damaged(codec: str):
    with pytest.raises(NewerBlock, match="a newer release has sealed game g"):
        open_block(by_a_newer_release(codec, seal_block("g", entries_of(GAME), [])))


@pytest.mark.parametrize("body", [b"no frame", b""])
def test_a_body_of_an_unknown_form_is_of_a_newer_release(body: bytes):
    header, _ = block._parted(seal_block("g", entries_of(GAME), []))
    with pytest.raises(NewerBlock):
        open_block(block._written(replace(header, codec="lzma"), body))


def test_a_codec_that_packs_otherwise_by_a_known_dictionary_is_of_a_newer_release():
    header, _ = block._parted(seal_block("g", entries_of(GAME), []))
    body = zstd.compress(b"{}", zstd_dict=dictionary_of("zstd:alexandros-1"))
    with pytest.raises(NewerBlock):
        open_block(block._written(replace(header, codec="zstd+columns:alexandros-1"), body))


def test_a_game_that_a_newer_release_has_sealed_is_unavailable_and_not_broken(
    api: Api, store: RedisStore, archived: str, monkeypatch: pytest.MonkeyPatch
):
    whole = store.client.get(stream_key(archived))
    newer = by_a_newer_release("zstd:alexandros-999", whole)  # type: ignore[arg-type]
    store.client.set(stream_key(archived), newer)
    answer = api.client.get(f"/api/v1/games/{archived}")
    assert (answer.status_code, answer.json["code"]) == (503, "store_unavailable")
    with pytest.raises(StoreUnavailable, match="a newer release"):
        store.read(archived)
    broken = BrokenRecords(store.client)
    verifier = Verifier(store, broken, HeadLog(store.client), 0)
    monkeypatch.setattr(verifier, "_is_to_be_seen_again", lambda _: True)
    broken.mark(archived, Mark(1, "damaged"))
    assert verifier.verify_due(range(SHARDS), lambda _: None) == 1  # and goes on


@pytest.mark.parametrize("raw", [-5, 0, 2**40])
def test_a_body_gives_no_more_than_its_header_says_nor_than_any_record_takes(raw: int):
    header, _ = block._parted(seal_block("g", entries_of(GAME), []))
    bomb = zstd.compress(bytes(10 * LARGEST))
    with pytest.raises(BlockDamaged, match="longer than its header says") as damage:
        open_block(block._written(replace(header, raw=raw, codec=PLAIN), bomb))
    assert damage.value.sound == []


def test_a_dictionary_that_is_there_is_not_written_again():
    done = CliRunner().invoke(training.main, ["settlers", "1"])
    assert done.exit_code == 1
    assert "Take a new number" in done.output


def test_a_ruleset_without_games_to_learn_from_gets_no_dictionary():
    done = CliRunner().invoke(training.main, ["chess", "1"])
    assert done.exit_code == 1
    assert not list(training.FOLDER.glob("chess*"))
