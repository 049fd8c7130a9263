"""CORS: pages of other sites use the API as programs do, with a token and never the cookie."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from service.http.document.describing import BROKEN_HEADER, PLAYER_HEADER
from service.telemetry.request_ids import HEADER as REQUEST_ID

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

PUBLIC, COOKIES = "/api/v1/", ("/api/v1/session", "/api/v1/sign-in")
"""The API is open to other sites, except for the operations on the cookies."""

FILES = "/web/"
"""The page's files are the same for all; a sandboxed frame has no origin, not even ours."""

DAY = 24 * 3600
SENT = (
    *("Accept", "Accept-Language", "Authorization", "Content-Type", "Idempotency-Key"),
    *("If-Match", "If-None-Match", "Last-Event-ID", PLAYER_HEADER),
)
SHOWN = (
    *("Allow", "Content-Disposition", "Content-Language", "ETag", "Location", "Retry-After"),
    *("WWW-Authenticate", BROKEN_HEADER, REQUEST_ID),
)
OPENED = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", ", ".join(SHOWN)),
)


def opened(environ: "WSGIEnvironment", allowed: str) -> Sequence[tuple[str, str]]:
    """Return the headers that let any page read the API's answers, such as before a request.

    Without credentials, so cookies do not count there. ``allowed`` are the methods of the path.
    """
    if not _is_public(environ["PATH_INFO"]):
        return ()
    is_asked = "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
    if environ["REQUEST_METHOD"] != "OPTIONS" or not is_asked:
        return OPENED
    return (
        *OPENED,
        ("Access-Control-Allow-Methods", allowed),
        ("Access-Control-Allow-Headers", ", ".join(SENT)),
        ("Access-Control-Max-Age", str(DAY)),
    )


def _is_public(path: str) -> bool:
    if path.startswith(COOKIES) and f"{path}/".startswith(_ABOUT_COOKIES):
        return False
    return path.startswith((PUBLIC, FILES))


_ABOUT_COOKIES = tuple(f"{own}/" for own in COOKIES)
