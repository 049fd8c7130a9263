"""All games of a player, one by one; a lost connection is opened again."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import httpx

from .call import Call
from .connection import AsyncConnection, Connection, Patience, connection_faults
from .errors import (
    ApiError,
    RateLimited,
    Unavailable,
    not_json,
)
from .shapes import JsonObject

_SILENCE: Final = 60.0
"""The longest wait for a game of the archive, in seconds."""
_PASSING: Final = frozenset({"store_unavailable", "lists_outdated", "too_many_requests"})
"""The reasons for which the service ends an archive early, to be gone on with later."""


class ArchivePlace:
    """Where an archive is, and whether it goes on: the same however its bytes come."""

    def __init__(self, patience: Patience, cursor: str | None, filters: dict[str, Any]) -> None:
        self.cursor, self.is_over, self.is_answered = cursor, False, False
        self.began_at: str | None = None
        self.failed: dict[str, str] = {}
        self._patience, self._filters, self._vain = patience, filters, 0

    def call(self) -> Call[Any]:
        """Return the call that takes the archive up after the last game."""
        params = {**self._filters, "cursor": self.cursor, "format": "ndjson"}
        return Call("GET", "/me/archive", params=params, silence=_SILENCE)

    def take(self, line: JsonObject) -> Iterator[JsonObject]:
        """Yield the game of a line, if there is one. Raises what ended the answer early."""
        self.is_answered = "cursor" not in line
        if self.is_answered:
            self._finish(line)
            return
        self.cursor, self._vain = line.pop("cursor"), 0
        if "failed" in line:
            self.failed[line["game_id"]] = line["failed"]
        else:
            yield line

    def pause_after(self, error: ApiError) -> float:
        """Return the seconds until the next request. Raises the error without patience left."""
        if not self._patience.allows(self._vain, error):
            raise error
        self._vain += 1
        return self._patience.seconds(self._vain, error.retry_after)

    def _finish(self, end: JsonObject) -> None:
        self.began_at = self.began_at or end["began_at"]
        self.cursor, self.is_over = end["next"], end["next"] is None and end["stopped"] is None
        if end["stopped"] in _PASSING:
            raise Unavailable(0, {"code": end["stopped"]})
        if end["stopped"] is not None:
            raise ApiError(0, {"code": end["stopped"]})


class _Archive:
    """The state of both kinds of streams, as their readers see it."""

    _place: ArchivePlace

    @property
    def cursor(self) -> str | None:
        """The place after the last game yielded, from which another stream can go on."""
        return self._place.cursor

    @property
    def began_at(self) -> str | None:
        """When the first answer began: later, ``since`` it gives the games that have changed."""
        return self._place.began_at

    @property
    def failed(self) -> dict[str, str]:
        """The games that the service could not read, with the reason."""
        return self._place.failed


class ArchiveStream(_Archive):
    """Iterates over all games of a player, as their exports, from a cursor on.

    The iteration raises Unavailable or RateLimited after more failures in a row than its patience
    allows, and any other ApiError at once.
    """

    def __init__(self, connection: Connection, token: str | None, place: ArchivePlace) -> None:
        self._connection, self._token, self._place = connection, token, place

    def __iter__(self) -> Iterator[JsonObject]:
        while not self._place.is_over:
            try:
                yield from self._one_answer()
            except (RateLimited, Unavailable) as error:
                self._connection.patience.sleep(self._place.pause_after(error))

    def _one_answer(self) -> Iterator[JsonObject]:
        call = self._place.call()
        with self._connection.opened(call, self._token) as response:
            with connection_faults(response.url):
                for line in response.iter_lines():
                    yield from self._place.take(_content(line, response))
                    if self._place.is_answered:
                        return
            raise _ended(response)


class AsyncArchiveStream(_Archive):
    """Iterates over all games of a player as ``ArchiveStream`` does, without blocking."""

    def __init__(self, connection: AsyncConnection, token: str | None, place: ArchivePlace) -> None:
        self._connection, self._token, self._place = connection, token, place

    async def __aiter__(self) -> AsyncIterator[JsonObject]:
        while not self._place.is_over:
            try:
                async for game in self._one_answer():
                    yield game
            except (RateLimited, Unavailable) as error:
                await self._connection.sleep(self._place.pause_after(error))

    async def _one_answer(self) -> AsyncIterator[JsonObject]:
        call = self._place.call()
        async with self._connection.opened(call, self._token) as response:
            with connection_faults(response.url):
                async for line in response.aiter_lines():
                    for game in self._place.take(_content(line, response)):
                        yield game
                    if self._place.is_answered:
                        return
            raise _ended(response)


def archive_place(patience: Patience, filters: dict[str, Any]) -> ArchivePlace:
    """Return the beginning of an archive, at the ``cursor`` among the filters."""
    return ArchivePlace(patience, filters.pop("cursor", None), filters)


def _content(line: str, response: httpx.Response) -> JsonObject:
    """Return a line of an answer; one that was cut off counts as a lost connection."""
    try:
        content: JsonObject = json.loads(line)
    except ValueError as error:
        raise not_json(response) from error
    return content


def _ended(response: httpx.Response) -> Unavailable:
    """Return the exception for an answer without its last line."""
    detail = f"{response.url} ended before its last line"
    return Unavailable(0, {"code": "no_connection", "detail": detail})
