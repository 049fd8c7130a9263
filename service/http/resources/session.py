"""The page's session: the token in a cookie hidden from scripts and from other sites."""

from typing import Any

from flask import Response

from service.context import services
from service.http.answering.headers import IDEMPOTENCY_KEY
from service.http.answering.private_answers import answer
from service.http.answering.signing_in import root_path, this_device, with_cookie, with_session
from service.http.asking.auth import COOKIE, TokenUnknown, cookie_sent, player_id
from service.http.asking.registration import register_player
from service.http.document.describing import PLAYER_PARAMETER, TOKEN
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource, read
from service.http.reading.schemas import NewSession, Nothing
from service.people.answers import Transfer

NOTHING = Nothing()

UNKNOWN = {"$ref": "#/components/responses/Refused401"}
REFUSED = {"$ref": "#/components/responses/Refused403"}
OTHER_PLAYER = {"$ref": "#/components/responses/Refused409"}

blp = Resource("session", __name__, description="The page's session cookie.")


@blp.post("/session")
@blp.doc(operationId="begin_session", responses={401: UNKNOWN, 403: REFUSED})
@blp.arguments(NewSession())
@blp.headers(IDEMPOTENCY_KEY)
@blp.response(
    201,
    ref("Session"),
    description="The player; the token is in an HttpOnly, SameSite=Strict cookie.",
)
def begin(fields: dict[str, Any]) -> Response:
    """Become a player by `name`, or come back by `token` or `transfer` code.

    Give one of the three. Programs need no session: they send their token. The session has a token
    of its own, which becomes void when the session ends. A new player's `locale` is the language of
    Accept-Language; invitations and `Idempotency-Key` are as in `POST /players`.
    """
    sessions = services().sessions
    if fields["name"] is not None:
        made, new_token = register_player(fields, this_device())
        return with_cookie(made.id, new_token)
    if fields["token"] is not None:
        value = _known(sessions.id_of_token(fields["token"]))
        return with_session(value, signed_in=False)
    token = _known(sessions.redeem(fields["transfer"]))
    value = _known(sessions.id_of_token(token))
    services().devices.describe(value, token, this_device())
    return with_cookie(value, token)


def _known(value: str | None) -> str:
    if value is None:
        raise TokenUnknown
    return value


@blp.delete("/session")
@blp.doc(operationId="end_session", responses={403: REFUSED, 409: OTHER_PLAYER})
@blp.headers(PLAYER_PARAMETER)
@blp.response(204, description="The cookie is deleted and its token void; other tokens stay valid.")
def end() -> Response:
    """End the session of this browser.

    The cookie is deleted and its token becomes void. A player who began here with a name can come
    back only by another session, a passkey or a confirmed e-mail address.
    """
    # Without a token, or with one that is void already, the cookie is deleted all the same.
    token = cookie_sent()
    if token is not None:
        services().sessions.end(token)
    response = Response(status=204)
    response.delete_cookie(COOKIE, path=root_path(), httponly=True, samesite="Strict")
    return response


@blp.post("/session/transfer")
@blp.doc(operationId="transfer_session", security=TOKEN)
@blp.body(NOTHING)
@blp.response(
    201, ref("Transfer"), description="A code that opens a session on another device, once."
)
def transfer() -> Response:
    """Make a code for another device.

    It is valid for ten minutes and one use; in a link, put it after a `#`, where no server sees it.
    """
    player = player_id()
    read(NOTHING)
    return answer(Transfer(services().sessions.transfer_code(player)), 201)
