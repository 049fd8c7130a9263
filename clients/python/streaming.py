"""A game's events as they happen; a broken connection is opened again."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

import httpx
from httpx_sse import EventSource, ServerSentEvent, SSEError

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

# Keep-alives come every 15 s; three missed ones mean a dead connection.
_SILENCE: Final = 45.0


class EventStream:
    """Iterates over a game's events, resuming after the last one seen by ``Last-Event-ID``.

    ``last_id`` is the last event seen, after which another stream can resume. The iteration ends
    when the server says that no more will come (204), or keeps closing without an event. It raises
    Unavailable or RateLimited after more failures in a row than its patience allows, and any other
    ApiError at once.
    """

    def __init__(self, connection: Connection, path: str, token: str | None, last_id: str) -> None:
        self.last_id = last_id
        self._connection, self._token = connection, token
        self._call = Call("GET", path, silence=_SILENCE)
        self._vain = 0
        self._asked_pause = 0.0
        self._over = False

    def __iter__(self) -> Iterator[JsonObject]:
        patience = self._connection.patience
        while not self._over:
            error: ApiError | None = None
            try:
                yield from self._one_connection()
            except (RateLimited, Unavailable) as failure:
                error = failure
            if not self._go_on(error):
                return
            self._vain += 1
            asked = error.retry_after if error else None
            patience.pause(self._vain, asked or self._asked_pause)

    def _go_on(self, error: ApiError | None) -> bool:
        """Return True to connect again. Raises the error if its patience is used up."""
        patience = self._connection.patience
        if error is not None and not patience.allows(self._vain, error):
            raise error
        return not self._over and self._vain < patience.retries

    def _one_connection(self) -> Iterator[JsonObject]:
        with self._opened() as response:
            for message in self._messages(response):
                # Only an event resets the count: a server that closes each connection at once must
                # not be asked forever.
                self._vain = 0
                self.last_id = message.id or self.last_id
                yield from self.read(message, response)

    def read(self, message: ServerSentEvent, response: httpx.Response) -> Iterator[JsonObject]:
        """Yield the event of a message, if it has one; subclasses read other streams."""
        if message.event == "message":
            yield _event(message, response)

    def _messages(self, response: httpx.Response) -> Iterator[ServerSentEvent]:
        """Yield the messages with data; others set the pause or are keep-alives."""
        if self._over:
            return
        try:
            for message in EventSource(response).iter_sse():
                if message.retry is not None:
                    self._asked_pause = message.retry / 1000
                if message.data:
                    yield message
        # SSEError first: it is a RequestError, too, but not a fault of the connection.
        except SSEError as error:
            raise not_json(response) from error
        except httpx.RequestError as error:
            raise no_connection(error, str(response.url)) from error

    @contextmanager
    def _opened(self) -> Iterator[httpx.Response]:
        """Open the stream; yield the answer with its body not yet read. Raises ApiError."""
        response = self._answer()
        try:
            if not response.is_success:
                # The body holds the problem, and a streamed body must be read explicitly.
                response.read()
                raise error_of(response)
            self._over = response.status_code == httpx.codes.NO_CONTENT
            yield response
        finally:
            response.close()

    def _answer(self) -> httpx.Response:
        resume = {"Last-Event-ID": self.last_id} if self.last_id else {}
        call = replace(self._call, headers={"Accept": "text/event-stream", **resume})
        request = self._connection.request(call, self._token)
        try:
            return self._connection.http.send(request, stream=True)
        except httpx.RequestError as error:
            raise no_connection(error, str(request.url)) from error


def _event(message: ServerSentEvent, response: httpx.Response) -> JsonObject:
    try:
        event: JsonObject = json.loads(message.data)
    except ValueError as error:
        raise not_json(response) from error
    return event
