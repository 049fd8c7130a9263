"""What every command of the terminal shares: the server, its account, and how errors end it."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final
from urllib.parse import urlsplit

import click

from ..client import LOCAL, Anabasis
from ..errors import ApiError, ChainBroken
from . import exit_codes
from .accounts import Accounts, AccountsUnreadable, accounts_file
from .harmless import harmless

_PAGES: Final = ("game", "embed")


@dataclass(slots=True)
class Context:
    """The choices before a command; ``server`` is None for that of the last login."""

    server: str | None = None
    as_json: bool = False

    @property
    def accounts(self) -> Accounts:
        """The accounts of this machine's user."""
        return Accounts(accounts_file())

    def address(self) -> str:
        """Return the server's address: as chosen, or of the last login, or on this machine."""
        return (self.server or self.accounts.last_server() or LOCAL).rstrip("/")

    def public(self) -> Anabasis:
        """Return a client without a token."""
        return _client(self.address(), None)

    def client(self, needed: bool = True) -> Anabasis:
        """Return a client with the account's token; without one where it is not needed."""
        address = self.address()
        token = self.accounts.of(address).token
        if needed and not token:
            message = f"You have no account on {address} here: anabasis-client login"
            raise Ending(message, exit_codes.NOT_SIGNED_IN)
        return _client(address, token)

    def print(self, text: str, data: Any) -> None:
        """Print a line, or the data as one line of JSON."""
        click.echo(json.dumps(data) if self.as_json else text)


class Ending(click.ClickException):
    """A message in one line on stderr, with an exit code of the README's table."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.exit_code = code  # type: ignore[misc]  # click reads it so of any instance


def tell(text: str) -> None:
    """Print a line to stderr, where it disturbs no pipe."""
    click.echo(harmless(text), err=True)


@contextmanager
def endings() -> Iterator[None]:
    """Turn errors into one line and an exit code; Ctrl-C leaves without a word of Python's."""
    try:
        yield
    except ApiError as error:
        raise Ending(harmless(error.detail), exit_codes.exit_code(error)) from error
    except AccountsUnreadable as error:
        raise Ending(str(error), exit_codes.REFUSED) from error
    except ChainBroken as error:
        raise Ending(harmless(str(error)), exit_codes.REFUSED) from error
    except (KeyboardInterrupt, click.Abort):
        click.echo("Left. Your games go on without this terminal.", err=True)
        sys.exit(exit_codes.INTERRUPTED)
    except BrokenPipeError:
        # Python would complain about the closed pipe once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + signal.SIGPIPE)


def game_in(text: str) -> str:
    """Return the id of a game that is named by its id or by the address of its page."""
    if "/" not in text:
        return text
    parts = urlsplit(text).path.strip("/").split("/")
    named = [after for page, after in pairwise(parts) if page in _PAGES]
    return named[-1] if named else parts[-1]


def _client(address: str, token: str | None) -> Anabasis:
    if urlsplit(address).scheme not in {"http", "https"}:
        message = f"{address} is no address of a server, such as https://games.example"
        raise Ending(message, exit_codes.USAGE)
    return Anabasis(address, token)
