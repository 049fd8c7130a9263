"""Tokens on this machine: in the keyring, or in a file that only its owner reads."""

import stat
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from clients.python.terminal.accounts import (
    Account,
    Accounts,
    AccountsUnreadable,
    accounts_file,
)

ADA = Account("https://games.example", "p1", "Ada", "ana_secret")


class Keyring(SimpleNamespace):
    """A keyring in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def set_password(self, service: str, user: str, secret: str) -> None:
        self.kept[service, user] = secret

    def get_password(self, service: str, user: str) -> str | None:
        return self.kept.get((service, user))

    def delete_password(self, service: str, user: str) -> None:
        del self.kept[service, user]


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    return Accounts(tmp_path / "anabasis" / "accounts.json", {})


def test_without_a_keyring_the_token_is_in_a_file_for_its_owner_alone(accounts: Accounts) -> None:
    assert accounts.keep(ADA) == str(accounts.path)
    assert stat.S_IMODE(accounts.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(accounts.path.parent.stat().st_mode) == 0o700
    assert accounts.of(ADA.server) == ADA
    assert accounts.last_server() == ADA.server


def test_an_open_file_is_closed_by_the_next_login(accounts: Accounts) -> None:
    accounts.keep(ADA)
    accounts.path.chmod(0o644)
    accounts.keep(ADA)
    assert stat.S_IMODE(accounts.path.stat().st_mode) == 0o600
    assert [each.name for each in accounts.path.parent.iterdir()] == ["accounts.json"]


def test_a_token_goes_to_no_other_server(accounts: Accounts) -> None:
    accounts.keep(ADA)
    assert accounts.of("https://evil.example").token is None


def test_a_token_in_the_keyring_is_not_in_the_file(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "keyring", Keyring())
    assert accounts.keep(ADA) == "the system's keyring"
    assert "ana_secret" not in accounts.path.read_text()
    assert accounts.of(ADA.server) == ADA
    assert accounts.forget(ADA.server)
    assert accounts.of(ADA.server).token is None


def test_a_keyring_that_refuses_is_replaced_by_the_file(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: str) -> None:
        raise RuntimeError("no backend")

    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(set_password=refuse))
    assert accounts.keep(ADA) == str(accounts.path)
    assert accounts.of(ADA.server).token == "ana_secret"


def test_the_token_of_the_environment_goes_first(accounts: Accounts) -> None:
    accounts.keep(ADA)
    scripted = Accounts(accounts.path, {"ANABASIS_TOKEN": "ana_other"})
    assert scripted.of(ADA.server).token == "ana_other"


def test_forgetting_twice_says_that_there_was_nothing(accounts: Accounts) -> None:
    accounts.keep(ADA)
    assert accounts.forget(ADA.server)
    assert not accounts.forget(ADA.server)


def test_a_damaged_file_is_named_with_the_remedy(accounts: Accounts) -> None:
    accounts.keep(ADA)
    accounts.path.write_text("{")
    with pytest.raises(AccountsUnreadable, match=r"accounts\.json cannot be read.*log in"):
        accounts.of(ADA.server)


def test_the_file_is_where_xdg_says() -> None:
    assert accounts_file({"XDG_CONFIG_HOME": "/c"}) == Path("/c/anabasis/accounts.json")


def test_no_token_is_in_the_text_of_an_account() -> None:
    assert "ana_secret" not in repr(ADA)
