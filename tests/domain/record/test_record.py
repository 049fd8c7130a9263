"""The record: canonical JSON, commitments, the chain, and upcasters."""

import hashlib
import hmac

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.record import record
from tests.domain.conftest import seated
from tests.hashed import hashed_form

keys = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_canonical_json_is_that_of_rfc_8785(value):
    assert record.canonical(value) == rfc8785.dumps(value)


def test_an_event_survives_being_stored():
    table = seated().move(0, "draw", "show", "pass")
    assert record.decode([record.encode(event) for event in table.events]) == table.events


def test_an_entry_that_is_no_event_breaks_the_record():
    with pytest.raises(RecordBroken, match="the entry is not an event"):
        record.decode([b'{"version": 1}'])


def test_the_chain_of_a_played_game_holds():
    table = seated().move(0, "draw", "show", "pass")
    record.verify_chain(table.events, table.game.secret)


def test_a_hidden_card_is_not_in_the_hashed_form_and_its_commitment_is():
    drawn = seated().move(0, "draw").events[-1]
    form = hashed_form(drawn)
    assert form["data"]["card"] is None
    assert list(form["commitments"]) == ["card"]
    assert drawn.data["card"] is not None


def test_the_commitment_is_the_documented_one():
    table = seated().move(0, "draw")
    drawn = table.events[-1]
    label = f"anabasis salt 1:{drawn.version}:card".encode()
    salt = hmac.new(table.game.secret, label, hashlib.sha256).digest()
    value = str(drawn.data["card"]).encode()
    assert drawn.commitments["card"] == hmac.new(salt, value, hashlib.sha256).hexdigest()


def test_a_hidden_card_is_not_guessed_by_trying_all_of_them():
    drawn = seated().move(0, "draw").events[-1]
    guesses = set()
    for card in range(20):
        plain = record.canonical(card)
        guesses |= {
            hashlib.sha256(plain).hexdigest(),
            hmac.digest(b"", plain, "sha256").hex(),
            hmac.digest(drawn.prev.encode(), plain, "sha256").hex(),
            hmac.digest(bytes.fromhex(drawn.hash), plain, "sha256").hex(),
        }
    assert drawn.commitments["card"] not in guesses


@pytest.mark.parametrize(
    "spoil",
    [
        lambda e: replace(e, recorded_at="2026-11-21T12:00:01.000Z"),
        lambda e: replace(e, seat=1),
        lambda e: replace(e, type="shown"),
        lambda e: replace(e, prev="f" * 64),
        lambda e: replace(e, hash="f" * 64),
        lambda e: replace(e, version=9),
        lambda e: replace(e, data={**e.data, "seat": 1}),
        lambda e: replace(e, commitments={}),
        lambda e: replace(e, data={**e.data, "card": e.data["card"] + 1}),
    ],
)
def test_a_changed_event_is_found_at_its_version(spoil):
    table = seated().move(0, "draw", "show")
    spoiled = list(table.events)
    spoiled[3] = spoil(spoiled[3])
    with pytest.raises(RecordBroken) as broken:
        record.verify_chain(spoiled, table.game.secret)
    assert broken.value.version == 4


def test_a_missing_event_is_found():
    table = seated().move(0, "draw", "show")
    with pytest.raises(RecordBroken, match="version 3"):
        record.verify_chain([*table.events[:2], *table.events[3:]])


def test_upcasters_run_in_a_chain_and_leave_other_types_alone():
    event = seated().move(0, "draw").events[-1]
    upcasters = {
        ("drawn", 1): lambda data: {**data, "two": True},
        ("drawn", 2): lambda data: {**data, "three": data["two"]},
        ("shown", 1): lambda data: {},
    }
    newest = record.upcast(event, upcasters)
    assert (newest.schema, newest.data["three"]) == (3, True)
    assert event.schema == 1
