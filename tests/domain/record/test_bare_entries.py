"""Bare entries: what follows from the rest of a record is left out, and comes back to the byte."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.record.bare_entries import Before, bare, whole, with_commands_let_go
from domain.record.record import Event, decode, encode, resealed, verify_chain
from domain.record.times import milliseconds
from tests import fixtures

RECORDS = fixtures.fixtures()[::6]


def entries_of(name: str) -> list[bytes]:
    path = fixtures.FOLDER / f"{name}.json.gz"
    return list(map(encode, fixtures.events_of(fixtures.load(path))))


def bares(entries: list[bytes]) -> list[bytes]:
    """The bare entries of a record, all of whose entries have one."""
    before, stripped = Before(), []
    for entry in entries:
        each = bare(entry, before)
        assert each is not None
        stripped.append(each)
        before = before.then(entry)
    return stripped


def opened(stripped: list[bytes]) -> list[bytes]:
    before, entries = Before(), []
    for each in stripped:
        entry, before = whole(each, before)
        entries.append(entry)
    return entries


def shuffles_in(event: Event) -> list[dict[str, Any]]:
    luck = event.data.get("luck") or []
    return [draw for draw in luck if isinstance(draw["result"], list)]


def entries_with(path: fixtures.Path, commands: list[str]) -> list[bytes]:
    events = fixtures.events_of(fixtures.load(path))[: len(commands)]
    return [encode(replace(e, command=c)) for e, c in zip(events, commands, strict=True)]


@pytest.mark.parametrize("path", RECORDS, ids=fixtures.name_of)
def test_every_entry_of_a_finished_game_comes_back(path: fixtures.Path):
    before = Before()
    for entry in map(encode, fixtures.events_of(fixtures.load(path))):
        stripped = bare(entry, before)
        assert stripped is not None
        assert len(stripped) < len(entry) - 80
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


def test_a_bare_entry_begins_with_the_milliseconds_since_the_one_before():
    first, second = map(encode, fixtures.events_of(fixtures.load(RECORDS[0]))[:2])
    assert bare(first, Before()) is not None
    stripped = bare(second, Before().then(first))
    assert stripped is not None
    gap, _, rest = stripped.partition(b",")
    times = [milliseconds(event.recorded_at) for event in decode([first, second])]
    assert int(gap) == times[1] - times[0]
    assert b"2026-" not in rest


@pytest.mark.parametrize("time", ["", "2026-11-21T12:00:09Z", "2026-11-21 12:00:09.000Z", "\u2026"])
def test_an_entry_with_a_time_of_another_form_is_not_made_bare_and_those_after_it_are(time: str):
    first, second, third = fixtures.events_of(fixtures.load(RECORDS[0]))[:3]
    odd = resealed(second, recorded_at=time)
    last = resealed(third, prev=odd.hash)
    before = Before().then(encode(first))
    assert bare(encode(odd), before) is None
    after = before.then(encode(odd))
    stripped = bare(encode(last), after)
    assert stripped is not None
    assert whole(stripped, after)[0] == encode(last)


@pytest.mark.parametrize("gap", [b"9" * 15, b"-" + b"9" * 14, b"9" * 5_000, b"", b"1e3"])
def test_a_forged_gap_leads_to_no_time(gap: bytes):
    with pytest.raises(ValueError, match=r"year|time|literal"):
        whole(gap + b',2,"created",null,{},{},"-"', Before())


@pytest.mark.parametrize("name", ["settlers/luck-standard", "alexandros/luck-near-east-rueful"])
def test_orders_of_shuffles_are_left_out(name: str):
    entries = entries_of(name)
    stripped = bares(entries)
    shuffles = [draw for each in decode(entries) for draw in shuffles_in(each)]
    assert shuffles
    assert sum(each.count(b'"result":[]') for each in stripped) == len(shuffles)
    assert opened(stripped) == entries


def test_an_order_that_does_not_follow_from_the_chance_is_kept():
    events = decode(entries_of("settlers/luck-standard"))
    (place,) = (n for n, event in enumerate(events) if len(list(shuffles_in(event))) > 3)
    draws = [dict(draw) for draw in events[place].data["luck"]]
    draws[2]["result"] = draws[2]["result"][::-1]
    forged = resealed(events[place], data={**events[place].data, "luck": draws})
    entries = [*map(encode, events[:place]), encode(forged)]
    stripped = bares(entries)
    assert stripped[-1].count(b'"result":[]') == len(draws) - 1 - 1
    assert opened(stripped) == entries


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
