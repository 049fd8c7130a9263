"""Errors as RFC 9457 problem details: the only place where an exception becomes a response."""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from math import ceil
from typing import Any

import msgspec
from flask import Flask, Response, current_app, request
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from werkzeug.exceptions import HTTPException, NotFound

from domain.errors import Malformed, RecordBroken, Refused, UnknownName
from service.accounts.ceremonies import PasskeyRefused
from service.accounts.parties import PasskeysUnavailable
from service.accounts.passkeys import TooManyPasskeys
from service.accounts.sign_in_links import CodeNeeded, CodeWrong, LinkVoid
from service.allowances import AllowanceSpent
from service.animations.orders import AnimationNotReady, AnimationUnknown
from service.animations.shelf import AnimationsBusy, ShareWaiting
from service.archive.outside import ArchiveUnreachable
from service.game.commands import Contended, KeyReused, StaleVersion, VersionMissing
from service.game.live import TooManyListen
from service.game.state_cache import GameUnknown
from service.http import web
from service.http.plumbing import breaks
from service.http.plumbing.access import HeaderInvalid
from service.http.plumbing.auth import SAFE, CrossSite, NoRight, NoSeat, TokenMissing, TokenUnknown
from service.http.plumbing.bodies import BodyInvalid
from service.http.plumbing.connections import TooManyConnections, TooSlow
from service.http.plumbing.hosts import HostUnknown
from service.http.plumbing.languages import language, spoken
from service.notices.channels import MOST, ChannelUnknown, TooManyChannels
from service.notices.confirmations import ConfirmationUnknown
from service.notices.feeds import FeedUnknown
from service.notices.public_addresses import AddressRefused
from service.notices.refusals import ChannelUnconfirmed, MailOff
from service.pictures.studio import PainterGone, StudioBusy
from service.players import Muted, PlayerUnknown
from service.rates import RateExceeded
from service.store.closings import GameClosed
from service.store.contract import (
    RecordClosed,
    StoreClosed,
    StoreUnavailable,
    StoreUnsafe,
    Unconfirmed,
)
from service.texts import has_text, text
from service.texts.wording import listed, refusal

PROBLEM = "application/problem+json"
RETRY_SECONDS = "1"
ROOM_SECONDS = "15"
REASON_LENGTH = 200

