"""Stepping through a record: the changes of each event to a view.

A replay is one answer, the first view and then these changes: stepping needs no further request, so
a finished game can be replayed offline.
"""

from typing import Any

from domain.record.visibility import JsonObject

Changes = dict[str, Any]
"""New values by path: keys and list indices joined by ``/``; no path is a prefix of another."""


def changes(before: JsonObject, after: JsonObject) -> Changes:
    """Return the changes from one view to another."""
    found: Changes = {}
    if before != after:
        _note(found, "", before, after)
    return found


def _note(found: Changes, path: str, before: Any, after: Any) -> None:
    """Note the smallest changed parts of a changed one; a list of another length changes whole."""
    if not _is_alike(before, after):
        found[path] = after
        return
    for key in after if isinstance(after, dict) else range(len(after)):
        if before[key] != after[key]:  # tested here, as most parts are equal and need no call
            _note(found, f"{path}/{key}" if path else str(key), before[key], after[key])


def _is_alike(before: Any, after: Any) -> bool:
    if isinstance(before, dict) and isinstance(after, dict):
        return before.keys() == after.keys()
    return isinstance(before, list) and isinstance(after, list) and len(before) == len(after)
