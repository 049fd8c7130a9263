"""Sign in: as a new player, by a token, or by the code that another device shows."""

import sys
from getpass import getpass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click

from ..client import Anabasis
from ..errors import Forbidden
from ..players import invitation_in
from . import exit_codes
from .accounts import Account
from .context import Context, Ending, tell
from .harmless import harmless
from .raw import token_for_code

_HERE = {"localhost", "127.0.0.1", "::1"}
_LINK: Final = "Invitation (its link): "
_TOKEN_START: Final = "anai_"


def log_in(context: Context, name: str | None, invitation: str | None, by_code: bool) -> None:
    """Sign in and keep the account. Raises ApiError, Ending.

    ``invitation`` is the path of a file with an invitation's link, or ``-`` to have it entered.
    """
    address = context.address()
    _warn_of_plain_http(address)
    client = context.public()
    token = _token(client, name, invitation, by_code)
    me = client.with_token(token).me()
    account = Account(address, me["player_id"], me["name"], token)
    place = context.accounts.keep(account)
    told = f"You are {harmless(me['name'])} on {address}; the token is in {place}."
    context.print(told, {"server": address, "player_id": me["player_id"], "name": me["name"]})


def secret_line(prompt: str) -> str:
    """Return a line that is not shown while it is typed; without a terminal, that of the input."""
    # Never an argument: others on this machine could read it in the list of processes.
    line = getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline()
    secret = line.strip()
    if not secret:
        what = prompt.partition(":")[0].partition(" (")[0].lower()
        raise Ending(f"No {what} was entered: it is the first line of the input", exit_codes.USAGE)
    if not secret.isascii() or not secret.isprintable():
        raise Ending("What was entered has letters that no token or code has", exit_codes.USAGE)
    return secret


def _token(client: Anabasis, name: str | None, invitation: str | None, by_code: bool) -> str:
    if by_code:
        return _token_by_code(client)
    if name is None and sys.stdin.isatty():
        name = _name() or None
    if name is not None:
        return _new_player(client, name, invitation)
    if invitation is not None:
        raise Ending("An invitation is for a new player: give its --name", exit_codes.USAGE)
    return secret_line("Token: ")


def _token_by_code(client: Anabasis) -> str:
    code = secret_line("Code (on the page under Account, another device): ")
    token = token_for_code(client, code.rpartition("=")[2])
    if token is None:
        raise Ending("The server sent no token for this code.", exit_codes.REFUSED)
    return token


def _new_player(client: Anabasis, name: str, invitation: str | None) -> str:
    """Return the token of a new player; a person at a terminal is asked for what is missing."""
    if invitation is not None:
        return _invited(client, name, _invitation_of(invitation))
    try:
        made: str = client.create_player(name)["token"]
    except Forbidden as error:
        if error.code != "invitation_wanted" or not sys.stdin.isatty():
            raise
        return _invited(client, name, secret_line(_LINK))
    return made


def _invited(client: Anabasis, name: str, link: str) -> str:
    made: str = client.create_player(name, invitation=invitation_in(link))["token"]
    return made


def _invitation_of(file: str) -> str:
    """Return the link that is kept in a file, or entered for ``-``. Raises Ending."""
    if file == "-":
        return secret_line(_LINK)
    if "://" in file or file.startswith(_TOKEN_START):
        message = (
            "--invitation takes a file with the link, or - to enter it: others on this machine can "
            "read a link on the command line"
        )
        raise Ending(message, exit_codes.USAGE)
    try:
        link = Path(file).read_text("utf-8").strip()
    except (OSError, UnicodeError) as error:
        message = f"The invitation {file!r} cannot be read: {error}"
        raise Ending(message, exit_codes.USAGE) from error
    if not link:
        raise Ending(f"The invitation {file!r} is an empty file", exit_codes.USAGE)
    return link


def _name() -> str:
    return str(
        click.prompt(
            "Name of a new player (empty: you have a token)",
            default="",
            show_default=False,
            err=True,
        )
    ).strip()


def _warn_of_plain_http(address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme == "http" and parts.hostname not in _HERE:
        tell(f"{address} is not encrypted: others on the way can read your token.")
