"""Who may see what: audiences of event fields, viewers, and concealment of what is not for all."""

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

JsonObject = dict[str, Any]


class Audience(enum.Enum):
    """Who may see a field of an event before the game is over; afterwards everyone may."""

    SEAT = "the seat whose event it is"
    EACH_SEAT = "a list by seat: each seat its own item"
    NO_ONE = "no one"


Visibility = Mapping[str, Audience]
"""Audiences by path (``dealt/supply``); a path that is not named is for everyone."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a seat, or the public (None); ``over`` once the game has ended."""

    seat: int | None = None
    over: bool = False

    def may_see(self, owner: int | None) -> bool:
        """Whether this viewer may see what belongs to ``owner`` (None: to no one)."""
        return self.over or (owner is not None and owner == self.seat)


PUBLIC = Viewer()


@dataclass(frozen=True, slots=True)
class Restricted:
    """One concrete hidden value: its path in the data and the seat that may see it, if any."""

    path: str
    owner: int | None


def restricted(data: JsonObject, visibility: Visibility, seat: int | None) -> Iterator[Restricted]:
    """The hidden values of an event's data; a null is no secret and is left out."""
    for path, audience in visibility.items():
        value = look_up(data, path)
        if value is None:
            continue
        match audience:
            case Audience.SEAT:
                yield Restricted(path, seat)
            case Audience.NO_ONE:
                yield Restricted(path, None)
            case Audience.EACH_SEAT:
                for owner, item in enumerate(value):
                    if item is not None:
                        yield Restricted(f"{path}/{owner}", owner)


def look_up(data: Any, path: str) -> Any:
    """The value at ``path`` (keys and list indices joined by ``/``), None where there is none."""
    for step in path.split("/"):
        if data is None:
            return None
        data = data[int(step)] if isinstance(data, list) else data.get(step)
    return data


def conceal(data: Any, paths: list[str]) -> Any:
    """A copy of ``data`` with null at each of ``paths``; what is not on a path is shared."""
    for path in paths:
        data = _with_null(data, path.split("/"))
    return data


def _with_null(data: Any, steps: list[str]) -> Any:
    if not steps:
        return None
    copy = data.copy()
    step: Any = int(steps[0]) if isinstance(data, list) else steps[0]
    copy[step] = _with_null(copy[step], steps[1:])
    return copy
