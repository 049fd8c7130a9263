"""Bare entries: what follows from the rest of a record is left out, and comes back to the byte."""

import pytest
from msgspec.structs import replace

from domain.record.bare import Before, bare, whole, with_commands_let_go
from domain.record.record import decode, encode, verify_chain
from tests import fixtures

RECORDS = fixtures.fixtures()[::6]


def entries_with(path: fixtures.Path, commands: list[str]) -> list[bytes]:
    events = fixtures.events_of(fixtures.load(path))[: len(commands)]
    return [encode(replace(e, command=c)) for e, c in zip(events, commands, strict=True)]


@pytest.mark.parametrize("path", RECORDS, ids=fixtures.name_of)
def test_every_entry_of_a_finished_game_comes_back(path: fixtures.Path):
    before = Before()
    for entry in map(encode, fixtures.events_of(fixtures.load(path))):
        stripped = bare(entry, before)
        assert stripped is not None
        assert len(stripped) < len(entry) - 60
        again, after = whole(stripped, before)
        assert again == entry
        assert after == before.then(entry)
        before = after


@pytest.mark.parametrize("command", ["", "=", "-", "2", "seat 0:key"])
def test_a_command_comes_back_or_the_entry_is_not_made_bare(command: str):
    first, second = entries_with(RECORDS[0], ["a", command])
    before = Before().then(first)
    stripped = bare(second, before)
    assert stripped is None or whole(stripped, before)[0] == second
    assert (stripped is None) is (command in ("=", "-"))


def test_of_commands_stays_which_events_are_of_one():
    ids = ["a", "a", "", "b", "c", "c", "a"]
    entries = entries_with(RECORDS[0], ids)
    events = decode(with_commands_let_go(entries))
    assert [event.command for event in events] == ["1", "1", "", "4", "5", "5", "7"]
    verify_chain(events)
    assert [replace(e, command=c) for e, c in zip(events, ids, strict=True)] == decode(entries)


def test_entries_that_are_none_stay_as_they_are():
    odd = [b"no event", b'{"hash":"x"}', entries_with(RECORDS[0], ["a"])[0] + b" "]
    assert list(with_commands_let_go(odd)) == odd
    assert [bare(entry, Before()) for entry in odd] == [None, None, None]
