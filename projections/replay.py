"""Stepping through a record: the changes of each event to a view.

A replay is one answer, the first view and then these changes: stepping needs no further request, so
a finished game can be replayed offline.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct

Changes = dict[str, Any]
"""New values by path: keys and list indices joined by ``/``; no path is a prefix of another."""


def changes(before: Any, after: Any) -> Changes:
    """Return the changes from one view to another."""
    found: Changes = {}
    if before != after:
        _note(found, "", before, after)
    return found


def _note(found: Changes, path: str, before: Any, after: Any) -> None:
    """Note the smallest changed parts of a changed one; a list of another length changes whole."""
    old, new = _parts(before), _parts(after)
    if not new or type(before) is not type(after) or old.keys() != new.keys():
        found[path] = after
        return
    for key, part in new.items():
        if old[key] != part:  # tested here, as most parts are equal and need no call
            _note(found, f"{path}/{key}" if path else str(key), old[key], part)


def _parts(part: Any) -> Mapping[Any, Any]:
    """Return the parts of an object or a list by their keys; other values have none."""
    if isinstance(part, dict):
        return part
    if isinstance(part, Struct):
        fields = ((name, getattr(part, name)) for name in part.__struct_fields__)
        return {name: value for name, value in fields if value is not UNSET}
    return dict(enumerate(part)) if isinstance(part, (list, tuple)) else {}
