"""Errors as RFC 9457 problems: only here and in `waiting_problems` do errors become responses."""

from collections.abc import Callable
from email.utils import formatdate
from typing import Any

from flask import Flask, Response, request
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from werkzeug.exceptions import HTTPException, InternalServerError, NotFound
from werkzeug.wrappers import Response as BaseResponse

from domain.errors import Malformed, RecordBroken, Refused, UnknownName
from domain.record.times import moment
from domain.wire.orders import OrderGone
from projections.import_reading import ImportRefused
from service.game.commands import StaleVersion, VersionMissing
from service.game.open_games import TooManyOpen
from service.game.repeats import KeyReused
from service.game.state_cache import GameUnknown
from service.heads.log import HeadUnsigned
from service.http.answering import waiting_problems
from service.http.answering.headers import complete
from service.http.answering.problem_details import http_problem, localized_text, plain, problem
from service.http.asking.auth import (
    SAFE,
    CrossSite,
    NoRight,
    NoSeat,
    OtherPlayer,
    TokenMissing,
    TokenUnknown,
)
from service.http.asking.host_rights import SignInStale
from service.http.asking.hosts import HostUnknown
from service.http.asking.languages import language
from service.http.asking.registration import InvitationWanted, RegistrationClosed
from service.http.document.describing import BROKEN_HEADER
from service.http.reading.bodies import BodyInvalid, DocumentTooLarge
from service.http.reading.command_headers import HeaderInvalid
from service.machine.connections import Asked, TooSlow
from service.moderation.actions import ActionRefused
from service.moderation.rights import RoleTooLow
from service.notices.channels import (
    MOST,
    ChannelUnconfirmed,
    ChannelUnknown,
    MailDomainRefused,
    MailOff,
    TooManyChannels,
)
from service.notices.confirmations import ConfirmationUnknown
from service.notices.feeds import FeedUnknown
from service.notices.public_addresses import AddressRefused
from service.people.account_invitations import (
    MOST_OF_MEMBER,
    InvitationSpent,
    TooManyInvitations,
)
from service.people.bot_accounts import AccountUsed, BotDeclines, NoBotAccount
from service.people.ceremonies import PasskeyRefused
from service.people.challenges import ChallengeOver, ChallengeUnknown, TooManyChallenges
from service.people.directory import CursorInvalid
from service.people.handles import HandleTaken, HandleTooSoon
from service.people.network_bans import NetworkBanned
from service.people.parties import PasskeysUnavailable
from service.people.passkeys import TooManyPasskeys
from service.people.player import Banned, Muted, PlayerUnknown, Suspended, Suspension
from service.people.reports import ReportUnknown
from service.people.scoped_tokens import MOST_TOKENS, TooManyTokens
from service.people.scopes import InsufficientScope
from service.people.sign_in_links import CodeNeeded, CodeWrong, LinkVoid
from service.pictures.animations.animation_requests import AnimationNotReady, AnimationUnknown
from service.store.contract import RecordClosed
from service.store.freezes import GameFrozen
from service.store.imported_games import MOST as MOST_IMPORTS
from service.store.imported_games import GameIdTaken, TooManyImports
from service.texts.domain_texts import listed_words, refusal
from service.texts.visible_text import TextRefused

# The parser's reason quotes the request, which may be thousands of arbitrary bytes.
REASON_LENGTH = 200
CURSOR_INVALID = "Take a cursor from `next` of a page with the same query, as it is."


def register(app: Flask, missing_page: Callable[[], BaseResponse | None]) -> None:
    """Answer every error of the app with a problem.

    ``missing_page`` returns the page for a browser that asks for a missing one, None for programs.
    """
    for kind, answer in (_ANSWERS | waiting_problems.ANSWERS).items():
        app.register_error_handler(kind, answer)
    app.register_error_handler(NotFound, lambda error: missing_page() or http_problem(error))


def answer_without_view(app: Flask, error: Exception | None, asked: Asked) -> bytes:
    """Return the bytes that answer a request that reaches no view; its connection ends with them.

    ``error`` is the client's fault, None for a fault of ours, which is answered 500.
    """
    environ = {
        "PATH_INFO": asked.path,
        "HTTP_ACCEPT_LANGUAGE": asked.accept_language,
    }
    with app.test_request_context(environ_overrides=environ):
        answer = app.make_response(app.handle_user_exception(error or InternalServerError()))
        head, body = _on_the_wire(app.process_response(answer))
    return head if asked.method == "HEAD" else head + body


def _on_the_wire(response: Response) -> tuple[bytes, bytes]:
    headers = complete(request.environ, response.headers.to_wsgi_list())
    headers += [("Connection", "close"), ("Date", formatdate(usegmt=True))]
    lines = [f"HTTP/1.1 {response.status}", *(f"{n}: {v}" for n, v in headers), "", ""]
    # As in WSGI, each character of a header stands for one byte.
    return "\r\n".join(lines).encode("latin-1"), response.get_data()


