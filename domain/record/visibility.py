"""Visibility: audiences of event fields, viewers, and concealment of hidden values."""

import enum
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

JsonObject = dict[str, Any]


class Audience(enum.Enum):
    """The audience of an event's field until the game is over; then it is public."""

    SEAT = "the seat whose event it is"
    EACH_SEAT = "a list by seat: each seat its own item"
    NO_ONE = "no one"


Visibility = Mapping[str, Audience]
"""Audiences by path (``dealt/supply``); all other paths are public."""


class Viewer(Struct, frozen=True):
    """A seat, or the public (None); ``over`` once the game has ended."""

    seat: int | None = None
    over: bool = False

    def may_see(self, owner: int | None) -> bool:
        """True if this viewer may see a value of ``owner`` (None: nobody's)."""
        # Nobody's value has no owner, and the public no seat: None must not match None.
        return self.over or (owner is not None and owner == self.seat)


class HiddenValue(Struct, frozen=True):
    """A hidden value: its path in the data and the seat that may see it, if any."""

    path: str
    owner: int | None


def hidden_values(
    data: JsonObject, visibility: Visibility, seat: int | None
) -> Iterator[HiddenValue]:
    """Yield the hidden values of an event's data; null is no secret."""
    for path, audience in visibility.items():
        value = look_up(data, path)
        if value is None:
            continue
        match audience:
            case Audience.SEAT:
                yield HiddenValue(path, seat)
            case Audience.NO_ONE:
                yield HiddenValue(path, None)
            case Audience.EACH_SEAT:
                for owner, item in enumerate(value):
                    # Each seat's item has a commitment of its own, so it can be opened alone.
                    if item is not None:
                        yield HiddenValue(f"{path}/{owner}", owner)


def look_up(data: Any, path: str) -> Any:
    """Return the value at ``path`` (keys and list indices joined by ``/``), None if missing."""
    for step in path.split("/"):
        if data is None:
            return None
        data = data[int(step)] if isinstance(data, list) else data.get(step)
    return data


def conceal(data: Any, paths: list[str]) -> Any:
    """Return a copy of ``data`` with null at each of ``paths``; it shares all other parts."""
    for path in paths:
        data = _with_null(data, path.split("/"))
    return data


def _with_null(data: Any, steps: list[str]) -> Any:
    if not steps:
        return None
    # Only the containers on the way are copied: a record's data may be shared with caches.
    copy = data.copy()
    step: Any = int(steps[0]) if isinstance(data, list) else steps[0]
    copy[step] = _with_null(copy[step], steps[1:])
    return copy
