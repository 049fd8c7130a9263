"""The form an audit demands of events, of every type that any game records."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.audit import audit
from domain.kernel.game import KERNEL_TYPES
from domain.kernel.rulesets import rulesets
from domain.record import record
from domain.record.record import Event
from tests import fixtures
from tests.domain.forging import forged, rehashed


@cache
def games(ruleset: str) -> list[list[Event]]:
    return [fixtures.events_of(fixtures.load(path)) for path in fixtures.fixtures(ruleset)]


@cache
def examples(ruleset: str) -> dict[str, list[Event]]:
    """By type of event the shortest record that ends with one, of those with most commitments."""
    found: dict[str, list[Event]] = {}
    for events in games(ruleset):
        for event in events:
            known = found.get(event.type)
            rank = (len(event.commitments), -event.version)
            if known is None or rank > (len(known[-1].commitments), -known[-1].version):
                found[event.type] = events[: event.version]
    return found


CASES = [(ruleset, type_) for ruleset in rulesets() for type_ in sorted(examples(ruleset))]
for_each_type = pytest.mark.parametrize(("ruleset", "type_"), CASES)


def for_each_type_that_hides(part: str) -> pytest.MarkDecorator:
    """Of the types that commit to something, those whose paths have a part."""
    hiding = [
        (ruleset, type_)
        for ruleset, type_ in CASES
        if any(part in path for path in examples(ruleset)[type_][-1].commitments)
    ]
    return pytest.mark.parametrize(("ruleset", "type_"), hiding)


def found_at_the_end(events: list[Event], *reasons: str) -> None:
    record.verify_chain(events)
    found = audit(events)
    assert found.broken_at == len(events)
    assert found.reason is not None
    for reason in reasons:
        assert reason in found.reason


@pytest.mark.parametrize("ruleset", rulesets())
def test_the_games_have_every_type_of_event(ruleset: str):
    rules = rulesets()[ruleset]
    lasting = KERNEL_TYPES - {"cancelled", "abandoned"}
    assert examples(ruleset).keys() >= lasting | (rules.visibility.keys() - {rules.DEALT})


@for_each_type
def test_the_records_are_sound_as_they_are(ruleset: str, type_: str):
    events = examples(ruleset)[type_]
    assert rehashed(events) == events
    assert audit(events).valid


@for_each_type_that_hides("")
def test_a_commitment_left_out_is_found(ruleset: str, type_: str):
    events = examples(ruleset)[type_]
    last = events[-1]
    for left_out in last.commitments:
        others = {path: "" for path in last.commitments if path != left_out}
        bare = forged(events, last.version, commitments=others)
        found_at_the_end(bare, "hidden values lack commitments", left_out)


@for_each_type
def test_a_commitment_to_a_public_field_is_found(ruleset: str, type_: str):
    events = examples(ruleset)[type_]
    last = events[-1]
    hidden = {path.split("/")[0] for path in last.commitments}
    for name in last.data.keys() - hidden - {"chance"}:
        more = {**last.commitments, name: ""}
        found_at_the_end(
            forged(events, last.version, commitments=more), "commitments lack hidden values", name
        )


@for_each_type_that_hides("/0")
def test_a_commitment_under_another_spelling_of_its_path_is_found(ruleset: str, type_: str):
    events = examples(ruleset)[type_]
    last = events[-1]
    for path in last.commitments:
        other = re.sub(r"/(\d)", r"/0\1", path)
        if other != path:
            spelled = {other if each == path else each: "" for each in last.commitments}
            found_at_the_end(forged(events, last.version, commitments=spelled), path)


@for_each_type
def test_numbers_that_only_look_the_same_are_found(ruleset: str, type_: str):
    events = examples(ruleset)[type_]
    for data in looking_alike(events[-1].data):
        found_at_the_end(forged(events, len(events), data=data))


def looking_alike(part: Any) -> Iterator[Any]:
    """The JSON with one number at a time as a float, or as a boolean that equals it."""
    match part:
        case dict():
            for name, value in part.items():
                yield from ({**part, name: other} for other in looking_alike(value))
        case list():
            for n, value in enumerate(part[:4]):
                yield from ([*part[:n], other, *part[n + 1 :]] for other in looking_alike(value))
        case bool():
            yield int(part)
        case int():
            yield float(part)
            if part in (0, 1):
                yield bool(part)


@for_each_type
def test_a_field_too_many_is_found(ruleset: str, type_: str):
    events = examples(ruleset)[type_]
    for more in ({"more": None}, {"more": 1}, {"more": 2**70}):
        data = {**events[-1].data, **more}
        found_at_the_end(forged(events, len(events), data=data))


@for_each_type
def test_a_field_too_few_is_found(ruleset: str, type_: str):
    events = examples(ruleset)[type_]
    for name in events[-1].data.keys() - {"study", "secret"}:
        data = {each: value for each, value in events[-1].data.items() if each != name}
        paths = {p: "" for p in events[-1].commitments if p.split("/")[0] != name}
        found_at_the_end(forged(events, len(events), data=data, commitments=paths))


@for_each_type
def test_a_time_before_the_one_before_is_found(ruleset: str, type_: str):
    events = examples(ruleset)[type_]
    if len(events) > 1:
        early = forged(events, len(events), recorded_at="2026-11-21T11:59:59.999Z")
        found_at_the_end(early, "earlier than the previous event")


@pytest.mark.parametrize(
    "time",
    [
        "2027-01-01",
        "2027-01-01T00:00:00Z",
        "2027-01-01T00:00:00.000+00:00",
        "9",
        "",
        "2027-02-30T00:00:00.000Z",
        "2027-01-01T24:01:00.000Z",
        "٢٠٢٧-01-01T00:00:00.000Z",
        "2027-01-01T00:00:00.000Z\n",
    ],
)
def test_a_time_in_another_form_is_found(time: str):
    events = examples("alexandros")["marched"]
    found_at_the_end(forged(events, len(events), recorded_at=time), "recorded_at")


@for_each_type
@pytest.mark.parametrize("off", [-1, 1])
def test_another_schema_than_the_game_s_is_found(ruleset: str, type_: str, off: int):
    events = examples(ruleset)[type_]
    schema = events[-1].schema + off
    found_at_the_end(forged(events, len(events), schema=schema), f"schema {schema}")


@for_each_type
@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_there_is_not_is_found(ruleset: str, type_: str, seat: int):
    events = examples(ruleset)[type_]
    found_at_the_end(forged(events, len(events), seat=seat), f"no seat {seat}")


@for_each_type
def test_a_missing_seat_and_a_needless_seat_are_found(ruleset: str, type_: str):
    events = examples(ruleset)[type_]
    other = 0 if events[-1].seat is None else None
    found_at_the_end(forged(events, len(events), seat=other))


@pytest.mark.parametrize("ruleset", rulesets())
@pytest.mark.parametrize("type_", ["invented", "created", "seat_taken", "undone", "dealt", ""])
def test_an_event_of_a_type_that_has_no_place_is_found(ruleset: str, type_: str):
    events = max(games(ruleset), key=len)[:40]
    stranger = replace(events[-1], type=type_, commitments={})
    found_at_the_end(rehashed([*events[:-1], stranger]))


CREATIONS = {
    "seats": [0, 1, 9, -2],
    "first_seat": [-1, 7],
    "secret": ["", "00", "zz" * 32],
    "undo": ["never"],
    "rules_version": [0, 99],
    "ruleset": ["chess"],
    "board": [{}, {"id": "near_east"}, "near_east"],
    "options": [{"surprise": True}, []],
    "title": [None, 7],
    "listed": [1, "yes"],
    "chance": [{"version": 2, "commitment": "0" * 64, "fair": True}, {}],
    "creator": [None],
}


@pytest.mark.parametrize("ruleset", rulesets())
@pytest.mark.parametrize("field", CREATIONS)
def test_a_creation_that_no_game_has_is_found(ruleset: str, field: str):
    first = examples(ruleset)["created"][0]
    for value in CREATIONS[field]:
        other = replace(first, data={**first.data, field: value})
        found_at_the_end([replace(other, hash=record.digest(other))])


@pytest.mark.parametrize("ruleset", rulesets())
@pytest.mark.parametrize("part", ["board", "options", "chance"])
def test_an_unknown_field_of_a_creation_is_found(ruleset: str, part: str):
    events = examples(ruleset)["created"]
    more = {**events[0].data[part], "more": 1}
    found_at_the_end(forged(events, 1, data={**events[0].data, part: more}))


@pytest.mark.parametrize("value", [None, 7, ""])
def test_a_game_of_schema_2_names_itself(value: object):
    events = max(games("settlers"), key=lambda events: events[0].schema)
    found_at_the_end(forged(events[:1], 1, data={**events[0].data, "game_id": value}))
    unnamed = {name: each for name, each in events[0].data.items() if name != "game_id"}
    found_at_the_end(forged(events[:1], 1, data=unnamed))


def test_a_game_of_schema_1_names_none():
    events = min(games("settlers"), key=lambda events: events[0].schema)
    found_at_the_end(forged(events[:1], 1, data={**events[0].data, "game_id": "g"}))


def test_a_secret_in_capitals_is_found():
    events = examples("alexandros")["created"]
    data = {**events[0].data, "secret": events[0].data["secret"].upper()}
    found_at_the_end(forged(events, 1, data=data), "secret")


@pytest.mark.parametrize("contribution", ["", "abc", "AB", "ab\ncd", "ab" * 65, "٣٣"])
def test_a_contribution_that_is_no_hex_is_found(contribution: str):
    events = [e for e in examples("alexandros")["seat_taken"] if e.version < 3]
    data = {**events[-1].data, "contribution": contribution}
    found_at_the_end(forged(events, 2, data=data), "contribution")


@pytest.mark.parametrize("occupant", [{"player": None, "bot": None}, {"player": "p", "bot": "b"}])
def test_a_seat_taken_by_nobody_or_by_two_is_found(occupant: dict[str, str | None]):
    events = [e for e in examples("alexandros")["seat_taken"] if e.version < 3]
    found_at_the_end(forged(events, 2, data={**events[-1].data, **occupant}), "player or by a bot")


def test_an_option_that_came_after_a_record_was_made_has_its_default():
    events = examples("alexandros")["seat_taken"]
    options = dict(events[0].data["options"])
    options.popitem()
    data = {**events[0].data, "options": options}
    assert audit(forged(events[:1], 1, data=data)).valid
