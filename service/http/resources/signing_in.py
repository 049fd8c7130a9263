"""Signing in by a link that is sent to a confirmed e-mail address."""

from typing import Any

from flask import Response, request

from domain.errors import UnknownName
from service.context import services
from service.http.answering.private_answers import answer
from service.http.answering.signing_in import (
    asked_address,
    root_path,
    set_secret_cookie,
    with_session,
)
from service.http.asking.auth import address
from service.http.document.shapes import ref, response_ref
from service.http.reading.parsing import Resource
from service.http.reading.schemas import SignIn, SignInFinish
from service.notices.channels import MailOff
from service.notices.sign_in_mails import put_out
from service.people.answers import Session, SignInAsked, SignInChoice, SignInWays
from service.people.parties import has_passkeys
from service.people.sign_in_links import SECONDS, LinkVoid, new_browser

BROWSER = "anabasis_sign_in"
"""The cookie with the secret that identifies the browser that asked for a link."""
REFUSED = {403: response_ref("Refused403"), 409: response_ref("Refused409")}

blp = Resource("signing_in", __name__, description="Coming back by a link in a mail.")


@blp.get("/sign-in")
@blp.doc(operationId="read_sign_in")
@blp.response(200, ref("SignInWays"), description="The ways that this host offers.")
def read_sign_in() -> Response:
    """Read the ways to sign in again that this host offers.

    Passkeys are offered if browsers can make them for this address.
    """
    return answer(SignInWays(services().notices.email, has_passkeys(asked_address())))


@blp.post("/sign-in")
@blp.doc(operationId="ask_sign_in", responses={409: REFUSED[409]})
@blp.arguments(SignIn())
@blp.response(
    202,
    ref("SignInAsked"),
    description="The same for all addresses; a cookie holds the browser's secret.",
)
def ask_sign_in(body: dict[str, Any]) -> Response:
    """Send a sign-in link to an e-mail address that a player has confirmed.

    The answer is the same for every address. The link is valid for ten minutes and one use: at once
    in this browser, in another one with the `code`, which is not in the mail. An address gets at
    most three links an hour from one network, and twenty from all networks.
    """
    if not services().notices.email:
        raise MailOff
    _spend(body["email"])
    # A browser keeps its secret, so that an earlier link still opens here.
    browser = request.cookies.get(BROWSER) or new_browser()
    link = services().sign_in_links.create(body["email"], browser)
    put_out(services().notices, services().players, body["email"], link.token)
    response = answer(SignInAsked(link.code, SECONDS), 202)
    set_secret_cookie(response, BROWSER, browser, SECONDS)
    return response


def _spend(email: str) -> None:
    """Count a link against the asker's address and the e-mail address."""
    # Unknown addresses count as well: a difference would show which addresses belong to players.
    allowances = services().allowances
    if allowances is not None:
        allowances.spend("sign_ins", player=None, address=address())
        allowances.spend_mail("sign_in_mails", mailbox=email.lower(), address=address())


@blp.post("/sign-in/finish")
@blp.doc(operationId="finish_sign_in", responses={**REFUSED, 401: response_ref("Refused401")})
@blp.arguments(SignInFinish())
@blp.response(
    201,
    ref("Session"),
    description="The player; the token is in an HttpOnly, SameSite=Strict cookie.",
)
@blp.alt_response(
    200,
    schema=ref("SignInChoice"),
    description="Several players have this address: send the same with the `player_id` of one.",
)
def finish_sign_in(body: dict[str, Any]) -> Response:
    """Sign in with the token of a link, the part after `#sign-in=`.

    A browser other than the one that asked must send the `code` that was shown there; after five
    wrong codes the link is void.
    """
    links, browser = services().sign_in_links, request.cookies.get(BROWSER, "")
    names = _names(links.check(body["token"], browser, body["code"]))
    chosen = body["player_id"] or (next(iter(names)) if len(names) == 1 else None)
    if chosen is None:
        return answer(SignInChoice([Session(*player) for player in names.items()]))
    if chosen not in names:
        raise UnknownName("player", chosen, list(names), "player_id")
    # Before the session opens: a crash between the two costs a link, and opens nothing twice.
    links.use(body["token"])
    response = with_session(chosen, signed_in=True)
    response.delete_cookie(BROWSER, path=root_path(), httponly=True, samesite="Strict")
    return response


def _names(address_hash: str) -> dict[str, str]:
    """Return the names of an address's players by id. Raises LinkVoid if there are none now."""
    players = services().notices.channels.players_of_hash(address_hash)
    names = {player: name for player, name in services().names.of(players).items() if name}
    if not names:
        raise LinkVoid
    return names
