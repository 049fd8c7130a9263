"""Views put together again from the changes of a replay."""

from typing import Any

from domain.record.visibility import JsonObject


def stepped(view: JsonObject, changes: JsonObject) -> JsonObject:
    """Return the view with the changes; unchanged parts are shared with the old view."""
    for path, value in changes.items():
        view = _put(view, path.split("/"), value)
    return view


def _put(part: Any, keys: list[str], value: Any) -> Any:
    if not keys:
        return value
    copy = part.copy()
    key: Any = int(keys[0]) if isinstance(part, list) else keys[0]
    copy[key] = _put(part[key], keys[1:], value)
    return copy
