"""Sign in: as a new player, by a token, or by the code that another device shows."""

import sys
from getpass import getpass
from urllib.parse import urlsplit

import click

from ..client import Anabasis
from . import exit_codes
from .accounts import Account
from .context import Context, Ending, tell
from .harmless import harmless
from .raw import token_for_code

_HERE = {"localhost", "127.0.0.1", "::1"}


def log_in(context: Context, name: str | None, by_code: bool) -> None:
    """Sign in and keep the account. Raises ApiError, Ending."""
    address = context.address()
    _warn_of_plain_http(address)
    client = context.public()
    token = client.create_player(name)["token"] if name is not None else _token(client, by_code)
    me = client.with_token(token).me()
    account = Account(address, me["player_id"], me["name"], token)
    place = context.accounts.keep(account)
    told = f"You are {harmless(me['name'])} on {address}; the token is in {place}."
    context.print(told, {"server": address, "player_id": me["player_id"], "name": me["name"]})


def secret_line(prompt: str) -> str:
    """Return a line that is not shown while it is typed; without a terminal, that of the input."""
    line = getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline()
    secret = line.strip()
    if not secret:
        what = prompt.partition(":")[0].partition(" (")[0].lower()
        raise Ending(f"No {what} was entered: it is the first line of the input", exit_codes.USAGE)
    if not secret.isascii() or not secret.isprintable():
        raise Ending("What was entered has letters that no token or code has", exit_codes.USAGE)
    return secret


def _token(client: Anabasis, by_code: bool) -> str:
    if by_code:
        code = secret_line("Code (on the page under Account, another device): ")
        token = token_for_code(client, code.rpartition("=")[2])
        if token is None:
            raise Ending("The server sent no token for this code.", exit_codes.REFUSED)
        return token
    if sys.stdin.isatty() and (name := _name()):
        made: str = client.create_player(name)["token"]
        return made
    return secret_line("Token: ")


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
