"""The ids of requests in lines of the log, stated by a proxy or client, or made when needed."""

import logging
import re
import secrets
import sys
from typing import TYPE_CHECKING, Any

from service.telemetry.redaction import plain

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HEADER = "X-Request-ID"
STATED = "HTTP_X_REQUEST_ID"
KEY = "anabasis.request_id"
"""The key of a request's id in its WSGI environment."""
TRACE = "anabasis.trace_id"
"""The key of the id of the request's trace, also after the trace has ended."""
IDS = ("request_id", "game_id", "command_id", "trace_id")
"""The ids of a line of the log, if known; ``extra`` of a logger's call may state them."""

_SANE = re.compile(r"[\w.:+/=-]{1,64}", re.ASCII)
_GAME = re.compile(r"/games?/([\w-]{1,64})(?:/|$)", re.ASCII)


def request_id(environ: "WSGIEnvironment | dict[str, Any]") -> str:
    """Return the id of a request: its `X-Request-ID` if that is fit for a log, or a new one."""
    own: str | None = environ.get(KEY)
    if own is None:
        stated = environ.get(STATED, "")
        own = environ[KEY] = stated if _SANE.fullmatch(stated) else secrets.token_hex(8)
    return own


def ids_of(environ: "WSGIEnvironment | dict[str, Any]") -> dict[str, str]:
    """Return the ids of a request, of its game, its command and its trace, as far as known.

    A command's id is its `Idempotency-Key`.
    """
    game = _GAME.search(environ.get("PATH_INFO", ""))
    ids = {
        "request_id": request_id(environ),
        "game_id": game[1] if game else None,
        "command_id": environ.get("HTTP_IDEMPOTENCY_KEY"),
        "trace_id": environ.get(TRACE),
    }
    return {name: value for name, value in ids.items() if value}


def ids_in_hand() -> dict[str, str]:
    """Return the ids of the request that this thread or greenlet serves; none elsewhere."""
    flask = sys.modules.get("flask")  # not imported here: most processes do without it
    if flask is None or not flask.has_request_context():
        return {}
    return ids_of(flask.request.environ)


def ids_of_record(record: logging.LogRecord) -> dict[str, str]:
    """Return the ids for a record's line, in plain characters."""
    known = getattr(record, "ids", {}) | {k: v for k, v in vars(record).items() if k in IDS}
    return {name: plain(str(known[name])) for name in IDS if known.get(name)}