log = logging.getLogger(__name__)


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return a problem details response; ``more`` are extension members, left out where None."""
    body = {
        "type": f"urn:anabasis:problem:{code}",
        "title": _title(status),
        "status": status,
        "detail": detail,
        "code": code,
        **{name: value for name, value in more.items() if value is not None},
    }
    response = Response(msgspec.json.encode(body), status, headers, content_type=PROBLEM)
    return spoken(response, language())


def _title(status: int) -> str:
    """Return the words for a status, in English for those that nothing answers on purpose."""
    code = f"problem.title.{status}"
    return _text(code) if has_text(code) else HTTPStatus(status).phrase


def _text(code: str, **gaps: object) -> str:
    return text(language(), code, **gaps)


def register(app: Flask) -> None:
    """Have every error of the app answered as a problem."""
    for kind, answer in _ANSWERS.items():
        app.register_error_handler(kind, answer)


def _plain(status: int, code: str) -> Callable[[Exception], Response]:
    """Return the answer to errors of one kind that are all told alike."""
    return lambda _: problem(status, code, _text(f"problem.{code}"))


def _refused(error: Refused) -> Response:
    detail = refusal(language(), error)
    return problem(409, error.code, detail, rule=error.rule, parameters=error.parameters)


def _malformed(error: Malformed) -> Response:
    return problem(422, "malformed", _text("problem.malformed", errors=error), errors=error.errors)


def _unknown_name(error: UnknownName) -> Response:
    kind, known = error.kind.replace(" ", "_"), listed(language(), error.known)
    detail = _text(f"problem.unknown.{kind}", name=repr(error.name), known=known)
    if request.method in SAFE or error.name in (request.view_args or {}).values():
        return problem(404, "not_found", detail)
    return problem(422, "malformed", detail, errors={error.kind: [detail]})


def _game_unknown(error: GameUnknown) -> Response:
    return problem(404, "not_found", _text("problem.game_unknown", name=repr(error.args[0])))


def _token_missing(_: TokenMissing) -> Response:
    headers = {"WWW-Authenticate": "Bearer"}
    return problem(401, "token_missing", _text("problem.token_missing"), headers=headers)


def _token_unknown(_: TokenUnknown | PlayerUnknown) -> Response:
    headers = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    return problem(401, "token_unknown", _text("problem.token_unknown"), headers=headers)


def _no_seat(_: NoSeat) -> Response:
    return problem(403, "no_seat", _text("problem.no_seat"))


def _no_right(error: NoRight) -> Response:
    return problem(403, "no_right", _text(f"problem.no_right.{error}"))


def _cross_site(_: CrossSite) -> Response:
    return problem(403, "cross_site", _text("problem.cross_site"))


def _host_unknown(error: HostUnknown) -> Response:
    return problem(400, "host_unknown", _text("problem.host_unknown", host=repr(error.args[0])))


def _bad_request(error: ParseException) -> Response:
    reason = str(error)[:REASON_LENGTH]
    return problem(400, "bad_request", _text("problem.bad_request", reason=reason))


def _uri_too_long(_: LimitRequestLine) -> Response:
    return problem(414, "uri_too_long", _text("problem.uri_too_long"))


def _headers_too_large(_: LimitRequestHeaders) -> Response:
    return problem(431, "headers_too_large", _text("problem.headers_too_large"))


def _too_slow(_: TooSlow) -> Response:
    return problem(408, "request_timeout", _text("problem.request_timeout"))


def _too_many_connections(error: TooManyConnections) -> Response:
    headers = {"Retry-After": ROOM_SECONDS}
    detail = _text("problem.too_many_connections", limit=error.limit)
    return problem(429, "too_many_requests", detail, headers=headers)


def _header_invalid(error: HeaderInvalid) -> Response:
    detail = _text(f"problem.header_invalid.{error}", **error.gaps)
    return problem(400, "header_invalid", detail)


def _stale(error: StaleVersion) -> Response:
    headers = {"ETag": f'"{error.actual}"'}
    detail = _text("problem.stale_version", expected=error.expected, actual=error.actual)
    return problem(412, "stale_version", detail, headers=headers, version=error.actual)


def _version_missing(_: VersionMissing) -> Response:
    return problem(428, "version_missing", _text("problem.version_missing"))


def _key_reused(_: KeyReused) -> Response:
    return problem(422, "key_reused", _text("problem.key_reused"))


def _unavailable(error: StoreUnavailable) -> Response:
    if refusal := current_app.extensions["anabasis.closed"](error):
        return _closed(refusal)
    log.warning("%s %s: %s", request.method, request.path, error)
    return _retried("store_unavailable", _text("problem.store_unavailable"))


def _archive_unreachable(error: ArchiveUnreachable) -> Response:
    log.error("%s", error)
    return _retried("store_unavailable", _text("problem.archive_unreachable"))


def _unconfirmed(error: Unconfirmed) -> Response:
    log.warning("%s %s: %s", request.method, request.path, error)
    return _retried("unconfirmed", _text("problem.unconfirmed"))


def _unsafe(error: StoreUnsafe) -> Response:
    """Not logged here: the store's watch has done so, once."""
    return _retried("store_unavailable", _text(f"problem.store_unsafe.{error.case}"))


def _closed(error: StoreClosed) -> Response:
    log.warning("%s %s: %s", request.method, request.path, error)
    return _retried("store_unavailable", _text(f"problem.store_closed.{error.reason}"))


def _contended(_: Contended) -> Response:
    return _retried("contended", _text("problem.contended"))


def _retried(code: str, detail: str) -> Response:
    """Return a 503 that asks for the same request again."""
    return problem(503, code, detail, headers={"Retry-After": RETRY_SECONDS})


def _too_many_listen(error: TooManyListen) -> Response:
    headers = {"Retry-After": ROOM_SECONDS}
    detail = _text("problem.too_many_listen", limit=error.limit)
    return problem(429, "too_many_requests", detail, headers=headers)


def _allowance_spent(error: AllowanceSpent) -> Response:
    detail = _text(
        f"problem.allowance.{error.kind}",
        amount=error.limit.amount,
        minutes=ceil(error.limit.get_expiry() / 60),
        wait=ceil(error.retry_after / 60),
    )
    headers = {"Retry-After": str(error.retry_after)}
    return problem(429, "too_many_requests", detail, headers=headers)


def _rate_exceeded(error: RateExceeded) -> Response:
    headers = {"Retry-After": str(error.retry_after)}
    detail = _text("problem.too_many_requests", limit=error.limit)
    return problem(429, "too_many_requests", detail, headers=headers)


def _passkey_refused(error: PasskeyRefused) -> Response:
    return problem(403, "passkey_refused", _text(f"problem.passkey_refused.{error}"))


def _studio_busy(_: StudioBusy) -> Response:
    return _retried("pictures_busy", _text("problem.pictures_busy"))


def _painter_gone(_: PainterGone) -> Response:
    log.warning("%s %s: the process that paints ended", request.method, request.path)
    return _retried("pictures_busy", _text("problem.painter_gone"))


def _share_waiting(error: ShareWaiting) -> Response:
    headers = {"Retry-After": ROOM_SECONDS}
    detail = _text("problem.animations_share", limit=error.limit)
    return problem(429, "too_many_requests", detail, headers=headers)


def _animations_busy(_: AnimationsBusy) -> Response:
    detail = _text("problem.animations_busy")
    return problem(503, "animations_busy", detail, headers={"Retry-After": ROOM_SECONDS})


