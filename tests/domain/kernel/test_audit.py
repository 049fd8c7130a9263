"""The audit: an honest record holds; a forged one is found even with its hashes made good."""

import pytest
from msgspec.structs import replace

from domain.errors import Refused
from domain.kernel.audit import audit
from domain.kernel.game import visibility_of
from domain.record import record
from domain.record.record import Draft, Link
from tests.domain.conftest import NOON, Table, seated


def resealed(table: Table, version: int, forge) -> list:
    """The record with one event's data forged and every hash after it made to fit."""
    events, prev = [], record.GENESIS
    for event in table.events:
        data = forge(event.data) if event.version == version else event.data
        draft = Draft(event.type, event.seat, data)
        visibility = visibility_of(table.game.ruleset, event.type)
        place = Link(event.version - 1, prev, NOON)
        events.append(record.seal(draft, place, table.game.secret, visibility, "c"))
        prev = events[-1].hash
    return events


def full_table() -> Table:
    table = seated(3).move(0, "draw", "show", "show")
    table.undo(0, 6)
    table.redo(0)
    table.undo(0, 4)
    table.answer(1, accept=True)
    table.answer(2, accept=True)
    table.move(0, "draw")
    table.undo(0, 4)
    table.answer(1, accept=False)
    return table.move(0, "pass").move(1, "resign").move(2, "resign")


def test_an_honest_record_with_every_kind_of_event_holds():
    table = full_table()
    found = audit(table.events)
    assert found.valid
    assert (found.events, found.hash) == (len(table.events), table.game.hash)


@pytest.mark.parametrize(
    ("version", "forge", "reason"),
    [
        (4, lambda d: {**d, "dealt": {**d["dealt"], "pile": d["dealt"]["pile"][::-1]}}, "another"),
        (5, lambda d: {**d, "card": (d["card"] + 1) % 20}, "another"),
        (8, lambda d: {**d, "requested_by": 1}, "another"),
        (1, lambda d: {**d, "chance": {**d["chance"], "commitment": "0" * 64}}, "committed"),
    ],
)
def test_a_forged_outcome_is_found_though_every_hash_fits(version, forge, reason):
    events = resealed(full_table(), version, forge)
    record.verify_chain(events)
    found = audit(events)
    assert found.broken_at == version
    assert reason in found.reason


def test_a_move_out_of_turn_is_found_though_every_hash_fits():
    table = seated().move(0, "show")
    draft = Draft("shown", 1, {**table.events[-1].data, "seat": 1})
    table.record(draft)
    assert "the rules refuse it" in audit(table.events).reason


def test_a_flipped_byte_is_found():
    table = full_table()
    entries = [record.encode(event) for event in table.events]
    entries[5] = entries[5].replace(b"12:00:00", b"12:00:01")
    assert audit(record.decode(entries)).broken_at == 6


def test_an_empty_record_does_not_hold():
    assert audit([]).broken_at == 1


def test_a_refusal_leaves_the_record_as_it_was():
    table = seated()
    with pytest.raises(Refused):
        table.move(1, "show")
    assert audit(table.events).events == 3


def test_a_commitment_to_a_value_that_is_not_there_is_found():
    table = full_table()
    events = list(table.events)
    events[4] = replace(events[4], commitments={"nowhere/7": "0" * 64})
    found = audit(events)
    assert found.broken_at == 5
    assert "malformed" in found.reason


def test_an_event_of_an_older_schema_is_decided_again_in_the_newest(monkeypatch):
    table = seated().move(0, "show")
    newest = table.events[-1]
    marked = {**newest.data, "dropped_since": 1}
    steps = {("shown", record.SCHEMA): lambda data: {k: data[k] for k in newest.data}}
    monkeypatch.setitem(vars(table.game.ruleset.wire.events), "upcasters", steps)
    events = resealed(table, newest.version, lambda _: marked)
    assert audit(events).valid
