"""Stepping through a record: the views that a viewer would be given, one after the other."""

from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.record.visibility import Viewer
from projections.replay import changes
from projections.view import view
from tests import fixtures
from tests.fixtures import moments
from tests.stepping import stepped


def walked(views: list[Any]) -> list[Any]:
    """The first view as it is sent, and the view after each step."""
    found = [as_sent(view) for view in views[:1]]
    for before, after in pairwise(views):
        found.append(stepped(found[-1], as_sent(changes(before, after))))
    return found


def as_sent(part: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(part))


SOME = fixtures.fixtures()[::12]
"""Games of every ruleset; more would show the same at four views an event."""


@pytest.mark.parametrize("path", SOME, ids=fixtures.name_of)
def test_stepping_gives_every_viewer_the_view_of_every_event_to_the_byte(path: Path):
    games = moments(path)
    seats = len(games[0].seats)
    for eyes in (Viewer(), Viewer(seat=0), Viewer(seat=seats - 1), Viewer(over=True)):
        views = [view("g", game, eyes, str) for game in games]
        for own, stepped_to in zip(views, walked(views), strict=True):
            assert msgspec.json.encode(stepped_to) == msgspec.json.encode(own)


leaves = st.none() | st.booleans() | st.integers(2, 9) | st.text("ab", max_size=2)
parts = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner),
    max_leaves=12,
)


@given(st.lists(st.fixed_dictionaries({"a": parts, "b": parts}), min_size=1, max_size=5))
def test_steps_lead_from_any_value_to_any_other_and_change_neither(views: list[Any]):
    kept = deepcopy(views)
    assert walked(views) == kept
    assert views == kept


def test_a_step_names_the_smallest_part_that_changed():
    before = {"version": 1, "state": {"seats": [{"score": 0}, {"score": 0}], "walls": [1]}}
    after = {"version": 2, "state": {"seats": [{"score": 0}, {"score": 7}], "walls": [1, 2]}}
    assert changes(before, after) == {"version": 2, "state/seats/1/score": 7, "state/walls": [1, 2]}


def test_null_is_a_value_like_any_other():
    before, after = {"marching": {"symbol": "lyre"}}, {"marching": None}
    assert changes(before, after) == after
    assert stepped(before, after) == after


def test_unchanged_parts_are_the_same_object():
    before = {"board": {"rows": ["A"]}, "version": 1}
    assert stepped(before, {"version": 2})["board"] is before["board"]
