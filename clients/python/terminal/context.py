"""What every command of the terminal shares: the server, its account, and how errors end it."""

import atexit
import io
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Self
from urllib.parse import SplitResult, parse_qs, urlsplit

import click
import httpx

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
        """Return the server's address: as chosen, or of the last login, or on this machine.

        Raises Ending.
        """
        return _address(self.server or self.accounts.last_server() or LOCAL)

    def public(self) -> Anabasis:
        """Return a client without a token."""
        return _client(self.address(), None)

    def client(self, needed: bool = True) -> Anabasis:
        """Return a client with the account's token; without one where it is not needed."""
        address = self.address()
        token = self.accounts.of(address).token
        if needed and not token:
            message = f"You have no account on {address} here: sign in with `anabasis-client login`"
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
    except (ApiError, AccountsUnreadable, ChainBroken) as error:
        raise _ending(error) from error
    except (KeyboardInterrupt, click.Abort):
        tell("Left. Your games go on without this terminal.")
        sys.exit(exit_codes.INTERRUPTED)
    except BrokenPipeError:
        _forget_output()
        sys.exit(128 + signal.SIGPIPE)
    except OSError as error:
        _forget_output()
        message = f"The output cannot be written: {error.strerror or error}"
        raise Ending(message, exit_codes.REFUSED) from error


@contextmanager
def answers_of(address: str) -> Iterator[None]:
    """Turn answers of another form than the API's into one line that names the server.

    ``python -X dev`` shows where an error came from.
    """
    try:
        yield
    except (LookupError, TypeError, AttributeError) as error:
        if sys.flags.dev_mode:
            raise
        reason = f"{type(error).__name__}: {harmless(str(error))}"
        message = (
            f"The answer of {address} was not understood ({reason}); is it an Anabasis server?"
        )
        raise Ending(message, exit_codes.REFUSED) from error


def prepare_process() -> None:
    """Make closed streams and signals end as everything else. Raises Ending."""
    if sys.stdin is None:  # closed by ``<&-``
        sys.stdin = io.StringIO()
    if sys.stdout is None:
        raise Ending("The output is closed: leave out `>&-`", exit_codes.REFUSED)
    # Left to themselves they would end the process with the terminal as the prompt has set it.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    _restore_modes_at_end()


def _restore_modes_at_end() -> None:
    # A signal may come while a prompt is setting the terminal's modes, or putting them back.
    if sys.platform == "win32" or not sys.stdin.isatty():
        return
    import termios

    terminal = sys.stdin.fileno()
    modes = termios.tcgetattr(terminal)

    def restore() -> None:
        with suppress(OSError, termios.error):  # the terminal is gone
            if _may_set(terminal):
                termios.tcsetattr(terminal, termios.TCSANOW, modes)

    atexit.register(restore)


def _may_set(terminal: int) -> bool:
    # In the background it is another program's, and touching it would stop this one. A terminal
    # that does not control this session, as under some supervisors, stops nobody.
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return True


def _leave(number: int, _: object) -> None:
    sys.exit(128 + number)


def _ending(error: Exception) -> "Ending":
    if not isinstance(error, ApiError):
        return Ending(harmless(str(error)), exit_codes.REFUSED)
    remedy = exit_codes.remedy(error)
    what = error.detail.rstrip(".")
    return Ending(harmless(f"{what}; {remedy}" if remedy else what), exit_codes.exit_code(error))


def _forget_output() -> None:
    # Python would complain about the closed pipe, or the full disk, once more at its end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@dataclass(frozen=True, slots=True)
class GamePlace:
    """A game that is named by its id or by the address of its page, with its join code if given."""

    game: str
    code: str | None = None

    @classmethod
    def of(cls, text: str) -> Self:
        """Return what a word of the command line names. Raises Ending."""
        parts = _parts(text, "game")
        words = parts.path.strip("/").split("/")
        named = [after for page, after in pairwise(words) if page in _PAGES]
        game = named[-1] if named else words[-1]
        if not game or any(each.isspace() for each in game):
            message = f"{text!r} names no game: give its id, or the address of its page"
            raise Ending(message, exit_codes.USAGE)
        return cls(game, parse_qs(parts.fragment).get("join", [None])[0])


def _address(text: str) -> str:
    """Return the address of a server without a slash at its end. Raises Ending."""
    parts = _parts(text, "server")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        message = f"{text!r} is no address of a server, such as https://games.example"
        raise Ending(message, exit_codes.USAGE)
    return text.rstrip("/")


def _client(address: str, token: str | None) -> Anabasis:
    try:
        return Anabasis(address, token)
    except (httpx.InvalidURL, UnicodeError) as error:
        message = f"{address!r} is no address of a server: {error}"
        raise Ending(message, exit_codes.USAGE) from error


def _parts(text: str, what: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 an impossible one raises
    except ValueError as error:
        message = f"{text!r} is no address of a {what}: {error}"
        raise Ending(message, exit_codes.USAGE) from error
    return parts
