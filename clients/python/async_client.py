"""The client for programs that await."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any

import httpx

from .account_events import AccountPlace
from .accounts import AsyncAccountClient
from .archive import AsyncArchiveStream, archive_place
from .caller import AsyncCaller
from .client import LOCAL, AllCalls, stream_place
from .connection import AsyncConnection, Patience
from .notices import AsyncNotices
from .streaming import AsyncEventStream
from .tokens import AsyncTokens


class AsyncAnabasis(AllCalls, AsyncCaller):
    """The methods of ``Anabasis``, each to be awaited; iterators are asynchronous.

    ``sleep`` waits for some seconds; give your framework's if it is not asyncio.

    >>> async with AsyncAnabasis(token="ana_…") as ada:  # doctest: +SKIP
    ...     async for event in ada.stream(game):
    ...         print(event["type"])
    """

    _connection: AsyncConnection

    def __init__(  # noqa: PLR0913 those of `Anabasis`, and what waits
        self,
        base_url: str = LOCAL,
        token: str | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        patience: Patience | None = None,
        program: str | None = None,
        *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        patience = patience or Patience()
        super().__init__(AsyncConnection(base_url, transport, patience, program, sleep), token)

    @property
    def notices(self) -> AsyncNotices:
        """This player's notices: channels, their log, muted games, feeds."""
        return AsyncNotices(self._connection, self.token)

    @property
    def tokens(self) -> AsyncTokens:
        """This player's tokens for programs, with scopes and an end."""
        return AsyncTokens(self._connection, self.token)

    @property
    def accounts(self) -> AsyncAccountClient:
        """This player's handle, bot account and challenges."""
        return AsyncAccountClient(self._connection, self.token)

    def stream(
        self,
        game: str,
        last_event_id: int | None = None,
        last_hash: str | None = None,
        code: str | None = None,
    ) -> AsyncEventStream:
        """Return the events as they happen, as ``Anabasis.stream`` does."""
        place = stream_place(self._connection.patience, game, last_event_id, last_hash, code)
        return AsyncEventStream(self._connection, self.token, place)

    def me_stream(self, last_event_id: str = "") -> AsyncEventStream:
        """Return what happens in any of this player's games, as ``Anabasis.me_stream`` does."""
        place = AccountPlace(self._connection.patience, last_event_id)
        return AsyncEventStream(self._connection, self.token, place)

    def archive(self, /, **filters: Any) -> AsyncArchiveStream:
        """Return all games of this player as exports, as ``Anabasis.archive`` does."""
        place = archive_place(self._connection.patience, filters)
        return AsyncArchiveStream(self._connection, self.token, place)

    async def close(self) -> None:
        """Close the connection for every client that shares it."""
        await self._connection.http.aclose()

    async def __aenter__(self) -> AsyncAnabasis:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
