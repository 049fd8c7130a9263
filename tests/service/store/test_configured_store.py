"""Every command says in one line which store it cannot reach, and what to do."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.run.cli import main
from tests.clusters import Node, free_ports
from tests.programs import ANABASIS

AWAY = "redis://127.0.0.1:1"
SECRET = "no-one-knows"
COMMANDS = (
    "admin show",
    "archive now",
    "archive show",
    "backup new.anabasis",
    "keys",
    "projections rebuild",
    "projections show",
    "verify",
)
PROGRAMS = "worker", "run --port 0"
"""Commands that set up their own process: each is run in one."""


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[str]:
    """The address of a server with another password than the one in it."""
    with Node(tmp_path / "node", free_ports(1)[0], {}) as node:
        node.client.config_set("requirepass", SECRET)
        yield f"redis://:{SECRET}-any-more@{node.address}"


def told_by(words: str, url: str) -> str:
    """Return the line with which a command ends that cannot reach this store."""
    done = CliRunner().invoke(main, words.split(), env={"ANABASIS_REDIS_URL": url})
    assert (done.exit_code != 0, done.stdout, len(done.stderr.splitlines())) == (True, "", 1)
    return done.stderr


def told_by_program(words: str, url: str) -> str:
    command = [ANABASIS, *words.split()]
    environment = {**os.environ, "ANABASIS_REDIS_URL": url}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1), done
    return done.stderr


@pytest.mark.parametrize("words", [*COMMANDS, *PROGRAMS])
def test_a_store_that_does_not_answer_is_named_with_the_remedy(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    told = (told_by_program if words in PROGRAMS else told_by)(words, AWAY)
    assert told == (
        f"Error: ANABASIS_REDIS_URL ({AWAY}) cannot be reached (connecting to 127.0.0.1:1: "
        "Connection refused). Is it running there? If it speaks TLS, write rediss for redis.\n"
    )


@pytest.mark.parametrize("words", [*COMMANDS, *PROGRAMS])
def test_a_wrong_password_is_asked_for_and_never_shown(
    words: str, guarded: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    told = (told_by_program if words in PROGRAMS else told_by)(words, guarded)
    place = guarded.rpartition("@")[2]
    assert told.startswith(f"Error: ANABASIS_REDIS_URL (redis://…@{place}) cannot be reached (")
    assert told.endswith("Correct the user or the password in its address.\n")
    assert SECRET not in told
