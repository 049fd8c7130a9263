"""Positions of two releases differ if a value changed or is gone, not if one is new."""

from typing import Any

import pytest

from service.operations.upgrade.comparison import difference


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}, None),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "a/1/b"),
        ({"a": 1}, {"a": 1, "more": 2}, None),
        ({"a": 1, "gone": 2}, {"a": 1}, "gone"),
        ({"a": [1, 2]}, {"a": [1]}, "a"),
        ({"a": [1]}, {"a": {"0": 1}}, "a"),
        ({"a": 1}, {"a": True}, "a"),
        ({"a": None}, {"a": 0}, "a"),
    ],
)
def test_the_first_path_that_differs_is_named(old: Any, new: Any, path: str | None):
    assert difference(old, new) == path
