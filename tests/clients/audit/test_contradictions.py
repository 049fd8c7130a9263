"""Exports with one field changed: both programs refuse, or the page says that nothing binds it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from projections.exports import audit_export
from tests.clients.audit.luck_forgeries import Document, game
from tests.clients.audit.program import AUDIT, fault

PAGE = (AUDIT / "README.md").read_text("utf-8")
UNBOUND = {"game_id", "name", "colour"}
FIELDS = [[name] for name in game()]
FIELDS += [["seats", 1, name] for name in game()["seats"][1]]
FIELDS += [["events", 40, name] for name in game()["events"][40]]
Change = Callable[[Any, Any], None]


def put(value: object) -> Change:
    """Return the change of a field to a value."""
    return lambda holder, name: holder.update({name: value})


def write_as_text(holder: Document, name: str) -> None:
    """Write a field's value as the text of it."""
    holder[name] = json.dumps(holder[name])


def remove(holder: Document, name: str) -> None:
    """Remove a field."""
    del holder[name]


CHANGES = {"zzz": put("zzz"), "text": write_as_text, "removed": remove}


def refusals(path: list[Any], change: Change) -> list[bool]:
    """Return the refusals, the stranger's and ours, of a game with one field changed."""
    document = game()
    holder: Any = document
    for step in path[:-1]:
        holder = holder[step]
    change(holder, path[-1])
    text = json.dumps(document).encode()
    return [fault(text) != "", not audit_export(text).valid]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("path", FIELDS, ids=lambda path: ".".join(map(str, path)))
def test_both_programs_refuse_a_changed_field_or_nothing_binds_it(path: list[Any], change: str):
    refused = refusals(path, CHANGES[change])
    if path[-1] not in UNBOUND:
        assert refused == [True, True]
    elif change != "removed":
        assert refused == [False, False]


def test_a_field_that_nobody_knows_is_bound_to_nothing():
    for path in (["more"], ["events", 40, "more"]):
        assert refusals(path, put("zzz")) == [False, False]


def test_the_page_names_every_field_that_is_bound_to_nothing():
    paragraph = next(each for each in PAGE.split("\n\n") if "bound to nothing" in each)
    assert {name for name in UNBOUND if f"`{name}`" in paragraph} == UNBOUND


@pytest.mark.parametrize("number", [12, "13"])
def test_a_stranger_finds_an_event_that_states_another_version(number: object):
    document = game()
    document["events"][12]["version"] = number
    assert fault(document) == "event 13: hash"


def test_a_stranger_finds_an_event_that_continues_another():
    document = game()
    document["events"][12]["prev"] = "0" * 64
    assert fault(document) == "event 13: hash"
