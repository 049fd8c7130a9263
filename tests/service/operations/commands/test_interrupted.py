"""Ctrl-C ends every command in the same way: a line on stderr, and exit code 130."""

import os
import pty
import signal
import subprocess
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from service.run.cli import main
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.programs import ANABASIS
from tests.service.running import ROOT
from tests.service.stored_records import recorded
from tests.waiting import eventually


def commands(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)
        else:
            yield (*path, name)


def found(path: tuple[str, ...]) -> click.Command:
    command: click.Command = main
    for name in path:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), name) or command
    return command


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """Commands that other tests have run in this process may have left their own handlers."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hears_ctrl_c")
@pytest.mark.parametrize("path", [*commands(main)], ids=" ".join)
def test_a_command_that_is_interrupted_exits_as_a_shell_expects(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = found(path)
    monkeypatch.setattr(command, "params", [])
    monkeypatch.setattr(command, "callback", lambda: os.kill(os.getpid(), signal.SIGINT))
    ended = CliRunner().invoke(main, path)
    assert (ended.exit_code, ended.stderr) == (130, "Error: Stopped by SIGINT.\n")


def test_processes_that_compute_leave_ctrl_c_to_the_one_that_asks(
    real_store: RedisStore, redis_url: str
) -> None:
    path = fixtures.FOLDER / "alexandros" / "tiny-two.json.gz"
    for number in range(300):
        recorded(real_store, path, f"game{number}")
    verify = subprocess.Popen(
        [ANABASIS, "verify", "--processes", "2"],
        cwd=ROOT,
        env={**os.environ, "ANABASIS_REDIS_URL": redis_url},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    eventually(lambda: len(family(verify.pid)) >= 3, 30.0)
    os.killpg(verify.pid, signal.SIGINT)  # as a terminal does
    _, told = verify.communicate()
    assert (verify.returncode, told) == (130, "Error: Stopped by SIGINT.\n")
    eventually(lambda: not family(verify.pid))


def family(session: int) -> list[str]:
    """The processes of a session."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "-g", str(session)], capture_output=True, text=True, check=False
    )
    return listed.stdout.split()


@pytest.mark.parametrize("form", ["text", "json"])
def test_at_a_terminal_an_error_is_a_sentence_whatever_the_log(form: str) -> None:
    leader, terminal = pty.openpty()
    environment = {"ANABASIS_LOG": form, "ANABASIS_REDIS_URL": "redis://127.0.0.1:1"}
    command = [ANABASIS, "projections", "show"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, stderr=terminal, check=False)
    os.close(terminal)
    told = os.read(leader, 4096).decode()
    os.close(leader)
    assert ended.returncode == 1
    assert told.startswith("Error: ANABASIS_REDIS_URL (redis://127.0.0.1:1) cannot be reached")
    assert len(told.splitlines()) == 1
