"""One description of each call, which the client sends and awaits in its own way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

import httpx

from .errors import not_json

SECONDS: Final = 10.0
"""The wait for a connection, and for an answer unless the call allows a longer silence."""

T = TypeVar("T")


def content(response: httpx.Response) -> Any:
    """Return the JSON of an answer; ``{}`` for none. Raises ApiError if it is not JSON."""
    if response.status_code == httpx.codes.NO_CONTENT:
        return {}
    try:
        return response.json()
    except ValueError as error:
        raise not_json(response) from error


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request; ``repeatable`` if sending it twice has the same effect as sending it once.

    ``silence`` is how many seconds the service may stay silent; ``read`` makes the result of the
    answer.
    """

    method: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    repeatable: bool = False
    silence: float = SECONDS
    read: Callable[[httpx.Response], T] = content


@dataclass(frozen=True, slots=True)
class Pages(Generic[T]):
    """A list that comes in pages: the call for the first, and what follows from each answer.

    ``items`` returns the entries of a page, ``following`` the call for the next page, or None.
    """

    first: Call[Any]
    items: Callable[[Any], Iterable[T]]
    following: Callable[[Any], Call[Any] | None]
