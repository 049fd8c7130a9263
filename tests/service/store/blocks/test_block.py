"""The form of sealed games: what goes in comes out to the byte, and damage never passes."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.record.record import encode
from service.store.blocks.block import BlockDamaged, NewerBlock, check, header_of, opened, sealed
from tests import fixtures

RECORDS = fixtures.fixtures()


def entries_of(number: int) -> list[bytes]:
    return [encode(event) for event in fixtures.events_of(fixtures.load(RECORDS[number]))]


@pytest.mark.parametrize("number", range(0, len(RECORDS), 5))
def test_a_record_comes_out_of_its_block_as_it_went_in(number: int):
    entries = entries_of(number)
    block = sealed("g", entries, [(b"id", b"7;f")])
    assert opened(block) == entries
    header = header_of(block)
    assert (header.game, header.version, header.kept) == ("g", len(entries), [(b"id", b"7;f")])


def test_links_and_commitments_are_left_out_of_a_block():
    entries = entries_of(0)
    assert len(sealed("g", entries, [])) < sum(map(len, entries)) / 6


def test_entries_of_older_forms_and_broken_ones_are_kept_as_they_are():
    entries = entries_of(0)
    damaged = [*entries[:5], b"no event", b'{"hash":"no"}', entries[7][:-9], *entries[8:]]
    assert opened(sealed("g", damaged, [])) == damaged


def test_whatever_byte_of_a_block_changes_it_never_gives_another_record():
    entries = entries_of(3)
    block = sealed("g", entries, [])
    for place in range(0, len(block), 37):
        changed = bytearray(block)
        changed[place] ^= 4
        try:
            found = opened(bytes(changed))
        except BlockDamaged as damage:
            found = damage.sound
            assert found == entries[: len(found)]
            continue
        assert found == entries  # a byte of the header that says nothing of the record


def test_a_check_passes_no_body_that_gives_another_record():
    entries = entries_of(3)
    block = sealed("g", entries, [])
    check(block)
    damaged = 0
    for place in range(8 + int.from_bytes(block[4:8], "big"), len(block), 7):
        changed = bytearray(block)
        changed[place] ^= 4
        try:
            check(bytes(changed))
        except BlockDamaged:
            damaged += 1
        else:  # a byte of zstd's that says nothing of the entries
            assert opened(bytes(changed)) == entries
    assert damaged > len(block) // 14


def test_a_check_calls_no_block_of_a_newer_release_damaged():
    block = sealed("g", entries_of(3), [])
    length = int.from_bytes(block[4:8], "big")
    head = msgspec.msgpack.encode(replace(header_of(block), format=2))
    newer = block[:4] + len(head).to_bytes(4, "big") + head + block[8 + length :]
    with pytest.raises(NewerBlock):
        check(newer)


@pytest.mark.parametrize("length", [0, 3, 7, 40, -1])
def test_a_block_that_is_cut_off_is_damaged(length: int):
    with pytest.raises(BlockDamaged):
        opened(sealed("g", entries_of(3), [])[:length])
