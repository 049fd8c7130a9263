"""Wrong words, servers and lines: each is answered in one line with its value, and fails."""

import json
from dataclasses import dataclass
from pathlib import Path

import click
import httpx
import pytest
from click.testing import CliRunner, Result

from clients.python.terminal import exit_codes
from clients.python.terminal.commands import terminal
from service.app import create_app
from service.settings.config import Config
from tests.clients.python.canned_service import Broken, problem
from tests.clients.python.terminal.in_process import run
from tests.service.api import Api
from tests.service.conftest import fake_store

pytestmark = pytest.mark.usefixtures("machine")
SERVER = "http://games.test"
LONG = "x" * 200


@dataclass
class House:
    """A service with Tess' live game, Bob's unlisted one, and one that is over."""

    api: Api
    names: dict[str, str]


@pytest.fixture(scope="module")
def house() -> House:
    api = Api(create_app(Config(rate_limit=False), fake_store()))
    tess, bob = api.person("Tess"), api.person("Bob")
    live, over = api.game(tess, bob), api.game(tess, bob)
    api.ask(
        "POST",
        f"/games/{over}/moves",
        tess,
        expect=201,
        json={"type": "resign"},
        headers={"If-Match": "*"},
    )
    others = api.game(bob, api.person("Cleo"))
    made = api.ask("POST", "/me/tokens", tess, json={"name": "a", "scopes": ["read"]}, expect=201)
    revoked = api.ask("POST", "/me/tokens", bob, json={"name": "a", "scopes": ["read"]}).json
    api.ask("DELETE", f"/me/tokens/{revoked['id']}", bob)
    names = {"LIVE": live, "OVER": over, "OTHERS": others, "TOKEN": tess.token}
    return House(api, {**names, "READER": made.json["token"], "REVOKED": revoked["token"]})


def is_one_line(result: Result, code: int, named: str) -> None:
    """Check that a failure is one line with a value, and its exit code."""
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    line = result.stderr
    assert line.startswith("Error: ")
    assert line.count("\n") == 1
    assert named in line


WORDS = [
    ("plya", 2, "plya"),
    ("--nosuch", 2, "--nosuch"),
    ("games --nosuch", 2, "--nosuch"),
    ("games --most 0", 2, "0 is not in the range"),
    ("games --most many", 2, "many"),
    ("watch", 2, "GAME"),
    (["watch", ""], 2, "''"),
    (["replay", "a b"], 2, "'a b'"),
    ("replay LIVE --at 0", 2, "0 is not in the range"),
    ("replay LIVE --at 9999", 1, "9999"),
    ("replay LIVE --at 99999999999999999999", 1, "99999999999999999999"),
    ("replay LIVE --at two", 2, "two"),
    ("replay nosuch --at 1", 4, "nosuch"),
    ("replay nosuch --text", 4, "nosuch"),
    ("replay https://games.example/game/nosuch --at 1", 4, "nosuch"),
    ("replay ../../me --at 1", 4, "me"),
    ("replay http://[::1 --at 1", 2, "http://[::1"),
    ("export nosuch", 4, "nosuch"),
    ("watch nosuch", 4, "nosuch"),
    ("play nosuch", 4, "nosuch"),
    ("play OTHERS", 3, "seat"),
    ("join OVER", 1, "taken"),
    ("join nosuch", 4, "nosuch"),
    ("join LIVE --seat 99", 2, "99"),
    ("join LIVE --code", 2, "join code"),
    ("new", 2, "RULESET"),
    ("new chess", 1, "chess"),
    ("new alexandros --board nosuch", 1, "nosuch"),
    ("new alexandros --bot nosuch", 1, "nosuch"),
    ("new alexandros --option foo", 2, "'foo'"),
    ("new alexandros --option =5", 2, "'=5'"),
    ("new alexandros --option target_score=abc", 1, "abc"),
    ("new alexandros --option nosuch=1", 1, "nosuch"),
    ("new alexandros --seats 9", 1, "9"),
    ("new alexandros --seats 12", 2, "12"),
    ("new alexandros --deadline soon", 1, "soon"),
    ("new alexandros --undo maybe", 2, "maybe"),
    (f"new alexandros --title {LONG}", 1, "200"),
    ("login", 2, "token"),
    ("login --code", 2, "code"),
    (["login", "--name", ""], 1, "name"),
    (f"login --name {LONG}", 1, "200"),
    ("completion tcsh", 2, "tcsh"),
    ("--server games.example games", 2, "games.example"),
    ("--server ftp://games.example games", 2, "ftp://games.example"),
    ("--server http:// games", 2, "http://"),
    ("--server http://games.example:99999 games", 2, "99999"),
    ("--server http://[::1 games", 2, "http://[::1"),
]


@pytest.mark.parametrize(("words", "code", "named"), WORDS)
def test_wrong_words_are_one_line(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    words: str | list[str],
    code: int,
    named: str,
) -> None:
    split = words if isinstance(words, list) else words.split()
    split = [house.names.get(word, word) for word in split]
    transport = httpx.WSGITransport(app=house.api.app)
    is_one_line(run(monkeypatch, transport, split, house.names["TOKEN"]), code, named)


@pytest.mark.parametrize(
    ("words", "token", "code", "named"),
    [
        ("games", None, 3, "anabasis-client login"),
        ("games", "ana_wrong", 3, "anabasis-client login"),
        ("games", "REVOKED", 3, "anabasis-client login"),
        ("new alexandros", "READER", 3, "play"),
        ("play", "READER", 4, "No game waits"),
    ],
)
def test_tokens_that_open_nothing_are_one_line(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    token: str | None,
    code: int,
    named: str,
) -> None:
    transport = httpx.WSGITransport(app=house.api.app)
    is_one_line(
        run(monkeypatch, transport, words, house.names.get(token or "", token)), code, named
    )