def _by_case(status: int, code: str) -> Callable[[Exception], Response]:
    """Return a handler of errors whose message names a case, each with a text of its own."""
    return lambda error: problem(status, code, localized_text(f"problem.{code}.{error}"))


def _refused(error: Refused) -> Response:
    detail = refusal(language(), error)
    return problem(409, error.code, detail, rule=error.rule, parameters=error.parameters)


def _malformed(error: Malformed) -> Response:
    return problem(
        422, "malformed", localized_text("problem.malformed", errors=error), errors=error.errors
    )


def _text_refused(error: TextRefused) -> Response:
    return problem(422, "malformed", error.fault.words(language()), errors=error.errors)


def _unknown_name(error: UnknownName) -> Response:
    kind, known = error.kind.replace(" ", "_"), listed_words(language(), error.known)
    detail = localized_text(f"problem.unknown.{kind}", name=repr(error.name), known=known)
    # A name in the path is a missing resource, a name in the body a faulty field.
    if request.method in SAFE or error.name in (request.view_args or {}).values():
        return problem(404, "not_found", detail)
    return problem(422, "malformed", detail, errors={error.field: [detail]})


def _order_gone(error: OrderGone) -> Response:
    detail = localized_text("problem.order_gone", order=error.order, successor=error.successor)
    return problem(410, "order_gone", detail, successor=error.successor)


def _game_unknown(error: GameUnknown) -> Response:
    return problem(
        404, "not_found", localized_text("problem.game_unknown", name=repr(error.args[0]))
    )


def _insufficient_scope(error: InsufficientScope) -> Response:
    needed, challenge = error.needed, 'Bearer error="insufficient_scope"'
    if needed is None:
        detail = localized_text("problem.insufficient_scope.full")
    else:
        detail = localized_text("problem.insufficient_scope.scope", scope=needed)
        challenge = f'{challenge}, scope="{needed}"'
    headers = {"WWW-Authenticate": challenge}
    return problem(403, "insufficient_scope", detail, headers=headers, scope=needed)


def _host_unknown(error: HostUnknown) -> Response:
    return problem(
        400, "host_unknown", localized_text("problem.host_unknown", host=repr(error.args[0]))
    )


def _bad_request(error: ParseException) -> Response:
    reason = str(error)[:REASON_LENGTH]
    return problem(400, "bad_request", localized_text("problem.bad_request", reason=reason))


def _header_invalid(error: HeaderInvalid) -> Response:
    detail = localized_text(f"problem.header_invalid.{error}", **error.gaps)
    return problem(400, "header_invalid", detail)


def _stale(error: StaleVersion) -> Response:
    # With the present version a client can send the command again without a GET first.
    headers = {"ETag": f'"{error.actual}"'}
    detail = localized_text("problem.stale_version", expected=error.expected, actual=error.actual)
    return problem(412, "stale_version", detail, headers=headers, version=error.actual)


def _too_many_open(error: TooManyOpen) -> Response:
    case = "address" if error.games is None else "player"
    detail = localized_text(f"problem.too_many_open.{case}", limit=error.limit)
    return problem(409, "too_many_open", detail, limit=error.limit, games=error.games)


def _mail_domain(error: MailDomainRefused) -> Response:
    detail = localized_text("problem.mail_domain", domains=str(error))
    return problem(403, "mail_domain", detail, domains=[*error.domains])


def _handle_too_soon(error: HandleTooSoon) -> Response:
    detail = localized_text("problem.handle_too_soon", until=moment(error.until)[:10])
    return problem(409, "handle_too_soon", detail)


def _bot_declines(error: BotDeclines) -> Response:
    reason = str(error)
    detail = localized_text(f"problem.bot_declines.{reason}")
    return problem(409, "bot_declines", detail, reason=reason)


def _act_refused(error: ActionRefused) -> Response:
    detail = localized_text(f"problem.act_refused.{error.case}")
    return problem(409, "act_refused", detail, reason=error.case)


def _suspended(error: Suspended) -> Response:
    return _stopped("suspended", error.suspension)


def _network_banned(error: NetworkBanned) -> Response:
    return _stopped("network_banned", error.ban)


def _banned(error: Banned) -> Response:
    return _stopped("banned", error.ban)


def _stopped(code: str, stop: Suspension) -> Response:
    until = moment(stop.until)
    detail = localized_text(f"problem.{code}", until=until[:10], reason=stop.reason)
    return problem(403, code, detail, until=until, reason=stop.reason)


def _record_closed(error: RecordClosed) -> Response:
    version = error.broken.version
    detail = localized_text("problem.record_closed", version=version)
    headers = {BROKEN_HEADER: str(version)}
    # Not 503: trying again does not help.
    return problem(409, "record_broken", detail, headers=headers, version=version)


def _game_frozen(error: GameFrozen) -> Response:
    reason = error.freeze.reason
    return problem(
        409, "game_closed", localized_text("problem.game_closed", reason=reason), reason=reason
    )


