"""A game's events as they happen; a broken connection is opened again, each hash is checked."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import httpx
from httpx_sse import EventSource, ServerSentEvent, SSEError

from .call import Call
from .chain import Chain, LastSeen
from .connection import AsyncConnection, Connection, Patience
from .errors import (
    ApiError,
    RateLimited,
    Unavailable,
    no_connection,
    not_json,
)

if TYPE_CHECKING:
    from .answers import Event

# Keep-alives come every 15 s; three missed ones mean a dead connection.
_SILENCE: Final = 45.0


class StreamPlace:
    """Where a stream is, and whether it goes on: the same however its bytes come."""

    def __init__(self, patience: Patience, call: Call[Any], seen: LastSeen, last_id: str) -> None:
        self.last_id, self.chain, self.is_over = last_id, Chain(seen), False
        self._patience, self._call = patience, replace(call, silence=_SILENCE)
        self.vain, self._asked_pause = 0, 0.0

    def call(self) -> Call[Any]:
        """Return the call that takes the stream up after the last event seen."""
        resume = {"Last-Event-ID": self.last_id} if self.last_id else {}
        return replace(self._call, headers={"Accept": "text/event-stream", **resume})

    def open(self, response: httpx.Response) -> None:
        """Note the beginning of an answer."""
        self.is_over = response.status_code == httpx.codes.NO_CONTENT

    def take(self, message: ServerSentEvent, response: httpx.Response) -> Iterator[Any]:
        """Yield the event that a message holds, if it holds one. Raises ChainBroken, ApiError."""
        if message.retry is not None:
            self._asked_pause = message.retry / 1000
        # Those without data set the pause or keep the connection alive.
        if not message.data:
            return
        events = [*self.read(message, response)]
        # Only an event resets the count: a server that closes each connection at once must not be
        # asked forever.
        self.vain = 0
        self.last_id = message.id or self.last_id
        yield from events

    def read(self, message: ServerSentEvent, response: httpx.Response) -> Iterator[Any]:
        """Yield the event of a message with data, if it is one; other streams read theirs."""
        content = message_content(message, response)
        if message.event == "message":
            self.chain.follow(content)
            yield content
        elif message.event == "rolled_back":
            self.chain.go_back(content["version"])

    def pause_after(self, error: ApiError | None) -> float | None:
        """Return the seconds until the next connection, or None if there is none.

        Raises the error if the patience is used up.
        """
        if error is not None and not self._patience.allows(self.vain, error):
            raise error
        if self.is_over or self.vain >= self._patience.retries:
            return None
        self.vain += 1
        asked = error.retry_after if error else None
        return self._patience.seconds(self.vain, asked or self._asked_pause)


class EventStream(Iterator["Event"]):
    """Iterates over a game's events, resuming after the last one seen by ``Last-Event-ID``.

    ``seen`` is the version and hash of the last event, after which another stream can resume. The
    iteration ends when the server says that no more will come (204), or keeps closing without an
    event. It raises Unavailable or RateLimited after more failures in a row than its patience
    allows, ChainBroken for an event that does not follow, and any other ApiError at once.
    """

    def __init__(self, connection: Connection, token: str | None, place: StreamPlace) -> None:
        self._connection, self._token, self._place = connection, token, place
        self._events = self._all()

    @property
    def seen(self) -> LastSeen:
        """The last event seen."""
        return self._place.chain.seen

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        return next(self._events)

    def close(self) -> None:
        """Close the connection; no more events come."""
        self._events.close()

    def _all(self) -> Generator[Event, None, None]:
        while not self._place.is_over:
            error: ApiError | None = None
            try:
                yield from self._one_connection()
            except (RateLimited, Unavailable) as failure:
                error = failure
            pause = self._place.pause_after(error)
            if pause is None:
                return
            self._connection.patience.sleep(pause)

    def _one_connection(self) -> Iterator[Event]:
        call = self._place.call()
        with self._connection.opened(call, self._token) as response, _faults(response):
            self._place.open(response)
            if not self._place.is_over:
                for message in EventSource(response).iter_sse():
                    yield from self._place.take(message, response)


class AsyncEventStream(AsyncIterator["Event"]):
    """Iterates over a game's events as ``EventStream`` does, without blocking the event loop."""

    def __init__(self, connection: AsyncConnection, token: str | None, place: StreamPlace) -> None:
        self._connection, self._token, self._place = connection, token, place
        self._events = self._all()

    @property
    def seen(self) -> LastSeen:
        """The last event seen."""
        return self._place.chain.seen

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        return await anext(self._events)

    async def aclose(self) -> None:
        """Close the connection; no more events come."""
        await self._events.aclose()

    async def _all(self) -> AsyncGenerator[Event, None]:
        while not self._place.is_over:
            error: ApiError | None = None
            try:
                async for event in self._one_connection():
                    yield event
            except (RateLimited, Unavailable) as failure:
                error = failure
            pause = self._place.pause_after(error)
            if pause is None:
                return
            await self._connection.sleep(pause)

    async def _one_connection(self) -> AsyncIterator[Event]:
        async with self._connection.opened(self._place.call(), self._token) as response:
            self._place.open(response)
            with _faults(response):
                if not self._place.is_over:
                    async for message in EventSource(response).aiter_sse():
                        for event in self._place.take(message, response):
                            yield event


@contextmanager
def _faults(response: httpx.Response) -> Iterator[None]:
    try:
        yield
    # SSEError first: it is a RequestError, too, but not a fault of the connection.
    except SSEError as error:
        raise not_json(response) from error
    except httpx.RequestError as error:
        raise no_connection(error, str(response.url)) from error


def message_content(message: ServerSentEvent, response: httpx.Response) -> Any:
    """Return the JSON of a message. Raises ApiError if it is not JSON."""
    try:
        return json.loads(message.data)
    except ValueError as error:
        raise not_json(response) from error
