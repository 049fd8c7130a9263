"""What another user's files in a data folder mean: one line with a remedy, and nothing written."""

# Loaded late by a command, when a rightless test may not read it.
import concurrent.futures.process  # noqa: F401
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import service.operations.doctor.settings  # noqa: F401
from service.run.cli import main
from service.server import folder_owner
from service.server.embedded import EmbeddedServer

NOBODY = 65_534


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cold folder that a user without special rights can reach."""
    home = Path(tempfile.mkdtemp(prefix="anabasis-"))
    with EmbeddedServer(home / "var"):
        pass
    monkeypatch.setenv("ANABASIS_DATA", str(home / "var"))
    monkeypatch.delenv("ANABASIS_REDIS_URL", raising=False)
    home.chmod(0o755)
    yield home / "var"
    shutil.rmtree(home)


@pytest.fixture
def rightless() -> Iterator[None]:
    """A test without root's rights, even if root runs it."""
    user = os.geteuid()
    for command in ("verify", "keys", "backup", "doctor"):
        call(command, "--help")  # while root's own modules can be read
    if user == 0:
        os.seteuid(NOBODY)
    yield
    if user == 0:
        os.seteuid(user)


def closed(path: Path) -> None:
    """Close a file, and give a folder to the user of the test if root makes it."""
    if os.geteuid() == 0:
        for each in (path.parent, *path.parent.rglob("*")):
            os.chown(each, NOBODY, -1)
    path.chmod(0)


@pytest.fixture
def unreadable_lock(folder: Path, request: pytest.FixtureRequest) -> None:
    closed(folder / "server.lock")
    request.getfixturevalue("rightless")


@pytest.fixture
def unreadable_folder(folder: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    folder.chmod(0o700 if os.geteuid() == 0 else 0)
    request.getfixturevalue("rightless")
    yield
    if os.geteuid() != NOBODY:
        folder.chmod(0o700)


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def one_line(found: Result) -> str:
    assert found.exit_code == 1, found.exception
    [line] = found.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    "command", [["verify"], ["run", "--port", "0"], ["keys"], ["backup", "none.anabasis"]]
)
@pytest.mark.parametrize("state", ["unreadable_lock", "unreadable_folder"])
def test_a_file_that_another_user_closed_is_one_line_with_a_remedy(
    command: list[str], state: str, request: pytest.FixtureRequest
):
    request.getfixturevalue(state)
    line = one_line(call(*command))
    assert f"user {os.geteuid()}" in line
    assert "chown -R" in line


@pytest.mark.parametrize("state", ["unreadable_lock", "unreadable_folder"])
def test_doctor_reports_a_file_that_another_user_closed(state: str, request: pytest.FixtureRequest):
    request.getfixturevalue(state)
    found = call("doctor", "--quiet")
    assert found.exit_code == 2, found.exception
    assert f"user {os.geteuid()}. Run it as" in found.stdout
    assert "chown -R" in found.stdout


@pytest.mark.parametrize("command", [["verify"], ["run", "--port", "0"], ["backup", "x.anabasis"]])
def test_another_users_games_are_refused_and_nothing_is_written(
    command: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """So no file of root's is left where the owner would fall over it."""
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    user = os.geteuid()
    monkeypatch.setattr(folder_owner.os, "geteuid", lambda: user + 1)
    line = one_line(call(*command))
    assert f"belongs to user {user}, and this is user {user + 1}" in line
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before


def test_a_folder_that_is_anothers_may_hold_our_games(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """As on a mounted volume, which is root's and open to our group."""
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, -1)
    assert call("verify").stdout == "0 of 0 games hold.\n"
