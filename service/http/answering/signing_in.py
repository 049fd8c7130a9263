"""The end of every sign-in: a new session, with its token in the page's cookie."""

from flask import Response, request

from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.auth import COOKIE
from service.people.answers import Session
from service.people.devices import device_name
from service.people.player import Banned

# Browsers keep no cookie for longer than 400 days, and each sign-in begins the year again.
YEAR = 365 * 24 * 3600


def this_device() -> str:
    """Return the name of the device that sends the request."""
    return device_name(request.user_agent.string)


def with_session(player: str, *, signed_in: bool) -> Response:
    """Return the answer to a sign-in, with a session of its own. Raises PlayerUnknown, Banned.

    ``signed_in`` as in ``Sessions.open``.
    """
    # First: refused sign-ins would push out the sessions that are to be there after the ban.
    _check_not_banned(player)
    token = services().sessions.open(player, this_device(), signed_in=signed_in)
    return with_cookie(player, token)


def with_cookie(player: str, token: str) -> Response:
    """Return the answer to a sign-in, with the token in a cookie hidden from scripts."""
    _check_not_banned(player)
    name = services().players.read(player).name
    response = answer(Session(player, name), 201)
    set_secret_cookie(response, COOKIE, token, YEAR)
    return response


def _check_not_banned(player: str) -> None:
    ban = services().names.known([player])[player].ban
    if ban is not None and not ban.is_over:
        raise Banned(ban)


def set_secret_cookie(response: Response, name: str, value: str, seconds: int) -> None:
    """Set a cookie that no script can read and no request from another site carries."""
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        path=root_path(),
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )


def asked_address() -> str:
    """Return the public address of the service, otherwise the requested one, with any host."""
    # Any host will do: a browser makes and uses passkeys only for the host of its page.
    return services().config.url or request.host_url


def root_path() -> str:
    """Return the root path of the service, which may be under a prefix."""
    return f"{request.script_root}/"
