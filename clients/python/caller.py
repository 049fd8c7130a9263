"""Send what a method describes: at once, or as something to await."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from .call import Call, Pages
from .connection import AsyncConnection, Connection

P = ParamSpec("P")
T = TypeVar("T")


class Caller:
    """Sends calls for one player, or for the public without a token."""

    def __init__(self, connection: Connection, token: str | None) -> None:
        self._connection, self.token = connection, token

    def _answer(self, call: Call[T]) -> T:
        return call.read(self._connection.send(call, self.token))

    def _each(self, pages: Pages[T]) -> Iterator[T]:
        call: Call[Any] | None = pages.first
        while call is not None:
            page = self._answer(call)
            yield from pages.items(page)
            call = pages.following(page)


class AsyncCaller:
    """Sends calls as ``Caller`` does, and returns what is to be awaited."""

    def __init__(self, connection: AsyncConnection, token: str | None) -> None:
        self._connection, self.token = connection, token

    async def _answer(self, call: Call[T]) -> T:
        return call.read(await self._connection.send(call, self.token))

    async def _each(self, pages: Pages[T]) -> AsyncIterator[T]:
        call: Call[Any] | None = pages.first
        while call is not None:
            page = await self._answer(call)
            for item in pages.items(page):
                yield item
            call = pages.following(page)


class ApiMethod(Generic[P, T]):
    """A method that describes a call: both kinds of client send it, one answers by awaiting."""

    def __init__(self, describe: Callable[Concatenate[Any, P], Call[T]]) -> None:
        self._describe = describe
        self.__doc__ = describe.__doc__

    @overload
    def __get__(
        self, caller: None, owner: type
    ) -> Callable[Concatenate[Any, P], Call[T]]: ...  # pragma: no cover

    @overload
    def __get__(self, caller: Caller, owner: type) -> Callable[P, T]: ...  # pragma: no cover

    @overload
    def __get__(
        self, caller: AsyncCaller, owner: type
    ) -> Callable[P, Coroutine[Any, Any, T]]: ...  # pragma: no cover

    def __get__(self, caller: Caller | AsyncCaller | None, owner: type) -> Any:
        if caller is None:
            return self._describe

        @wraps(self._describe)
        def send(*args: P.args, **kwargs: P.kwargs) -> Any:
            return caller._answer(self._describe(caller, *args, **kwargs))

        return send


class PagedMethod(Generic[P, T]):
    """A method that describes a list in pages: both kinds of client iterate over its entries."""

    def __init__(self, describe: Callable[Concatenate[Any, P], Pages[T]]) -> None:
        self._describe = describe
        self.__doc__ = describe.__doc__

    @overload
    def __get__(
        self, caller: None, owner: type
    ) -> Callable[Concatenate[Any, P], Pages[T]]: ...  # pragma: no cover

    @overload
    def __get__(
        self, caller: Caller, owner: type
    ) -> Callable[P, Iterator[T]]: ...  # pragma: no cover

    @overload
    def __get__(
        self, caller: AsyncCaller, owner: type
    ) -> Callable[P, AsyncIterator[T]]: ...  # pragma: no cover

    def __get__(self, caller: Caller | AsyncCaller | None, owner: type) -> Any:
        if caller is None:
            return self._describe

        @wraps(self._describe)
        def iterate(*args: P.args, **kwargs: P.kwargs) -> Any:
            return caller._each(self._describe(caller, *args, **kwargs))

        return iterate
