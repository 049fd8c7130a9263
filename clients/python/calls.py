"""Build the descriptions of calls, for every part of the client."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx

from .call import Call, Pages, content


def get(path: str, **params: Any) -> Call[Any]:
    """Return a call that reads."""
    return Call("GET", path, params=params, repeatable=True)


def get_bytes(path: str, **params: Any) -> Call[bytes]:
    """Return a call that reads a file."""
    return Call("GET", path, params=params, repeatable=True, read=_bytes)


def post(
    path: str, body: Mapping[str, Any], version: int | None = None, key: str | None = None
) -> Call[Any]:
    """Return a command, recorded once however often it is sent."""
    # Every attempt sends the same key, so a command whose answer was lost is recorded once.
    headers = {"Idempotency-Key": key or uuid4().hex}
    if version is not None:
        headers["If-Match"] = f'"{version}"'
    return Call("POST", path, body=body, headers=headers, repeatable=True)


def delete(path: str) -> Call[Any]:
    """Return a command that deletes."""
    headers = {"Idempotency-Key": uuid4().hex}
    return Call("DELETE", path, headers=headers, repeatable=True)


def without_answer(call: Call[Any]) -> Call[None]:
    """Return the same call, whose answer says nothing."""
    return replace(call, read=_nothing)


def numbered(items: str, path: str, **params: Any) -> Pages[Any]:
    """Return a list that comes in numbered pages, under the name ``items``."""

    def next_page(answer: Mapping[str, Any]) -> Call[Any] | None:
        if answer["page"] * answer["per_page"] >= answer["total"]:
            return None
        return get(path, **{**params, "page": answer["page"] + 1})

    return Pages(get(path, **params), lambda answer: answer[items], next_page)


def silence_of(wait: float) -> float:
    """Return how long the service may stay silent for an answer that it holds back."""
    # It answers at the end of the wait; 15 s more allow for the network.
    return wait + 15.0


def by_cursor(items: str, path: str, **params: Any) -> Pages[Any]:
    """Return a list whose pages name the ``cursor`` of the next, under the name ``items``."""
    # A page may be empty and others still follow.

    def next_page(answer: Mapping[str, Any]) -> Call[Any] | None:
        cursor = answer.get("next")
        return None if cursor is None else get(path, **{**params, "cursor": cursor})

    return Pages(get(path, **params), lambda answer: answer[items], next_page)


def unchanged(response: httpx.Response) -> bool:
    """Return True if an answer says that there is nothing new."""
    return response.status_code in (httpx.codes.NOT_MODIFIED, httpx.codes.NO_CONTENT)


def content_if_new(response: httpx.Response) -> Any:
    """Return the JSON of an answer, or None if nothing has changed."""
    return None if unchanged(response) else content(response)


def game_path(game: str) -> str:
    """Return the path of a game."""
    return f"/games/{segment(game)}"


def segment(name: str) -> str:
    """Return a name as one segment of a path."""
    # Otherwise a slash in a name would lead to another path of the API.
    return quote(name, safe="")


def _bytes(response: httpx.Response) -> bytes:
    return response.content


def _nothing(_: httpx.Response) -> None:
    return None
