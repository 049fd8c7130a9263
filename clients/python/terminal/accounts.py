"""The server and the tokens that a login leaves on this machine.

``accounts.json`` in ``$XDG_CONFIG_HOME/anabasis`` names the last server and, for each server, its
player. The token itself is in the system's keyring if Python's ``keyring`` is installed and works;
otherwise it is in the file, which only its owner can read (mode 0600).
"""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ..shapes import JsonObject

_SERVICE: Final = "anabasis-client"
_TOKEN_VARIABLE: Final = "ANABASIS_TOKEN"


class AccountsUnreadable(Exception):
    """The file of accounts cannot be read or written; the message names it and the remedy."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player on a server, with the token if one is known."""

    server: str
    player_id: str = ""
    name: str = ""
    token: str | None = field(default=None, repr=False)


def accounts_file(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the path of the file of accounts, by the XDG base directories."""
    folder = environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(folder) / "anabasis" / "accounts.json"


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts of this machine's user; ``ANABASIS_TOKEN`` goes before what is kept."""

    path: Path
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)

    def last_server(self) -> str | None:
        """Return the server of the last login."""
        server = self._read().get("server")
        return str(server) if server else None

    def of(self, server: str) -> Account:
        """Return the account on a server; one without a token if there is none."""
        kept = self._read().get("accounts", {}).get(server) or {}
        account = Account(server, kept.get("player_id", ""), kept.get("name", ""))
        token = self.environ.get(_TOKEN_VARIABLE) or kept.get("token") or self._secret(kept, server)
        return Account(server, account.player_id, account.name, token)

    def keep(self, account: Account) -> str:
        """Keep an account as the last one used; return where its token is now."""
        in_keyring = account.token is not None and _to_keyring(account)
        kept = {"player_id": account.player_id, "name": account.name}
        content = self._read()
        others = content.get("accounts", {})
        with_token = kept if in_keyring else {**kept, "token": account.token}
        self._write({"server": account.server, "accounts": {**others, account.server: with_token}})
        return "the system's keyring" if in_keyring else str(self.path)

    def forget(self, server: str) -> bool:
        """Forget the account on a server; return False if there was none."""
        content = self._read()
        kept = content.get("accounts", {}).pop(server, None)
        if kept is None:
            return False
        if "token" not in kept and (keyring := _keyring()):
            with suppress(Exception):  # keyrings raise what their backends do
                keyring.delete_password(_SERVICE, _user(server, kept["player_id"]))
        self._write(content)
        return True

    def _secret(self, kept: JsonObject, server: str) -> str | None:
        keyring = _keyring() if kept else None
        if keyring is None:
            return None
        try:
            secret: str | None = keyring.get_password(_SERVICE, _user(server, kept["player_id"]))
        except Exception as error:  # keyrings raise what their backends do
            raise AccountsUnreadable(f"The keyring is locked ({error}); unlock it") from error
        return secret

    def _read(self) -> JsonObject:
        try:
            content: JsonObject = json.loads(self.path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            message = f"{self.path} cannot be read ({error}); repair it, or delete it and log in"
            raise AccountsUnreadable(message) from error
        accounts = content.get("accounts", {}) if isinstance(content, dict) else None
        if not isinstance(accounts, dict) or not all(map(_is_account, accounts.values())):
            message = f"{self.path} is no list of accounts; repair it, or delete it and log in"
            raise AccountsUnreadable(message)
        return content

    def _write(self, content: JsonObject) -> None:
        """Replace the file at once, so that no reader ever meets a half or an open one."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _replace(self.path, json.dumps(content, indent=1) + "\n")
        except OSError as error:
            message = (
                f"{self.path} cannot be written ({error}); XDG_CONFIG_HOME names another folder"
            )
            raise AccountsUnreadable(message) from error


def _is_account(kept: object) -> bool:
    return isinstance(kept, dict) and all(isinstance(each, str) for each in kept.values())


def _replace(path: Path, text: str) -> None:
    # The temporary file is made with mode 0600.
    descriptor, temporary = tempfile.mkstemp(prefix=".accounts-", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _to_keyring(account: Account) -> bool:
    keyring = _keyring()
    if keyring is None:
        return False
    user = _user(account.server, account.player_id)
    try:
        keyring.set_password(_SERVICE, user, account.token)
    except Exception:  # a keyring that is absent, locked or refused: the file takes its place
        return False
    return True


def _user(server: str, player: str) -> str:
    return f"{player} at {server}"


def _keyring() -> Any:
    """Return Python's ``keyring``, or None: it is an extra of its own."""
    try:
        return import_module("keyring")
    except ImportError:
        return None
