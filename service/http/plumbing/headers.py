"""Headers: those that requests may send, described, and those that every answer carries."""

from flask import Response, request

from service.http.plumbing.access import KEY_LENGTH, VERSION
from service.http.plumbing.problems import PROBLEM

YEAR = 365 * 24 * 3600
API_POLICY = "default-src 'none'; frame-ancestors 'none'"

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
    "description": "A repeated key gets the first answer again, and nothing is recorded twice.",
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
    headers = response.headers
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    if request.is_secure:  # by the word of a trusted proxy: gunicorn itself speaks no TLS
        headers.setdefault("Strict-Transport-Security", f"max-age={YEAR}")
    if request.path.startswith("/api/"):
        headers.setdefault("Content-Security-Policy", API_POLICY)
    if response.mimetype == PROBLEM:
        headers.setdefault("Cache-Control", "no-store")
    headers.setdefault("Cache-Control", "no-cache")
    return response
