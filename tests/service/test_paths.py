"""Paths that are not ASCII, in a locale that is: everything works and is printed right."""

import shutil
import sys
from pathlib import Path

import pytest

from service.run.cli import readable
from tests.service.running import COMMAND, ROOT, Running, running

PACKAGES = ("domain", "projections", "service", "clients")
ASCII, UTF_8 = {"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LC_ALL": "C.UTF-8", "PYTHONUTF8": ""}
IN_FOLDER = ("sh", "-c", 'cd "$0" && exec "$@"')


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "spiel–äöü"
    made.mkdir()
    return made


def play(run: Running) -> str:
    """Have a player make a game; its id."""
    player = run.ask("POST", "/api/v1/players", json={"name": "Zoë"}).json()
    token = {"Authorization": f"Bearer {player['token']}"}
    game = {"ruleset": "alexandros", "seats": 2, "board": "near_east"}
    made = run.ask("POST", "/api/v1/games", json=game, headers=token).json()
    return str(made["game_id"])


def test_a_data_folder_may_have_any_name_in_any_locale(folder: Path, tmp_path: Path) -> None:
    environment = {"ANABASIS_DATA": str(folder / "var"), **ASCII}
    with running(tmp_path / "log", **environment) as run:
        game = play(run)
        assert f"kept in {folder / 'var'}\n" in run.told
        with running(tmp_path / "second", **environment) as second:
            assert second.wait() == 1
        assert f"already runs on {folder / 'var'}:" in second.told
    assert run.process.returncode == 0, run.told
    assert run.told.endswith("Stopping…\nStopped; every game is kept.\n")
    with running(tmp_path / "next", **environment | UTF_8) as following:
        assert following.ask("GET", f"/api/v1/games/{game}").json()["game_id"] == game
        assert f"kept in {folder / 'var'}\n" in following.told
        with running(tmp_path / "third", **environment | UTF_8) as third:
            assert third.wait() == 1
        assert f"already runs on {folder / 'var'}:" in third.told


def test_a_checkout_may_lie_anywhere(folder: Path, tmp_path: Path) -> None:
    for package in PACKAGES:
        unwanted = shutil.ignore_patterns("node_modules", "__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=unwanted)
    command = (*IN_FOLDER, str(folder), *COMMAND)
    settings = {"PYTHONPATH": str(folder), "ANABASIS_DATA": "var", **ASCII}
    with running(tmp_path / "log", command, **settings) as run:
        assert play(run)
        assert f"kept in {folder / 'var'}\n" in run.told
        assert run.ask("GET", "/").status_code == 200
    assert run.process.returncode == 0, run.told


def test_a_name_that_is_no_text_at_all_is_shown_by_its_bytes() -> None:
    name = b"spiel\xff".decode("ascii", "surrogateescape")
    assert readable(name) == "spiel\\xff"
    assert readable("spiel–äöü".encode().decode("ascii", "surrogateescape")) == "spiel–äöü"
    assert sys.getfilesystemencoding() == "utf-8", "the tests themselves need a locale of UTF-8"
