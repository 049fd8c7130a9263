"""The API's error answers as one tree of exceptions.

ApiError
├── Invalid               400, 405, 413, 415, 422, 428: the request does not fit the API
├── Unauthorized          401: the token is missing or unknown
├── Forbidden             403: no seat here, or no right to this
├── NotFound              404: no such thing, or unlisted to you
├── Refused               409: the game does not allow it now; ``code`` and ``rule`` say why
├── Gone                  410: no longer exists; ``detail`` names its replacement
├── Stale                 412: the game has moved on; read it again
├── RateLimited           429: too many requests; carries ``retry_after``
└── Unavailable           5xx, or no connection (status 0)

ChainBroken               an event does not follow the one before by its hash
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from .chain import LastSeen


class ApiError(Exception):
    """The API's refusal of a request, from its problem details (RFC 9457).

    ``status`` is the HTTP status, ``code`` the stable name of the problem, ``detail`` a sentence
    for people, ``rule`` the rule of the game that refused (``A4``) or None, ``reason`` what the
    code leaves open (why a bot declines) or None, ``errors`` the messages by field where the input
    was malformed, ``retry_after`` seconds to wait, or None.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None):
        self.status = status
        self.code: str = problem.get("code") or _code(status)
        self.detail: str = problem.get("detail") or problem.get("title") or self.code
        self.rule: str | None = problem.get("rule")
        self.reason: str | None = problem.get("reason")
        self.errors: dict[str, Any] = problem.get("errors") or {}
        self.retry_after = retry_after
        super().__init__(self.detail)


class Invalid(ApiError):
    """The request does not fit the API; ``errors`` names the fields."""


class Unauthorized(ApiError):
    """The token is missing or unknown."""


class Forbidden(ApiError):
    """The token's player has no seat in this game, or no right to this."""


class NotFound(ApiError):
    """There is no such thing, or it is unlisted to this player."""


class Refused(ApiError):
    """The game does not allow it now: not your turn, against a rule, not started, over."""


class Gone(ApiError):
    """It existed in earlier releases; ``detail`` names its replacement."""


class Stale(ApiError):
    """The game has moved on since the version the request was made for."""


class RateLimited(ApiError):
    """Too many requests; ``retry_after`` says how many seconds to wait."""


class Unavailable(ApiError):
    """The service was unreachable or could not record; the request may have taken effect."""


class ChainBroken(Exception):
    """An event's hash is wrong, or it does not follow the one before: trust nothing after it.

    ``seen`` is the last sound event's version and hash, ``event`` the one that was refused.
    """

    def __init__(self, seen: LastSeen, event: Mapping[str, Any], reason: str) -> None:
        self.seen, self.event = seen, event
        super().__init__(f"event {event.get('version')} is not to be trusted: {reason}")


_BY_STATUS: dict[int, type[ApiError]] = {
    400: Invalid,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    405: Invalid,
    409: Refused,
    410: Gone,
    412: Stale,
    413: Invalid,
    415: Invalid,
    422: Invalid,
    428: Invalid,
    429: RateLimited,
}


def error_of(response: httpx.Response) -> ApiError:
    """Return the exception for an answer that is an error; its body must have been read."""
    kind = _BY_STATUS.get(response.status_code, ApiError)
    if response.is_server_error:
        # This includes statuses that a proxy sends, such as 502.
        kind = Unavailable
    return kind(response.status_code, _problem(response), _retry_after(response))


def no_connection(error: httpx.RequestError, address: str) -> Unavailable:
    """Return the exception for a connection that failed or was lost."""
    # An error number means nothing to a reader, and differs between systems.
    reason = re.sub(r"\[Errno -?\d+\] ", "", str(error)) or type(error).__name__
    return Unavailable(
        0, {"code": "no_connection", "detail": f"no answer from {address}: {reason}"}
    )


def not_json(response: httpx.Response, awaited: str = "JSON") -> ApiError:
    """Return the exception for a success with a body of another form, such as a proxy's page."""
    detail = f"{_address(response)} answered with something that is not {awaited}"
    return ApiError(response.status_code, {"code": "not_json", "detail": detail})


def _problem(response: httpx.Response) -> Mapping[str, Any]:
    try:
        problem = response.json()
    except ValueError:
        problem = None
    if isinstance(problem, dict) and problem.keys() & {"code", "detail", "title"}:
        return problem
    # A proxy's page, or another kind of server: its address says most.
    told = f"{response.status_code} {response.reason_phrase}".strip()
    return {"detail": f"{_address(response)} answered {told}"}


def _address(response: httpx.Response) -> str:
    """Return what was asked, without the query, which may have a secret."""
    return str(response.url.copy_with(query=None, fragment=None))


def _code(status: int) -> str:
    try:
        return HTTPStatus(status).name.lower()
    except ValueError:
        return "unknown"


def _retry_after(response: httpx.Response) -> float | None:
    """Return the seconds to wait by Retry-After, which holds seconds or a date."""
    header = response.headers.get("Retry-After", "").strip()
    if header.isdecimal():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    # A date with "-0000" is parsed without a zone, and means UTC (RFC 5322).
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
