"""Errors as RFC 9457 problem details: the only place where an exception becomes a response."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from time import time
from typing import Any

import msgspec
from flask import Flask, Response, current_app, request
from flask_limiter import RateLimitExceeded
from werkzeug.exceptions import BadRequest, HTTPException

from domain.errors import Malformed, RecordBroken, Refused, UnknownName
from service.commands import Contended, KeyReused, StaleVersion, VersionMissing
from service.http.access import HeaderInvalid
from service.http.auth import NoRight, NoSeat, TokenMissing, TokenUnknown
from service.players import PlayerUnknown
from service.state_cache import GameUnknown
from service.store.contract import StoreUnavailable

PROBLEM = "application/problem+json"
RETRY_SECONDS = "1"

log = logging.getLogger(__name__)


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """A problem details response; ``more`` are extension members, left out where None."""
    body = {
        "type": f"urn:anabasis:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        **{name: value for name, value in more.items() if value is not None},
    }
    return Response(msgspec.json.encode(body), status, headers, content_type=PROBLEM)


def register(app: Flask) -> None:
    """Have every error of the app answered as a problem."""
    for kind, answer in _ANSWERS.items():
        app.register_error_handler(kind, answer)


def _refused(error: Refused) -> Response:
    return problem(409, error.code, str(error), rule=error.rule)


def _malformed(error: Malformed) -> Response:
    return problem(422, "malformed", f"The JSON does not fit: {error}", errors=error.errors)


def _unknown_name(error: UnknownName) -> Response:
    if request.method == "GET":
        return problem(404, "not_found", str(error))
    return problem(422, "malformed", str(error), errors={error.kind: [str(error)]})


def _game_unknown(error: GameUnknown) -> Response:
    detail = f"There is no game {error.args[0]!r}, or it is unlisted to you."
    return problem(404, "not_found", detail)


def _token_missing(_: TokenMissing) -> Response:
    detail = "A token is needed: send 'Authorization: Bearer …' with one from POST /players."
    return problem(401, "token_missing", detail, headers={"WWW-Authenticate": "Bearer"})


def _token_unknown(_: TokenUnknown | PlayerUnknown) -> Response:
    detail = "This token is unknown or was replaced; POST /players gives a new one."
    headers = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    return problem(401, "token_unknown", detail, headers=headers)


def _no_seat(error: NoSeat) -> Response:
    return problem(403, "no_seat", str(error))


def _no_right(error: NoRight) -> Response:
    return problem(403, "no_right", str(error))


def _header_invalid(error: HeaderInvalid) -> Response:
    return problem(400, "header_invalid", str(error))


def _stale(error: StaleVersion) -> Response:
    headers = {"ETag": f'"{error.actual}"'}
    return problem(412, "stale_version", str(error), headers=headers, version=error.actual)


def _version_missing(_: VersionMissing) -> Response:
    detail = (
        'If-Match is missing: send the version that you decided on, such as If-Match: "12"; '
        "it is the ETag of GET /games/{id}."
    )
    return problem(428, "version_missing", detail)


def _key_reused(_: KeyReused) -> Response:
    detail = (
        "This Idempotency-Key came before with another body. Take a new key for a new command; "
        "the first command stands."
    )
    return problem(422, "key_reused", detail)


def _unavailable(error: Exception) -> Response:
    detail = (
        "The event store cannot be reached or written just now: nothing is known to be recorded. "
        "Send the same again with the same Idempotency-Key."
    )
    log.warning("%s %s: %s", request.method, request.path, error)
    return problem(503, "store_unavailable", detail, headers={"Retry-After": RETRY_SECONDS})


def _contended(_: Contended) -> Response:
    detail = "Others wrote to this game too often in a row; nothing was recorded. Send it again."
    return problem(503, "contended", detail, headers={"Retry-After": RETRY_SECONDS})


def _record_broken(error: RecordBroken) -> Response:
    detail = (
        f"The record of this game breaks at version {error.version}, so it is not shown; "
        "GET /games/{id}/verify tells more."
    )
    log.error("%s: %s", request.path, error)
    return problem(500, "record_broken", detail, version=error.version)


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    code, detail = _HTTP_DETAILS.get(status, (_snake(error.name), error.description or error.name))
    if isinstance(error, BadRequest) and error.description != BadRequest.description:
        detail = str(error.description).replace("{", "{{").replace("}", "}}")
    headers = {k: v for k, v in error.get_headers() if k == "Allow"}
    detail = detail.format(
        path=request.path,
        method=request.method,
        allow=headers.get("Allow"),
        content_type=request.content_type,
        limit=error.description,
    )
    if isinstance(error, RateLimitExceeded):
        headers["Retry-After"] = str(_seconds_to_wait())
    return problem(status, code, detail, headers=headers)


def _seconds_to_wait() -> int:
    """Until the limit that was just passed begins anew."""
    limits = (limiter.current_limit for limiter in current_app.extensions["limiter"])
    ends = [limit.reset_at for limit in limits if limit is not None]
    return max(1, int(max(ends, default=0) - time()))


_HTTP_DETAILS = {
    400: ("not_json", "The request is not well-formed JSON with an object at its top."),
    404: ("not_found", "There is nothing at {path}; /docs lists what there is."),
    405: ("method_not_allowed", "{method} is not allowed at {path}; allowed: {allow}."),
    413: ("too_large", "The body is larger than 64 KiB."),
    415: (
        "wrong_content_type",
        "Send the body as Content-Type: application/json, not {content_type}.",
    ),
    429: ("too_many_requests", "More than {limit}; wait as long as Retry-After says (seconds)."),
    500: ("internal_error", "Something broke on our side; it is logged. Nothing was half done."),
}


def _snake(name: str) -> str:
    return name.lower().replace(" ", "_").replace("'", "")


_ANSWERS: dict[type[Exception], Any] = {
    Refused: _refused,
    Malformed: _malformed,
    UnknownName: _unknown_name,
    GameUnknown: _game_unknown,
    PlayerUnknown: _token_unknown,
    TokenMissing: _token_missing,
    TokenUnknown: _token_unknown,
    NoSeat: _no_seat,
    NoRight: _no_right,
    StaleVersion: _stale,
    VersionMissing: _version_missing,
    HeaderInvalid: _header_invalid,
    KeyReused: _key_reused,
    Contended: _contended,
    StoreUnavailable: _unavailable,
    RecordBroken: _record_broken,
    HTTPException: _http,
}