def _record_broken(error: RecordBroken) -> Response:
    detail = localized_text("problem.record_broken", version=error.version)
    return problem(500, "record_broken", detail, version=error.version)


def _not_json(error: BodyInvalid) -> Response:
    return problem(400, "not_json", localized_text(f"problem.not_json.{error.case}", **error.gaps))


def _import_refused(error: ImportRefused) -> Response:
    of_game, of_event = "problem.import_refused.game", "problem.import_refused.event"
    gaps: dict[str, Any] = {"event": error.event, "reason": error.reason}
    detail = localized_text(of_game if error.event is None else of_event, **gaps)
    return problem(422, "import_refused", detail, **gaps)


def _document_too_large(error: DocumentTooLarge) -> Response:
    detail = localized_text("problem.document_too_large", limit=error.limit // 2**20)
    return problem(413, "too_large", detail)


_TOKEN_UNKNOWN = plain(401, "token_unknown", {"WWW-Authenticate": 'Bearer error="invalid_token"'})
_ANSWERS: dict[type[Exception], Any] = {
    Refused: _refused,
    Malformed: _malformed,
    TextRefused: _text_refused,
    UnknownName: _unknown_name,
    CursorInvalid: lambda _: _malformed(Malformed({"cursor": [CURSOR_INVALID]})),
    OrderGone: _order_gone,
    GameUnknown: _game_unknown,
    PlayerUnknown: _TOKEN_UNKNOWN,
    TokenMissing: plain(401, "token_missing", {"WWW-Authenticate": "Bearer"}),
    TokenUnknown: _TOKEN_UNKNOWN,
    NoSeat: plain(403, "no_seat"),
    InsufficientScope: _insufficient_scope,
    NoRight: _by_case(403, "no_right"),
    SignInStale: plain(403, "sign_in_stale"),
    RoleTooLow: _by_case(403, "no_right"),
    ActionRefused: _act_refused,
    CrossSite: plain(403, "cross_site"),
    OtherPlayer: plain(409, "other_player"),
    HostUnknown: _host_unknown,
    ParseException: _bad_request,
    LimitRequestLine: plain(414, "uri_too_long"),
    LimitRequestHeaders: plain(431, "headers_too_large"),
    TooSlow: plain(408, "request_timeout"),
    StaleVersion: _stale,
    VersionMissing: plain(428, "version_missing"),
    HeaderInvalid: _header_invalid,
    KeyReused: plain(422, "key_reused"),
    PasskeyRefused: _by_case(403, "passkey_refused"),
    Muted: plain(403, "muted"),
    Suspended: _suspended,
    Banned: _banned,
    NetworkBanned: _network_banned,
    RegistrationClosed: plain(403, "registration_closed"),
    InvitationWanted: plain(403, "invitation_wanted"),
    MailDomainRefused: _mail_domain,
    InvitationSpent: plain(403, "invitation_spent"),
    TooManyInvitations: plain(409, "too_many_invitations", limit=MOST_OF_MEMBER),
    LinkVoid: plain(403, "link_void"),
    CodeNeeded: plain(403, "code_needed"),
    CodeWrong: plain(403, "code_wrong"),
    HandleTaken: plain(409, "handle_taken"),
    HandleTooSoon: _handle_too_soon,
    AccountUsed: plain(409, "account_used"),
    NoBotAccount: plain(404, "no_bot_account"),
    BotDeclines: _bot_declines,
    ChallengeOver: _by_case(409, "challenge_over"),
    TooManyChallenges: _by_case(409, "too_many_challenges"),
    ChallengeUnknown: plain(404, "challenge_unknown"),
    ReportUnknown: plain(404, "report_unknown"),
    TooManyPasskeys: plain(409, "too_many_passkeys"),
    TooManyTokens: plain(409, "too_many_tokens", limit=MOST_TOKENS),
    PasskeysUnavailable: plain(409, "passkeys_unavailable"),
    AnimationUnknown: plain(404, "animation_unknown"),
    AnimationNotReady: plain(409, "animation_not_ready"),
    FeedUnknown: plain(404, "feed_unknown"),
    ChannelUnknown: plain(404, "channel_unknown"),
    ConfirmationUnknown: plain(404, "confirmation_unknown"),
    ChannelUnconfirmed: plain(409, "channel_unconfirmed"),
    TooManyChannels: plain(409, "too_many_channels", limit=MOST),
    TooManyOpen: _too_many_open,
    MailOff: plain(409, "mail_off"),
    AddressRefused: plain(409, "address_not_public"),
    RecordBroken: _record_broken,
    RecordClosed: _record_closed,
    GameFrozen: _game_frozen,
    BodyInvalid: _not_json,
    ImportRefused: _import_refused,
    DocumentTooLarge: _document_too_large,
    GameIdTaken: plain(409, "game_id_taken"),
    TooManyImports: plain(409, "too_many_imports", limit=MOST_IMPORTS),
    HeadUnsigned: plain(409, "head_unsigned"),
    HTTPException: http_problem,
}
