"""Tokens with scopes: those that a player has made for programs, and revoking them."""

from typing import Any

from flask import Response
from msgspec.structs import asdict

from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.auth import player_id, token_sent
from service.http.document.describing import TOKEN, scoped
from service.http.document.shapes import ref, response_ref
from service.http.reading.parsing import Resource, read
from service.http.reading.schemas import NewAccessToken
from service.people.answers import AccessTokenMade, AccessTokens
from service.people.scopes import SCOPES

NEW_TOKEN = NewAccessToken()

blp = Resource("tokens", __name__, description="Tokens with scopes, for programs.")


@blp.post("/me/tokens")
@blp.doc(operationId="create_token", security=TOKEN, responses={409: response_ref("Refused409")})
@blp.body(NEW_TOKEN)
@blp.response(201, ref("AccessTokenMade"), description="The token, which is shown only once.")
def create_token() -> Response:
    """Make a token for a program, with a name, scopes and an end; at most fifty.

    Only a token without scopes, or the page's session, can make one. A token ends after its `days`,
    when it is revoked, with `POST /me/token`, and with the player. It acts in the player's name:
    others cannot distinguish it from the player.
    """
    player = player_id()
    wanted = _in_order(read(NEW_TOKEN))
    made, token = services().scoped_tokens.make(player, **wanted)
    return answer(AccessTokenMade(**asdict(made), token=token), 201)


@blp.get("/me/tokens")
@blp.doc(operationId="list_tokens", security=scoped("account"))
@blp.response(200, ref("AccessTokens"), description="The tokens that have not ended, oldest first.")
def list_tokens() -> Response:
    """List the player's tokens with scopes, without their secrets.

    Tokens without scopes are listed by `GET /me/devices`.
    """
    player, token = player_id(), token_sent() or ""
    return answer(AccessTokens(services().scoped_tokens.of(player, token)))


@blp.delete("/me/tokens/<token_id>")
@blp.doc(operationId="revoke_token", security=TOKEN)
@blp.response(204, description="The token is void, and its streams end within 15 s.")
def revoke_token(token_id: str) -> Response:
    """Revoke a token.

    Channels and feeds that were made with it stay.
    """
    services().scoped_tokens.end(player_id(), token_id)
    return Response(status=204)


def _in_order(wanted: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a request with each scope once, in the usual order."""
    return {**wanted, "scopes": tuple(each for each in SCOPES if each in wanted["scopes"])}
