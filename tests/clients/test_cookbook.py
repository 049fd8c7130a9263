"""Every recipe of the cookbook runs as it stands in the README."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

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
    with running(
        folder / "log", ANABASIS_DATA=str(folder / "var"), ANABASIS_WEBHOOKS_PRIVATE="on"
    ) as run:
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
    title: str, service: Running, folder: Path, *arguments: str, token: str = ""
) -> Iterator[Program]:
    log = folder / "recipe.log"
    settings = {"ANABASIS_SERVER": service.address, "ANABASIS_TOKEN": token}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", recipes()[title], *arguments],
            cwd=ROOT,
            env=os.environ | settings,
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
    with started("Watch a game, whatever the line does", service, tmp_path, game) as watching:
        eventually(lambda: watching.is_told("^2 "))
        ada.resign(game)
        told = watching.end().splitlines()
    versions = [int(line.split()[0]) for line in told]
    assert versions == list(range(1, ada.view(game)["version"] + 1))
    assert " resigned 0" in told[-1]


def test_a_chat_is_told(service: Running, tmp_path: Path):
    ada = player(service, "Ada")
    title = "Tell a chat that it is your turn"
    with started(title, service, tmp_path, token=str(ada.token)) as receiving:
        eventually(lambda: receiving.is_told("works"), 60.0)
        game = ada.create_game(ruleset="alexandros", board="tiny", seats=2, first_seat=0)["game_id"]
        player(service, "Bob").take_seat(game)
        eventually(lambda: receiving.is_told(f"/game/{game}"), 60.0)


def test_a_tournament_counts_every_meeting(service: Running, tmp_path: Path):
    with started("Run a tournament", service, tmp_path) as tournament:
        told = tournament.end()
    assert "6 of 6:" in told
    points = [float(line.split()[0]) for line in told.splitlines()[-3:]]
    assert sum(points) == 6


def test_every_recipe_is_run():
    run = Path(__file__).read_text("utf-8")
    assert len(recipes()) >= 3
    for title in recipes():
        assert f'"{title}"' in run, title


def player(service: Running, name: str) -> Anabasis:
    public = Anabasis(service.address)
    return public.with_token(public.create_player(name)["token"])
