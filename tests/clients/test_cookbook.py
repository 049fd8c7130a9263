"""Every recipe of the cookbook runs as it stands in the README."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

from clients.python import Anabasis
from tests.service.running import ROOT, Running, running
from tests.waiting import eventually

README = ROOT / "clients" / "README.md"
RECIPE = re.compile(r"^### (.+?)\n.*?```python\n(.*?)```", re.DOTALL | re.MULTILINE)


@cache
def recipes() -> dict[str, str]:
    """The programs by their headings."""
    _, _, cookbook = README.read_text("utf-8").partition("## Cookbook\n")
    return dict(RECIPE.findall(cookbook))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("cookbook")
    with running(folder / "log", ANABASIS_DATA=str(folder / "var")) as run:
        yield run


class Program:
    """A recipe that runs; ``told`` is its output so far."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self._process, self._log = process, log

    @property
    def told(self) -> str:
        return self._log.read_text("utf-8")

    def end(self) -> str:
        """Wait for its end, and return all it has told."""
        assert self._process.wait(240.0) == 0, self.told
        return self.told

    def is_told(self, pattern: str) -> bool:
        assert self._process.poll() is None, self.told
        return re.search(pattern, self.told, re.MULTILINE) is not None


@contextmanager
def started(
    title: str,
    service: Running,
    folder: Path,
    *arguments: str,
    token: str = "",
    **more: str,
) -> Iterator[Program]:
    log = folder / "recipe.log"
    settings = {"ANABASIS_SERVER": service.address, "ANABASIS_TOKEN": token}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", recipes()[title], *arguments],
            cwd=ROOT,
            env=os.environ | settings | more,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Program(process, log)
    finally:
        process.kill()
        process.wait()


def test_a_game_is_watched_to_its_end(service: Running, tmp_path: Path):
    ada = player(service, "Ada")
    game = ada.create_game(ruleset="alexandros", board="tiny", seats=2, bots=["greedy"])["game_id"]
    with started("Watch a game through lost connections", service, tmp_path, game) as watching:
        eventually(lambda: watching.is_told("^2 "))
        ada.resign(game)
        # On a busy machine it may also say that it waits.
        told = [line for line in watching.end().splitlines() if line[0].isdigit()]
    versions = [int(line.split()[0]) for line in told]
    assert versions == list(range(1, ada.view(game)["version"] + 1))
    assert " resigned 0" in told[-1]


class Chat(BaseHTTPRequestHandler):
    """A chat that takes messages."""

    told: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.told.append(json.loads(body)["text"])
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def chat() -> Iterator[HTTPServer]:
    Chat.told.clear()
    with HTTPServer(("127.0.0.1", 0), Chat) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_chat_gets_the_turns(service: Running, tmp_path: Path, chat: HTTPServer):
    ada, title = player(service, "Ada"), "Send your turns to a chat"
    address = f"http://127.0.0.1:{chat.server_port}/"
    more = {"ANABASIS_CHAT": address, "ANABASIS_PLACE": str(tmp_path / "place")}
    with started(title, service, tmp_path, token=str(ada.token), **more) as telling:
        eventually(lambda: telling.is_told("games wait"))
        terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "first_seat": 0}
        game = ada.create_game(**terms)["game_id"]
        player(service, "Bob").take_seat(game)
        eventually(lambda: Chat.told)
    assert Chat.told[0].startswith("Your turn: ")
    assert Chat.told[0].endswith(f"/game/{game}")


def test_a_backup_holds_every_finished_game_and_its_openings_are_counted(
    service: Running, tmp_path: Path
):
    ada, folder = player(service, "Ada"), tmp_path / "games"
    token = str(ada.token)
    terms = {"ruleset": "alexandros", "board": "tiny", "first_seat": 1}
    game = ada.create_game(bots=["greedy"], **terms)["game_id"]
    eventually(lambda: any(event["type"] == "card_chosen" for event in ada.iter_events(game)))
    ada.resign(game)
    eventually(lambda: ada.view(game)["status"] == "finished", 120.0)
    eventually(lambda: list(ada.iter_my_games(status="finished")))
    with started("Back up my games", service, tmp_path, str(folder), token=token) as backup:
        assert backup.end().splitlines() == [f"1 {game}"]
    assert [file.name for file in folder.iterdir()] == [f"{game}.json.gz"]
    title = "Count the openings of an archive"
    with started(title, service, tmp_path, str(folder)) as counting:
        assert re.search(r"(?m)^\w+ +1 +[01]\.0$", counting.end())


def test_a_tournament_counts_every_meeting(service: Running, tmp_path: Path):
    with started("Run a tournament", service, tmp_path) as tournament:
        told = tournament.end()
    assert "6 of 6:" in told
    points = [float(line.split()[0]) for line in told.splitlines()[-3:]]
    assert sum(points) == 6


def test_every_recipe_is_run():
    run = Path(__file__).read_text("utf-8")
    assert len(recipes()) >= 5
    for title in recipes():
        assert f'"{title}"' in run, title


def player(service: Running, name: str) -> Anabasis:
    public = Anabasis(service.address)
    return public.with_token(public.create_player(name)["token"])