def _animation_unknown(_: AnimationUnknown) -> Response:
    return problem(404, "animation_unknown", _text("problem.animation_unknown"))


def _feed_unknown(_: FeedUnknown) -> Response:
    return problem(404, "feed_unknown", _text("problem.feed_unknown"))


def _animation_not_ready(_: AnimationNotReady) -> Response:
    return problem(409, "animation_not_ready", _text("problem.animation_not_ready"))


def _channel_unknown(_: ChannelUnknown) -> Response:
    return problem(404, "channel_unknown", _text("problem.channel_unknown"))


def _confirmation_unknown(_: ConfirmationUnknown) -> Response:
    return problem(404, "confirmation_unknown", _text("problem.confirmation_unknown"))


def _channel_unconfirmed(_: ChannelUnconfirmed) -> Response:
    return problem(409, "channel_unconfirmed", _text("problem.channel_unconfirmed"))


def _too_many_channels(_: TooManyChannels) -> Response:
    return problem(409, "too_many_channels", _text("problem.too_many_channels", limit=MOST))


def _mail_off(_: MailOff) -> Response:
    return problem(409, "mail_off", _text("problem.mail_off"))


def _address_not_public(_: AddressRefused) -> Response:
    return problem(409, "address_not_public", _text("problem.address_not_public"))


def _record_closed(error: RecordClosed) -> Response:
    version = error.broken.version
    detail = _text("problem.record_closed", version=version)
    headers = {breaks.HEADER: str(version)}
    return problem(409, "record_broken", detail, headers=headers, version=version)


def _game_closed(error: GameClosed) -> Response:
    reason = error.closing.reason
    return problem(409, "game_closed", _text("problem.game_closed", reason=reason), reason=reason)


def _record_broken(error: RecordBroken) -> Response:
    detail = _text("problem.record_broken", version=error.version)
    return problem(500, "record_broken", detail, version=error.version)


def _not_json(error: BodyInvalid) -> Response:
    return problem(400, "not_json", _text(f"problem.not_json.{error.case}", **error.gaps))


def _not_found(error: NotFound) -> Response:
    return web.missing() or http_problem(error)


def http_problem(error: HTTPException) -> Response:
    """Return the problem of an HTTP status."""
    status = error.code or 500
    headers = {k: v for k, v in error.get_headers() if k == "Allow"}
    if status not in _HTTP_CODES:
        return problem(status, _snake(error.name), error.description or error.name)
    code = _HTTP_CODES[status]
    detail = _text(
        f"problem.{code}",
        path=request.path,
        method=request.method,
        allow=headers.get("Allow"),
        content_type=request.content_type,
    )
    return problem(status, code, detail, headers=headers)


_HTTP_CODES = {
    400: "not_json",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "wrong_content_type",
    500: "internal_error",
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
    CrossSite: _cross_site,
    HostUnknown: _host_unknown,
    ParseException: _bad_request,
    LimitRequestLine: _uri_too_long,
    LimitRequestHeaders: _headers_too_large,
    TooSlow: _too_slow,
    TooManyConnections: _too_many_connections,
    StaleVersion: _stale,
    VersionMissing: _version_missing,
    HeaderInvalid: _header_invalid,
    KeyReused: _key_reused,
    Contended: _contended,
    ArchiveUnreachable: _archive_unreachable,
    StoreUnavailable: _unavailable,
    StoreClosed: _closed,
    StoreUnsafe: _unsafe,
    Unconfirmed: _unconfirmed,
    TooManyListen: _too_many_listen,
    AllowanceSpent: _allowance_spent,
    RateExceeded: _rate_exceeded,
    PasskeyRefused: _passkey_refused,
    Muted: _plain(403, "muted"),
    LinkVoid: _plain(403, "link_void"),
    CodeNeeded: _plain(403, "code_needed"),
    CodeWrong: _plain(403, "code_wrong"),
    TooManyPasskeys: _plain(409, "too_many_passkeys"),
    PasskeysUnavailable: _plain(409, "passkeys_unavailable"),
    StudioBusy: _studio_busy,
    PainterGone: _painter_gone,
    ShareWaiting: _share_waiting,
    AnimationsBusy: _animations_busy,
    AnimationUnknown: _animation_unknown,
    AnimationNotReady: _animation_not_ready,
    FeedUnknown: _feed_unknown,
    ChannelUnknown: _channel_unknown,
    ConfirmationUnknown: _confirmation_unknown,
    ChannelUnconfirmed: _channel_unconfirmed,
    TooManyChannels: _too_many_channels,
    MailOff: _mail_off,
    AddressRefused: _address_not_public,
    RecordBroken: _record_broken,
    RecordClosed: _record_closed,
    GameClosed: _game_closed,
    BodyInvalid: _not_json,
    NotFound: _not_found,
    HTTPException: http_problem,
}
