"""A new player on a server that takes invited ones alone; the link is a secret."""

from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from click.testing import Result

from clients.python.terminal import exit_codes, signing_in
from service.app import create_app
from service.people.account_invitations import HOST
from service.settings.config import Config
from tests.clients.python.terminal.in_process import run
from tests.service.api import Api
from tests.service.conftest import fake_store

pytestmark = pytest.mark.usefixtures("machine")


@pytest.fixture(scope="module")
def house() -> Api:
    return Api(create_app(Config(rate_limit=False, registration="invite"), fake_store()))


@pytest.fixture
def link(house: Api) -> str:
    """The link of an invitation for one."""
    _, token = house.app.extensions["anabasis"].account_invitations.make(HOST, 1, 7)
    return f"https://games.example/#invite={token}"


def logged_in(house: Api, monkeypatch: pytest.MonkeyPatch, *words: str, typed: str = "") -> Result:
    transport = httpx.WSGITransport(app=house.app)
    command = ["login", "--server", "https://games.test", *words]
    return run(monkeypatch, transport, command, typed=typed)


def test_a_file_has_the_link_or_its_token(
    house: Api, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, link: str
) -> None:
    file = tmp_path / "link.txt"
    file.write_text(link + "\n")
    words = ("--name", "Ada", "--invitation", str(file))
    assert "You are Ada" in logged_in(house, monkeypatch, *words).output
    again = logged_in(house, monkeypatch, *words)
    assert again.exit_code == exit_codes.NOT_SIGNED_IN
    assert "invitation" in again.stderr


def test_the_first_line_of_the_input_may_be_the_link(
    house: Api, monkeypatch: pytest.MonkeyPatch, link: str
) -> None:
    words = ("--name", "Ada", "--invitation", "-")
    told = logged_in(house, monkeypatch, *words, typed=link.partition("=")[2] + "\n")
    assert "You are Ada" in told.output


def test_a_person_at_a_terminal_is_asked_for_it(
    house: Api, monkeypatch: pytest.MonkeyPatch, link: str
) -> None:
    at_a_terminal = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(signing_in, "sys", at_a_terminal)
    monkeypatch.setattr(signing_in, "getpass", lambda _: link)
    assert "You are Bob" in logged_in(house, monkeypatch, typed="Bob\n").stdout


def test_a_refusal_for_want_of_one_says_where_the_help_is(
    house: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = logged_in(house, monkeypatch, "--name", "Ada")
    assert refused.exit_code == exit_codes.NOT_SIGNED_IN
    assert "anabasis-client login --help" in refused.stderr


@pytest.mark.parametrize("start", ["", "https://games.example/#invite="])
def test_a_link_on_the_command_line_is_refused_and_not_repeated(
    house: Api, monkeypatch: pytest.MonkeyPatch, link: str, start: str
) -> None:
    named = start + link.partition("=")[2]
    refused = logged_in(house, monkeypatch, "--name", "Ada", "--invitation", named)
    assert refused.exit_code == exit_codes.USAGE
    assert "--invitation takes a file" in refused.stderr
    assert "anai_" not in refused.output


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--invitation", "nosuch"), "--name"),
        (("--name", "Ada", "--invitation", "nosuch"), "nosuch"),
        (("--name", "Ada", "--invitation", "-"), "invitation"),
        (("--name", "Ada", "--invitation", "/dev/null"), "/dev/null"),
    ],
)
def test_an_invitation_that_is_missing_is_one_line(
    house: Api, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], named: str
) -> None:
    refused = logged_in(house, monkeypatch, *words)
    assert refused.exit_code == exit_codes.USAGE
    assert refused.stderr.count("\n") == 1
    assert named in refused.stderr
