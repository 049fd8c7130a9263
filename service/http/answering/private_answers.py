"""Answers for one asker, and the caches that may keep them."""

from typing import TYPE_CHECKING, TypeGuard

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.datastructures import Headers
from werkzeug.http import quote_etag

from service.http.asking.auth import asker

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

VARY = ("Authorization", "Cookie")
VARY_PRIVATE = (*VARY, "Accept-Encoding")
KEPT_PRIVATE, NOT_KEPT = "private, no-cache", "private, no-store"
PRIVATE = (
    ("Content-Type", "application/json"),
    ("Vary", ", ".join(VARY_PRIVATE)),
)


def answer(body: Struct | msgspec.Raw, status: int = 200, *, etag: str | None = None) -> Response:
    """Return a JSON response, private to its asker and revalidated each time.

    With an ``etag`` it is a game as the asker may see it.
    """
    marked = [("ETag", quote_etag(etag))] if etag is not None else ()
    kept = KEPT_PRIVATE if etag is None else _keeping()
    headers = [*PRIVATE, ("Cache-Control", kept), *marked]
    return UnalteredResponse(msgspec.json.encode(body), status, headers)


class UnalteredResponse(Response):
    """A response whose headers are complete, with a body of known length."""

    # werkzeug copies and checks the headers of every answer once more before sending.

    def get_wsgi_headers(self, environ: "WSGIEnvironment") -> Headers:  # noqa: ARG002 - werkzeug's
        """Return the headers as they are."""
        return self.headers


def streamed(response: Response) -> Response:
    """Return the response, private and never cached."""
    response.headers["Cache-Control"] = "no-store"
    # nginx would otherwise hold events back until its buffer is full.
    response.headers["X-Accel-Buffering"] = "no"
    response.vary.update(VARY)
    return response


def not_modified(etag: str) -> Response:
    """Return the 304 for an asker who has the newest state of a game."""
    return shown_to_asker(Response(status=304), etag)


def shown_to_asker(response: Response, etag: str | None) -> Response:
    """Return a response with a game as the asker may see it; only spectators' may be kept."""
    kept_private(response, etag).headers["Cache-Control"] = _keeping()
    return response


def _keeping() -> str:
    """Return the Cache-Control of a game as the asker may see it."""
    # The ETag is the version for every asker. A browser that kept a player's view would send that
    # ETag with the next player's token, too, and after a 304 show them the first player's hand.
    return NOT_KEPT if asker().is_known else KEPT_PRIVATE


def is_known(etag: str | None) -> TypeGuard[str]:
    """True if the asker has the version of this ETag."""
    return etag is not None and request.if_none_match.contains_weak(etag)


def kept_private(response: Response, etag: str | None = None) -> Response:
    """Return the response, for the asker's own cache alone and revalidated each time."""
    response.headers["Cache-Control"] = KEPT_PRIVATE
    response.vary.update(VARY_PRIVATE)
    if etag is not None:
        response.set_etag(etag)
    return response
