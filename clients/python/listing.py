"""Lists of games page by page, and the archive game by game; both go on after a lost connection."""

import json
from collections.abc import Iterator
from typing import Any, Final

import httpx

from clients.python.calls import Calls
from clients.python.connection import Call, Connection
from clients.python.errors import (
    ApiError,
    RateLimited,
    Unavailable,
    error_of,
    no_connection,
    not_json,
)
from clients.python.shapes import JsonObject

_SILENCE: Final = 60.0
"""The longest wait for a game of the archive, in seconds."""
_LONGEST_PAGE: Final = 100
_PASSING: Final = frozenset({"store_unavailable", "lists_outdated", "too_many_requests"})
"""The reasons for which the service ends an archive early, to be gone on with later."""


class Lists(Calls):
    """The calls that read lists of games to their end, and a player's archive."""

    def every_listed_game(self, **filters: Any) -> Iterator[JsonObject]:
        """Yield the listed games, the newest change first; pages are read as they are needed.

        ``filters`` are the query's: ``status``, ``ruleset``, ``board``, ``player``, ``since``,
        ``result``, ``reason``, ``seats``, ``pace``, ``bots``, and ``cursor`` to begin there.
        """
        return self._each_game("/games", filters)

    def every_game_of_mine(self, **filters: Any) -> Iterator[JsonObject]:
        """Yield this player's games as ``every_listed_game`` does; also ``waiting``, ``study``."""
        return self._each_game("/me/games", filters)

    def archive(self, **filters: Any) -> "ArchiveStream":
        """Return all games of this player as exports, to iterate over; ``filters`` as above.

        >>> games = ada.archive(status="finished")  # doctest: +SKIP
        >>> for game in games:  # doctest: +SKIP
        ...     keep(game, games.cursor)
        """
        return ArchiveStream(self._connection, self.token, **filters)

    def _each_game(self, path: str, filters: dict[str, Any]) -> Iterator[JsonObject]:
        # A page may be empty and others still follow.
        while True:
            page = self._get(path, **{"per_page": _LONGEST_PAGE, **filters})
            yield from page["games"]
            if page["next"] is None:
                return
            filters = {**filters, "cursor": page["next"]}


class ArchiveStream:
    """Iterates over all games of a player, as their exports, from a cursor on.

    ``cursor`` is the place after the last game yielded, from which another stream can go on, and
    ``began_at`` when the first answer began: later, ``since`` it gives the games that have changed.
    ``failed`` has the games that the service could not read, with the reason. The iteration raises
    Unavailable or RateLimited after more failures in a row than its patience allows, and any other
    ApiError at once.
    """

    def __init__(self, connection: Connection, token: str | None, **filters: Any) -> None:
        self.cursor: str | None = filters.pop("cursor", None)
        self.began_at: str | None = None
        self.failed: dict[str, str] = {}
        self._connection, self._token, self._filters = connection, token, filters
        self._over = False
        self._vain = 0

    def __iter__(self) -> Iterator[JsonObject]:
        patience = self._connection.patience
        while not self._over:
            try:
                yield from self._one_answer()
            except (RateLimited, Unavailable) as error:
                if not patience.allows(self._vain, error):
                    raise
                self._vain += 1
                patience.pause(self._vain, error.retry_after)

    def _one_answer(self) -> Iterator[JsonObject]:
        response = self._open()
        try:
            for line in self._lines(response):
                if "cursor" not in line:
                    self._finish(line)
                    return
                self.cursor, self._vain = line.pop("cursor"), 0
                if "failed" in line:
                    self.failed[line["game_id"]] = line["failed"]
                else:
                    yield line
        finally:
            response.close()
        raise _ended(response)

    def _finish(self, end: JsonObject) -> None:
        self.began_at = self.began_at or end["began_at"]
        self.cursor, self._over = end["next"], end["next"] is None and end["stopped"] is None
        if end["stopped"] in _PASSING:
            raise Unavailable(0, {"code": end["stopped"]})
        if end["stopped"] is not None:
            raise ApiError(0, {"code": end["stopped"]})

    def _open(self) -> httpx.Response:
        params = {**self._filters, "cursor": self.cursor, "format": "ndjson"}
        call = Call("GET", "/me/archive", params=params, silence=_SILENCE)
        request = self._connection.request(call, self._token)
        try:
            response = self._connection.http.send(request, stream=True)
            if not response.is_success:
                response.read()
                raise error_of(response)
        except httpx.RequestError as error:
            raise no_connection(error, str(request.url)) from error
        return response

    def _lines(self, response: httpx.Response) -> Iterator[JsonObject]:
        """Yield the lines of an answer; one that was cut off counts as a lost connection."""
        try:
            for line in response.iter_lines():
                yield json.loads(line)
        except ValueError as error:
            raise not_json(response) from error
        except httpx.RequestError as error:
            raise no_connection(error, str(response.url)) from error


def _ended(response: httpx.Response) -> Unavailable:
    """Return the exception for an answer without its last line."""
    detail = f"{response.url} ended before its last line"
    return Unavailable(0, {"code": "no_connection", "detail": detail})
