"""The form of sealed games: what goes in comes out to the byte, and damage never passes."""

from collections.abc import Iterable, Iterator

import msgspec
import pytest
from msgspec.structs import replace

from domain.record.bare_entries import Before, bare
from domain.record.record import decode, encode
from service.store.blocks import block
from service.store.blocks.block import (
    BlockDamaged,
    NewerBlock,
    check,
    header_of,
    open_block,
    seal_block,
)
from tests import fixtures

RECORDS = fixtures.fixtures()


def entries_of(number: int) -> list[bytes]:
    return [encode(event) for event in fixtures.events_of(fixtures.load(RECORDS[number]))]


@pytest.mark.parametrize("number", range(0, len(RECORDS), 5))
def test_a_record_comes_out_of_its_block_as_it_went_in(number: int):
    entries = entries_of(number)
    whole = seal_block("g", entries, [(b"id", b"7;f")])
    assert open_block(whole) == entries
    header = header_of(whole)
    assert (header.game, header.version, header.kept) == ("g", len(entries), [(b"id", b"7;f")])


def test_links_and_commitments_are_left_out_of_a_block():
    entries = entries_of(0)
    assert len(seal_block("g", entries, [])) < sum(map(len, entries)) / 6


def test_a_game_that_began_in_the_older_form_comes_out_in_the_present_one(
    monkeypatch: pytest.MonkeyPatch,
):
    entries = entries_of(0)

    def packed_then(entries: Iterable[bytes]) -> Iterator[bytes]:
        before = Before()
        for number, entry in enumerate(entries):
            as_json = msgspec.json.encode(decode([entry])[0])
            yield b"\0" + as_json if number < 5 else bare(entry, before) or b"\0" + entry
            before = before.then(entry)

    with monkeypatch.context() as then:
        then.setattr(block, "_packed", packed_then)
        made = seal_block("g", entries, [])
    assert open_block(made) == entries


def test_broken_entries_are_kept_as_they_are():
    entries = entries_of(0)
    damaged = [*entries[:5], b"no event", b'{"hash":"no"}', entries[7][:-9], *entries[8:]]
    assert open_block(seal_block("g", damaged, [])) == damaged


def test_whatever_byte_of_a_block_changes_it_never_gives_another_record():
    entries = entries_of(3)
    whole = seal_block("g", entries, [])
    for place in range(0, len(whole), 37):
        changed = bytearray(whole)
        changed[place] ^= 4
        try:
            found = open_block(bytes(changed))
        except BlockDamaged as damage:
            found = damage.sound
            assert found == entries[: len(found)]
            continue
        assert found == entries  # a byte of the header that says nothing of the record


def test_a_check_passes_no_body_that_gives_another_record():
    entries = entries_of(3)
    whole = seal_block("g", entries, [])
    check(whole)
    damaged = 0
    for place in range(8 + int.from_bytes(whole[4:8], "big"), len(whole), 7):
        changed = bytearray(whole)
        changed[place] ^= 4
        try:
            check(bytes(changed))
        except BlockDamaged:
            damaged += 1
        else:  # a byte of zstd's that says nothing of the entries
            assert open_block(bytes(changed)) == entries
    assert damaged > len(whole) // 14


def test_a_check_calls_no_block_of_a_newer_release_damaged():
    whole = seal_block("g", entries_of(3), [])
    length = int.from_bytes(whole[4:8], "big")
    head = msgspec.msgpack.encode(replace(header_of(whole), format=3))
    newer = whole[:4] + len(head).to_bytes(4, "big") + head + whole[8 + length :]
    with pytest.raises(NewerBlock):
        check(newer)


@pytest.mark.parametrize("length", [0, 3, 7, 40, -1])
def test_a_block_that_is_cut_off_is_damaged(length: int):
    with pytest.raises(BlockDamaged):
        open_block(seal_block("g", entries_of(3), [])[:length])
