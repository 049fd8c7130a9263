"""Stored entries: they hold the same as the older form, a JSON object."""

from hashlib import sha256

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.record import record
from domain.record.older_entries import present_entry
from domain.record.record import PACKED, Event, Settled, encode, stated_hash
from tests import fixtures
from tests.hashed import hashed_form

texts = st.text(max_size=8) | st.sampled_from(["", "\x00", "\x02", "\\", '"', "Ærø", "𝄞", "\ufeff"])
numbers = (
    st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.integers(10**18, 10**30)
)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
settled = st.builds(Settled, due=st.none() | texts, left=st.none() | st.integers(0, 2**63))
events = st.builds(
    Event,
    version=st.integers(),
    schema=st.integers(),
    recorded_at=texts,
    type=texts,
    seat=st.none() | st.integers(),
    data=st.dictionaries(texts, values, max_size=5),
    commitments=st.dictionaries(texts, hashes | texts, max_size=3),
    prev=hashes,
    hash=hashes,
    command=texts,
    by=st.just(UNSET) | texts,
    settled=st.just(UNSET) | st.dictionaries(texts, settled, max_size=2),
)
PLAYED = [
    replace(event, command=f"seat {event.seat}:{event.hash[:32]}")
    for event in fixtures.events_of(fixtures.load(fixtures.fixtures("settlers")[0]))[:60]
]
DRAWN = next(event for event in PLAYED[2:] if event.commitments)
SHOWN = next(event for event in PLAYED[2:] if event.data and not event.commitments)


def older(event: Event) -> bytes:
    """An entry as older releases wrote it."""
    return msgspec.json.encode(event)


def stored(event: Event, form: bytes) -> bytes:
    """The event of an entry as one JSON text, which distinguishes types, order and bytes."""
    (read,) = record.decode([form])
    return msgspec.json.encode(read)


@given(events)
@example(replace(DRAWN, data={"b": 1, "a": -0.0, "c": 1e22, "d": 2**64, "e": 5e-324, "f": True}))
@example(replace(DRAWN, by="clock", settled={"0": Settled("2026-11-22T12:00:00.000Z", 2**60)}))
@example(replace(DRAWN, settled={}))
@example(replace(DRAWN, by=""))
def test_a_packed_event_is_read_as_it_was_to_the_byte(event: Event):
    entry = encode(event)
    assert entry[:1] == PACKED
    assert stored(event, entry) == older(event)
    assert stated_hash(entry) == bytes.fromhex(event.hash)


@pytest.mark.parametrize(
    "links",
    [
        {"hash": ""},
        {"hash": DRAWN.hash.upper()},
        {"hash": f" {DRAWN.hash[1:]}"},
        {"prev": "no hash"},
        {"hash": DRAWN.hash + "00", "prev": DRAWN.prev[2:]},
        {"hash": "é" * 64},
    ],
)
def test_an_event_whose_hashes_are_none_is_not_stored(links: dict[str, str]):
    event = replace(DRAWN, **links)
    with pytest.raises(ValueError, match=r"hash|hexadecimal"):
        encode(event)
    assert present_entry(older(event)) == older(event)


def test_entries_of_the_older_form_are_brought_over_and_not_read():
    assert [present_entry(older(event)) for event in PLAYED] == [encode(event) for event in PLAYED]
    assert [present_entry(encode(event)) for event in PLAYED] == [encode(each) for each in PLAYED]
    with pytest.raises(RecordBroken, match="it is not packed"):
        record.decode([older(DRAWN)])
    with pytest.raises(ValueError, match="it is not packed"):
        stated_hash(older(DRAWN))


def test_a_packed_entry_takes_two_thirds_of_its_json():
    assert sum(map(len, map(encode, PLAYED))) < sum(map(len, map(older, PLAYED))) * 2 / 3


def test_no_byte_of_a_packed_entry_can_change_unseen_but_in_its_command():
    entry = encode(SHOWN)
    command = entry.rindex(f'"{SHOWN.command}"'.encode())
    for place in range(command):
        for bit in (1, 0x20):
            spoiled = bytearray(entry)
            spoiled[place] ^= bit
            with pytest.raises(RecordBroken):
                record.read_entry(bytes(spoiled), SHOWN.version)


def test_no_part_of_a_packed_entry_is_taken_for_the_whole():
    entry = encode(DRAWN)
    for length in range(len(entry)):
        with pytest.raises(RecordBroken):
            record.read_entry(entry[:length], DRAWN.version)
    with pytest.raises(RecordBroken):
        record.read_entry(entry + b"1", DRAWN.version)


@given(events)
def test_the_hash_is_of_the_hashed_form(event: Event):
    event = replace(event, commitments={})
    assert record.digest(event) == sha256(record.canonical(hashed_form(event))).hexdigest()
