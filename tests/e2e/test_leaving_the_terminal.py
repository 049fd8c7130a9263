"""Every way out of the terminal: its modes are restored, and nothing of Python's is printed."""

import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients.python import Anabasis
from clients.python.terminal import exit_codes
from tests.e2e.terminal import COMMAND, SECONDS, environ, run, terminal
from tests.servers import Service, serving

TERMS = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "first_seat": 0}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("leaving")) as service:
        yield service


@pytest.fixture(scope="module")
def config(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Tess has signed in."""
    folder = tmp_path_factory.mktemp("config")
    made = run(folder, "login", "--server", service.web.address, "--name", "Tess")
    assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture(scope="module")
def game(service: Service, config: Path) -> str:
    """A live game in which it is Tess' turn."""
    token = (config / "anabasis" / "accounts.json").read_text().split('"token": "')[1]
    tess: Anabasis = service.client(token.partition('"')[0], retries=3)
    made = tess.create_game(**TERMS)["game_id"]
    service.player("Bob").take_seat(made)
    return str(made)


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ("/quit\r", 0),
        ("\x04", 0),
        ("\x03", exit_codes.INTERRUPTED),
        (signal.SIGINT, exit_codes.INTERRUPTED),
        (signal.SIGTERM, 128 + signal.SIGTERM),
        (signal.SIGHUP, 128 + signal.SIGHUP),
    ],
)
def test_the_terminal_is_as_it_was(
    config: Path, game: str, keys: str | signal.Signals, code: int
) -> None:
    with terminal(config, "play", game) as window:
        window.wait_for(lambda text: ">" in text.partition("You can: ")[2])
        if isinstance(keys, str):
            window.press(keys)
        else:
            os.kill(window.process.pid, keys)
        assert window.ended() == code
        assert "Traceback" not in window.all
        assert window.is_restored()


CAUGHT_HALFWAY = """
import os, signal, tty
from clients.python.terminal.context import prepare_process
prepare_process()
tty.setraw(0)
os.kill(os.getpid(), signal.SIGHUP)
"""
"""A signal that comes while the prompt has set the modes and does not yet know it."""


def test_modes_are_restored_on_a_terminal_that_controls_no_session() -> None:
    ours, theirs = pty.openpty()
    modes = termios.tcgetattr(ours)
    command = [sys.executable, "-c", CAUGHT_HALFWAY]
    ended = subprocess.run(command, stdin=theirs, start_new_session=True, check=False)
    assert ended.returncode == 128 + signal.SIGHUP
    assert termios.tcgetattr(ours) == modes
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("size", [(4, 10), (1, 1), (24, 20), (200, 500)])
def test_a_terminal_of_any_size_is_played_in(
    config: Path, game: str, size: tuple[int, int]
) -> None:
    with terminal(config, "play", game, size=size) as window:
        window.wait_for(lambda text: "You can" in text)
        window.enter("/moves")
        window.press("/quit\r")
        assert window.ended() == 0
        assert "Traceback" not in window.all


def shell(config: Path, script: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the client as ``"$@"`` of a shell's script."""
    return subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, *words],
        env=environ(config),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@pytest.mark.parametrize(
    ("script", "word", "code", "told"),
    [
        ('exec "$@" <&-', "play", 0, "Left."),
        ('exec "$@" >&-', "replay", exit_codes.REFUSED, "Error: The output is closed"),
        (
            'exec "$@" >/dev/full',
            "replay",
            exit_codes.REFUSED,
            "Error: The output cannot be written",
        ),
        ('exec "$@" >/dev/full', "play", exit_codes.REFUSED, "Error: The output cannot be written"),
        (
            'exec "$@" >/dev/full',
            "export",
            exit_codes.REFUSED,
            "Error: The output cannot be written",
        ),
    ],
)
def test_closed_streams_and_full_disks_are_one_line(
    config: Path, game: str, script: str, word: str, code: int, told: str
) -> None:
    ended = shell(config, script, word, game)
    assert ended.returncode == code, ended.stderr
    assert ended.stderr.startswith(told)
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("word", ["replay", "play", "export", "watch"])
def test_a_reader_that_has_gone_ends_without_a_word(config: Path, game: str, word: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            [*COMMAND, word, game],
            env=environ(config),
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            check=False,
        )
    finally:
        os.close(writer)
    assert (ended.returncode, ended.stderr) == (128 + signal.SIGPIPE, b"")


def test_bash_completes_commands_and_options(config: Path, tmp_path: Path) -> None:
    command = tmp_path / "anabasis-client"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m clients.python.terminal "$@"\n')
    command.chmod(0o755)
    script = """
        eval "$(anabasis-client completion bash)"
        complete -p anabasis-client
        COMP_WORDS=(anabasis-client re); COMP_CWORD=1; _anabasis_client_completion anabasis-client
        echo "${COMPREPLY[@]}"
        COMPREPLY=(); COMP_WORDS=(anabasis-client new --un); COMP_CWORD=2
        _anabasis_client_completion anabasis-client
        echo "${COMPREPLY[@]}"
    """
    completed = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={**environ(config), "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert completed.stderr == ""
    bound, commands, options = completed.stdout.splitlines()
    assert bound.endswith("-F _anabasis_client_completion anabasis-client")
    assert commands == "replay"
    assert set(options.split()) == {"--undo", "--unlisted"}
