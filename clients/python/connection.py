"""One HTTP connection to the service, which repeats requests if that is safe."""

import random
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import httpx

from clients.python.errors import ApiError, RateLimited, Unavailable, error_of, no_connection

API: Final = "/api/v1"
_SECONDS: Final = 10.0
"""The wait for a connection, and for an answer unless the call allows a longer silence."""
# These fail before the request is sent, so even a call that is not repeatable may be tried again.
_UNSENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


@dataclass(frozen=True, slots=True)
class Patience:
    """The number and length of pauses between attempts.

    ``retries`` limits the attempts after the first; the pauses double from ``first_pause``
    seconds, with jitter. A Retry-After longer than ``longest_pause`` seconds ends the attempts.
    """

    retries: int = 4
    first_pause: float = 0.2
    longest_pause: float = 60.0
    sleep: Callable[[float], None] = time.sleep

    def pause(self, attempt: int, asked: float | None = None) -> None:
        """Wait before retry number ``attempt`` (from 1), if possible at least ``asked`` seconds."""
        # Jitter keeps clients from all returning at once when a service restarts.
        own = self.first_pause * 2.0 ** (attempt - 1) * random.uniform(0.75, 1.25)
        self.sleep(min(self.longest_pause, max(own, asked or 0.0)))

    def allows(self, attempt: int, error: ApiError) -> bool:
        """Return True if a call that failed after ``attempt`` retries may be tried again."""
        return attempt < self.retries and (error.retry_after or 0.0) <= self.longest_pause


# Cached, because httpx would read the authorities again for each client: 25 ms of CPU, while a call
# takes 3 ms.
@cache
def _tls_context() -> ssl.SSLContext:
    """Return the TLS context with the public authorities."""
    return httpx.create_ssl_context()


@dataclass(frozen=True, slots=True)
class Call:
    """One request; ``repeatable`` if sending it twice has the same effect as sending it once.

    ``silence`` is how many seconds the service may stay silent.
    """

    method: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    repeatable: bool = False
    silence: float = _SECONDS


class Connection:
    """Sends calls to one service; safe to share between clients of several players."""

    def __init__(
        self, base_url: str, transport: httpx.BaseTransport | None, patience: Patience
    ) -> None:
        self.patience = patience
        self.http = httpx.Client(
            base_url=base_url.rstrip("/") + API,
            transport=transport,
            timeout=_SECONDS,
            # A given transport does not use the context, so none is created for it.
            verify=True if transport else _tls_context(),
        )

    def send(self, call: Call, token: str | None) -> httpx.Response:
        """Return the answer to a call, a success or 304. Raises ApiError.

        Calls are sent again after a pause when the service is busy (429), and, if repeatable,
        when the connection is lost or the service cannot record (5xx).
        """
        attempt = 0
        while True:
            try:
                return self._once(call, token)
            except (RateLimited, Unavailable) as error:
                if not (self._may_repeat(call, error) and self.patience.allows(attempt, error)):
                    raise
                attempt += 1
                self.patience.pause(attempt, error.retry_after)

    def request(self, call: Call, token: str | None) -> httpx.Request:
        """Return the call as an httpx request."""
        params = {name: value for name, value in call.params.items() if value is not None}
        return self.http.build_request(
            call.method,
            call.path,
            params=params or None,
            json=call.body,
            headers={**authorization(token), **call.headers},
            timeout=httpx.Timeout(_SECONDS, read=call.silence),
        )

    def _once(self, call: Call, token: str | None) -> httpx.Response:
        request = self.request(call, token)
        try:
            response = self.http.send(request)
        except httpx.RequestError as error:
            raise no_connection(error, str(self.http.base_url)) from error
        if response.is_success or response.status_code == httpx.codes.NOT_MODIFIED:
            return response
        raise error_of(response)

    def _may_repeat(self, call: Call, error: ApiError) -> bool:
        # The service does nothing for a request that its rate limit refuses.
        if isinstance(error, RateLimited) or isinstance(error.__cause__, _UNSENT):
            return True
        return call.repeatable


def authorization(token: str | None) -> dict[str, str]:
    """Return the header that identifies the player; for the public, no header."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}
