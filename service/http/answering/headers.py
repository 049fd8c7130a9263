"""Headers: descriptions of those that requests may send, and those that every answer has."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from service.http.answering.problem_details import PROBLEM
from service.http.asking import hosts
from service.http.asking.access import BROKEN
from service.http.asking.allowances import STANDINGS
from service.http.document.describing import BROKEN_HEADER, PLAYER_HEADER
from service.http.reading.command_headers import KEY_LENGTH, VERSION
from service.people.rates import Standing
from service.telemetry import request_ids
from service.telemetry.request_ids import HEADER as REQUEST_ID

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

Header = tuple[str, str]
TYPE = "content-type"
YEAR = 365 * 24 * 3600
API_POLICY = "default-src 'none'; frame-ancestors 'none'"

# Other sites' pages use the API as programs do, with a token and never with the cookie.
PUBLIC, COOKIES = "/api/v1/", ("/api/v1/session", "/api/v1/sign-in")
"""The API is open to pages of other sites (CORS), except for the operations on cookies."""
_ABOUT_COOKIES = tuple(f"{own}/" for own in COOKIES)

# Everybody gets the same files, and the page in a sandboxed frame has no origin, not even ours.
FILES = "/web/"
"""The folder of the page's files, also open to other origins."""

DAY = 24 * 3600
REQUEST_HEADERS = (
    "Accept",
    "Accept-Language",
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    PLAYER_HEADER,
)
EXPOSED_HEADERS = (
    "Allow",
    "Content-Disposition",
    "Content-Language",
    "ETag",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    BROKEN_HEADER,
    REQUEST_ID,
)
FOR_ALL_ORIGINS = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", ", ".join(EXPOSED_HEADERS)),
)

IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "pattern": f"^({VERSION}|\\*)$", "examples": ['"12"', "*"]},
    "description": "The ETag of the view that the move was decided on; `*` for any.",
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": KEY_LENGTH},
    "description": "A repeated key gets the first answer again, and nothing is recorded twice. For "
    "a command that names a version, this holds for a week after the game's last command.",
}

LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "integer", "minimum": 0},
    "description": "The last version received; the stream goes on after it. Overrides `after`.",
}
LAST_ACCOUNT_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The last id received; the stream goes on after it. Overrides `after`.",
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "examples": ['"12"']},
    "description": "The ETag of the view you have; 304 if nothing has changed.",
}
ETAG = {
    "ETag": {"schema": {"type": "string"}, "description": "The version, for If-Match."},
}
LINK = {
    "Link": {
        "schema": {"type": "string"},
        "description": "The addresses of other pages (RFC 8288): `next`, `prev` and `first`.",
    }
}
MADE = {
    **ETAG,
    "Location": {"schema": {"type": "string"}, "description": "The address of the game."},
}


def start(
    environ: "WSGIEnvironment",
    start_response: "StartResponse",
    status: str,
    stated: list[Header],
    *failure: Any,
) -> Callable[[bytes], object]:
    """Start a response, adding the headers that every response has."""
    # Added to the server's list: werkzeug searches and checks its own list for each header, which
    # took 3 % of a move's CPU, more than finding a game in the cache.
    return start_response(status, complete(environ, stated), *failure)


def complete(environ: "WSGIEnvironment", stated: list[Header]) -> list[Header]:
    """Return an answer's headers, and those that its view left out."""
    known = {name.lower(): value for name, value in stated}
    if "location" in known:
        stated = list(map(hosts.without_host, stated))
    headers = [*stated]
    if (broken := environ.get(BROKEN)) is not None:
        headers.append((BROKEN_HEADER, str(broken.version)))
    # A shared cache would show everybody what one asker has left.
    if STANDINGS in environ and "public" not in known.get("cache-control", ""):
        headers += _limits(environ[STANDINGS].values())
    headers += _cors(environ, known.get("allow", ""))
    headers += guards(environ, known)
    # An id is made only when a line of the log needs one, never for the answer alone.
    if request_ids.KEY in environ or request_ids.STATED in environ:
        headers.append((REQUEST_ID, request_ids.request_id(environ)))
    return headers


def _limits(standings: Iterable[Standing]) -> Sequence[Header]:
    """Return the limits that a request counted for, and what is left of them.

    In the form of the IETF's draft "RateLimit header fields for HTTP".
    """
    policies, left = [], []
    for each in standings:
        policies.append(f'"{each.name}";q={each.most};w={each.seconds}')
        reset = "" if each.reset is None else f";t={each.reset}"
        left.append(f'"{each.name}";r={each.remaining}{reset}')
    return ("RateLimit-Policy", ", ".join(policies)), ("RateLimit", ", ".join(left))


def _cors(environ: "WSGIEnvironment", allowed: str) -> Sequence[Header]:
    """Return the headers that let any page send requests to the API and read its answers.

    ``allowed`` are the methods of the path.
    """
    # Never Access-Control-Allow-Credentials: cookies must not count for other sites' pages.
    if not _is_public(environ["PATH_INFO"]):
        return ()
    is_asked = "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
    if environ["REQUEST_METHOD"] != "OPTIONS" or not is_asked:
        return FOR_ALL_ORIGINS
    return (
        *FOR_ALL_ORIGINS,
        ("Access-Control-Allow-Methods", allowed),
        ("Access-Control-Allow-Headers", ", ".join(REQUEST_HEADERS)),
        ("Access-Control-Max-Age", str(DAY)),
    )


def _is_public(path: str) -> bool:
    if path.startswith(COOKIES) and f"{path}/".startswith(_ABOUT_COOKIES):
        return False
    return path.startswith((PUBLIC, FILES))


def guards(environ: "WSGIEnvironment", known: dict[str, str]) -> list[Header]:
    """Return the headers against sniffing, framing and unchecked caching that a view left out.

    ``known`` are the headers that the view states, by lower-case names.
    """
    is_api, is_problem = environ["PATH_INFO"].startswith("/api/"), known.get(TYPE) == PROBLEM
    # A trusted proxy says so: gunicorn itself speaks no TLS.
    is_secure = environ["wsgi.url_scheme"] == "https"
    due = _due(is_secure, is_api, is_problem)
    return [(name, value) for key, name, value in due if key not in known]


@cache
def _due(is_secure: bool, is_api: bool, is_problem: bool) -> tuple[tuple[str, str, str], ...]:
    """Return the headers that answers have unless their views state others, by lower-case names."""
    # A problem is never stored: the same address may succeed at the next request.
    due = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        **({"Strict-Transport-Security": f"max-age={YEAR}"} if is_secure else {}),
        **({"Content-Security-Policy": API_POLICY} if is_api else {}),
        "Cache-Control": "no-store" if is_problem else "no-cache",
    }
    return tuple((name.lower(), name, value) for name, value in due.items())
