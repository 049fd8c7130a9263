"""HTTP connections to the service, which repeat requests if that is safe."""

from __future__ import annotations

import random
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeVar

import httpx

from .call import SECONDS, Call
from .errors import ApiError, RateLimited, Unavailable, error_of, no_connection
from .version import VERSION

API: Final = "/api/v1"
USER_AGENT: Final = f"anabasis-client/{VERSION} python-httpx/{httpx.__version__}"

# These fail before the request is sent, so even a call that is not repeatable may be tried again.
_UNSENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Patience:
    """The number and length of pauses between attempts.

    ``retries`` limits the attempts after the first; the pauses double from ``first_pause``
    seconds, with jitter. A Retry-After longer than ``longest_pause`` seconds ends the attempts.
    ``sleep`` serves the client that waits by blocking; the other has its own.
    """

    retries: int = 4
    first_pause: float = 0.2
    longest_pause: float = 60.0
    sleep: Callable[[float], None] = time.sleep

    def seconds(self, attempt: int, asked: float | None = None) -> float:
        """Return the pause before retry ``attempt`` (from 1), if possible ``asked`` or more."""
        # Jitter keeps clients from all returning at once when a service restarts.
        own = self.first_pause * 2.0 ** (attempt - 1) * random.uniform(0.75, 1.25)
        return min(self.longest_pause, max(own, asked or 0.0))

    def allows(self, attempt: int, error: ApiError) -> bool:
        """Return True if a call that failed after ``attempt`` retries may be tried again."""
        return attempt < self.retries and (error.retry_after or 0.0) <= self.longest_pause


class Retries:
    """The attempts at one call."""

    def __init__(self, call: Call[Any], patience: Patience) -> None:
        self._call, self._patience, self._retries = call, patience, 0

    def pause_after(self, error: ApiError) -> float:
        """Return the seconds until the next attempt. Raises the error if it was the last one.

        Calls are sent again when the service is busy (429), and, if repeatable, when the connection
        is lost or the service cannot record (5xx).
        """
        if not (self._may_repeat(error) and self._patience.allows(self._retries, error)):
            raise error
        self._retries += 1
        return self._patience.seconds(self._retries, error.retry_after)

    def _may_repeat(self, error: ApiError) -> bool:
        # The service does nothing for a request that its rate limit refuses.
        if isinstance(error, RateLimited) or isinstance(error.__cause__, _UNSENT):
            return True
        return self._call.repeatable


class Connection:
    """Sends calls to one service; safe to share between clients of several players."""

    def __init__(
        self,
        base_url: str,
        transport: httpx.BaseTransport | None,
        patience: Patience,
        program: str | None = None,
    ) -> None:
        self.patience = patience
        self.http = httpx.Client(
            base_url=base_url.rstrip("/") + API,
            headers=_identity(program),
            transport=transport,
            timeout=SECONDS,
            # A given transport does not use the context, so none is created for it.
            verify=True if transport else _tls_context(),
        )

    def send(self, call: Call[Any], token: str | None) -> httpx.Response:
        """Return the answer to a call, a success or 304. Raises ApiError."""
        attempts = Retries(call, self.patience)
        while True:
            try:
                return self._once(call, token)
            except (RateLimited, Unavailable) as error:
                self.patience.sleep(attempts.pause_after(error))

    def request(self, call: Call[Any], token: str | None) -> httpx.Request:
        """Return the call as an httpx request."""
        return request_of(self.http, call, token)

    @contextmanager
    def opened(self, call: Call[Any], token: str | None) -> Iterator[httpx.Response]:
        """Yield a successful answer whose body is not yet read. Raises ApiError."""
        request = self.request(call, token)
        with connection_faults(request.url):
            response = self.http.send(request, stream=True)
        try:
            if not response.is_success:
                # The body holds the problem, and a streamed body must be read explicitly.
                response.read()
                raise error_of(response)
            yield response
        finally:
            response.close()

    def _once(self, call: Call[Any], token: str | None) -> httpx.Response:
        request = self.request(call, token)
        try:
            return success(self.http.send(request))
        except httpx.RequestError as error:
            raise no_connection(error, str(self.http.base_url)) from error


class AsyncConnection:
    """Sends calls to one service as ``Connection`` does, without blocking the event loop.

    ``sleep`` waits for some seconds, such as ``asyncio.sleep``.
    """

    def __init__(
        self,
        base_url: str,
        transport: httpx.AsyncBaseTransport | None,
        patience: Patience,
        program: str | None,
        sleep: Callable[[float], Awaitable[object]],
    ) -> None:
        self.patience, self.sleep = patience, sleep
        self.http = httpx.AsyncClient(
            base_url=base_url.rstrip("/") + API,
            headers=_identity(program),
            transport=transport,
            timeout=SECONDS,
            verify=True if transport else _tls_context(),
        )

    async def send(self, call: Call[Any], token: str | None) -> httpx.Response:
        """Return the answer to a call, a success or 304. Raises ApiError."""
        attempts = Retries(call, self.patience)
        while True:
            try:
                return await self._once(call, token)
            except (RateLimited, Unavailable) as error:
                await self.sleep(attempts.pause_after(error))

    def request(self, call: Call[Any], token: str | None) -> httpx.Request:
        """Return the call as an httpx request."""
        return request_of(self.http, call, token)

    @asynccontextmanager
    async def opened(self, call: Call[Any], token: str | None) -> AsyncIterator[httpx.Response]:
        """Yield a successful answer whose body is not yet read. Raises ApiError."""
        request = self.request(call, token)
        with connection_faults(request.url):
            response = await self.http.send(request, stream=True)
        try:
            if not response.is_success:
                await response.aread()
                raise error_of(response)
            yield response
        finally:
            await response.aclose()

    async def _once(self, call: Call[Any], token: str | None) -> httpx.Response:
        request = self.request(call, token)
        try:
            return success(await self.http.send(request))
        except httpx.RequestError as error:
            raise no_connection(error, str(self.http.base_url)) from error


def request_of(
    http: httpx.Client | httpx.AsyncClient, call: Call[Any], token: str | None
) -> httpx.Request:
    """Return a call as a request of an httpx client."""
    params = {name: value for name, value in call.params.items() if value is not None}
    return http.build_request(
        call.method,
        call.path,
        params=params or None,
        json=call.body,
        headers={**authorization(token), **call.headers},
        timeout=httpx.Timeout(SECONDS, read=call.silence),
    )


@contextmanager
def connection_faults(url: httpx.URL) -> Iterator[None]:
    """Raise Unavailable for the faults of a connection."""
    try:
        yield
    except httpx.RequestError as error:
        raise no_connection(error, str(url)) from error


def success(response: httpx.Response) -> httpx.Response:
    """Return an answer that is a success or 304. Raises ApiError."""
    if response.is_success or response.status_code == httpx.codes.NOT_MODIFIED:
        return response
    raise error_of(response)


def authorization(token: str | None) -> dict[str, str]:
    """Return the header that identifies the player; for the public, no header."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def _identity(program: str | None) -> dict[str, str]:
    return {"User-Agent": f"{program} {USER_AGENT}" if program else USER_AGENT}


# Cached, because httpx would read the authorities again for each client: 25 ms of CPU, while a call
# takes 3 ms.
@cache
def _tls_context() -> ssl.SSLContext:
    """Return the TLS context with the public authorities."""
    return httpx.create_ssl_context()
