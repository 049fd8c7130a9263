"""The page's session: the token in a cookie hidden from scripts and from other sites."""

from typing import Any

from flask import Response, request

from service.accounts.device_names import device_name
from service.context import services
from service.http.plumbing.access import answer
from service.http.plumbing.allowances import spend
from service.http.plumbing.auth import COOKIE, TokenUnknown, cookie_sent, player_id
from service.http.plumbing.describing import TOKEN
from service.http.plumbing.parsing import Resource, read
from service.http.plumbing.schemas import NewSession, Nothing
from service.http.plumbing.shapes import ref

YEAR = 365 * 24 * 3600
NOTHING = Nothing()

UNKNOWN = {"$ref": "#/components/responses/Refused401"}
CROSS_SITE = {"$ref": "#/components/responses/Refused403"}

blp = Resource("session", __name__, description="The page's session cookie.")


@blp.post("/session")
@blp.doc(operationId="begin_session", responses={401: UNKNOWN})
@blp.arguments(NewSession())
@blp.response(
    201,
    ref("Session"),
    description="The player; the token is in an HttpOnly, SameSite=Strict cookie.",
)
def begin(fields: dict[str, Any]) -> Response:
    """Become a player by `name`, or come back by `token` or `transfer` code.

    Give one of the three. Programs need no session: they send their token. The session has a token
    of its own, which is void once the session ends.
    """
    players = services().players
    if fields["name"] is not None:
        spend("players")
        made, new_token = players.create(fields["name"], _device())
        return _with_cookie(made.id, new_token)
    if fields["token"] is not None:
        value = _known(players.id_of_token(fields["token"]))
        return _with_cookie(value, players.open_session(value, _device()))
    token = _known(players.redeem(fields["transfer"]))
    value = _known(players.id_of_token(token))
    services().devices.describe(value, token, _device())
    return _with_cookie(value, token)


def _device() -> str:
    return device_name(request.user_agent.string)


def _known(value: str | None) -> str:
    if value is None:
        raise TokenUnknown
    return value


@blp.delete("/session")
@blp.doc(operationId="end_session", responses={403: CROSS_SITE})
@blp.response(204, description="The cookie is deleted and its token void; other tokens stay valid.")
def end() -> Response:
    """End the session of this browser.

    The cookie is deleted and its token void. A player who began here, by a name, and has no other
    session cannot come back.
    """
    token = cookie_sent()
    if token is not None:
        services().players.end_session(token)
    response = Response(status=204)
    response.delete_cookie(COOKIE, path=_path(), httponly=True, samesite="Strict")
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
    return answer({"transfer": services().players.transfer_code(player)}, 201)


def _with_cookie(player: str, token: str) -> Response:
    name = services().players.read(player).name
    response = answer({"player_id": player, "name": name}, 201)
    response.set_cookie(
        COOKIE,
        token,
        max_age=YEAR,
        path=_path(),
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )
    return response


def _path() -> str:
    """Return the root path of the service, which may be under a prefix."""
    return f"{request.script_root}/"