def cut_off() -> httpx.Response:
    return httpx.Response(200, stream=Broken(b'{"games": ['))


SERVERS = {
    "away": (httpx.ConnectError("Connection refused"), 5),
    "silent": (httpx.ReadTimeout("timed out"), 5),
    "of another kind": (httpx.Response(200, html="<h1>Hello</h1>"), 1),
    "without such a page": (httpx.Response(404, html="<h1>Not here</h1>"), 4),
    "moved": (httpx.Response(302, headers={"Location": "https://elsewhere.example"}), 1),
    "of another API": (httpx.Response(200, json={"message": "hi"}), 1),
    "of lists": (httpx.Response(200, json=[]), 1),
    "of nothing": (httpx.Response(200, json=None), 1),
    "of half an answer": (httpx.Response(200, content=b'{"games": ['), 1),
    "behind a gateway": (httpx.Response(502, html="<h1>Bad gateway</h1>"), 5),
    "busy": (problem(429, "too_many_requests", retry_after="3600"), 6),
}
COMMANDS = [
    "games",
    "play g",
    "watch g",
    "replay g --at 1",
    "replay g --text",
    "export g",
    "join g",
]


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("server", SERVERS)
def test_a_server_that_does_not_answer_as_ours_is_one_line(
    monkeypatch: pytest.MonkeyPatch, server: str, words: str
) -> None:
    answer, code = SERVERS[server]

    def answered(request: httpx.Request) -> httpx.Response:
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(
            answer.status_code, headers=answer.headers, content=answer.content, request=request
        )

    result = run(monkeypatch, httpx.MockTransport(answered), f"--server {SERVER} {words}", "ana_1")
    is_one_line(result, code, "3600 s" if server == "busy" else SERVER)


def test_an_answer_that_breaks_off_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    transport = httpx.MockTransport(lambda _: cut_off())
    is_one_line(run(monkeypatch, transport, f"--server {SERVER} games", "ana_1"), 5, SERVER)


@pytest.mark.parametrize(
    "kept", ["{", "[]", '{"accounts": []}', '{"accounts": {"a": 1}}', "\udcff"]
)
def test_a_damaged_file_of_accounts_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kept: str
) -> None:
    file = tmp_path / "anabasis" / "accounts.json"
    file.parent.mkdir()
    file.write_bytes(kept.encode(errors="surrogateescape"))
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json={}))
    is_one_line(run(monkeypatch, transport, "games"), 1, str(file))


LINES = [
    ("nonsense 5", "nonsense 5"),
    ("card nosuch", "nosuch"),
    ("card", "card"),
    ("march 0,0", "march"),
    ("/nosuch", "/nosuch"),
    ("/moves zebra", "zebra"),
    ("/preview", "/preview"),
    ("/preview nonsense", "nonsense"),
    ("/log many", "many"),
    ("/undo", "undo"),
    ("/redo", "undo"),
    ("/yes", "Nobody"),
    ("/no", "Nobody"),
    ("/order nosuch", "nosuch"),
    ("/order move_on most", "most"),
    ("/order nosuch off", "nosuch"),
    ("/time soon", "soon"),
    ("/time", "deadline"),
    ("/pause", "deadline"),
    ("/resume", "pause"),
    (f"{LONG * 20}", "xxx"),
    ("card \x1b[2J\u202e", "U+001B"),
]


@pytest.mark.parametrize(("line", "named"), LINES)
def test_a_wrong_line_within_a_game_is_refused_in_one_line(
    house: House, monkeypatch: pytest.MonkeyPatch, line: str, named: str
) -> None:
    transport = httpx.WSGITransport(app=house.api.app)
    words = f"--json play {house.names['LIVE']}"
    result = run(monkeypatch, transport, words, house.names["TOKEN"], typed=line + "\n")
    assert result.exit_code == exit_codes.REFUSED, result.output
    refused, left = result.stderr.splitlines()
    assert refused.startswith("Refused: ")
    assert named in refused
    assert "\x1b" not in refused
    assert left.startswith("Left.")
    assert all(isinstance(json.loads(each), dict) for each in result.stdout.splitlines())


def test_a_game_that_is_over_says_so_and_takes_no_lines(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    transport = httpx.WSGITransport(app=house.api.app)
    words = f"play {house.names['OVER']}"
    result = run(monkeypatch, transport, words, house.names["TOKEN"], typed="card hand\n")
    assert result.exit_code == 0, result.output
    assert "The game is over: Bob won" in result.stdout


@pytest.mark.parametrize(("name", "command"), [*terminal.commands.items()])
def test_the_help_of_each_command_has_examples_and_json(name: str, command: click.Command) -> None:
    told = CliRunner().invoke(terminal, [name, "--help"]).output
    assert f"anabasis-client {name}" in told
    assert "--json" in told
    assert "…" not in told


def test_the_help_lists_the_exit_codes_of_the_readme() -> None:
    told = CliRunner().invoke(terminal, ["--help"]).output
    readme = Path(exit_codes.__file__).with_name("README.md").read_text("utf-8")
    rows = [line.split("|") for line in readme.splitlines() if line.startswith("| ")]
    codes = {row[1].strip(): row[2].strip() for row in rows if row[1].strip().isdecimal()}
    assert len(codes) == 9
    for code, meaning in codes.items():
        assert f"{code:<4} {meaning.split(';')[0]}" in told
