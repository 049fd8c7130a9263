"""Headers: those that requests may send, described, and those that every answer carries."""

from collections.abc import Iterator

from flask import Response, request

from service.http.plumbing.access import KEY_LENGTH, VERSION
from service.http.plumbing.problems import PROBLEM

YEAR = 365 * 24 * 3600
API_POLICY = "default-src 'none'; frame-ancestors 'none'"
ALWAYS = (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"))

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
    "description": "A repeated key gets the first answer again, and nothing is recorded twice; "
    "where the command names a version, within a week of the game's last one.",
}

LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "integer", "minimum": 0},
    "description": "The last version received; the stream goes on after it. Overrides `after`.",
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
MADE = {
    **ETAG,
    "Location": {"schema": {"type": "string"}, "description": "The address of the game."},
}


def guarded(response: Response) -> Response:
    """Add what the views left out: nothing is sniffed, framed, or kept without asking again."""
    stated = {name.lower() for name, _ in response.headers}
    missing = [header for header in _due(response) if header[0].lower() not in stated]
    response.headers.extend(missing)
    return response


def _due(response: Response) -> Iterator[tuple[str, str]]:
    """Yield the headers that an answer has unless its view states others."""
    yield from ALWAYS
    if request.is_secure:  # by the word of a trusted proxy: gunicorn itself speaks no TLS
        yield "Strict-Transport-Security", f"max-age={YEAR}"
    if request.path.startswith("/api/"):
        yield "Content-Security-Policy", API_POLICY
    yield "Cache-Control", "no-store" if response.content_type == PROBLEM else "no-cache"
