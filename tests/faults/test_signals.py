"""The launcher stopped at any moment, and twice: it ends soon and leaves no process."""

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random

import pytest

from tests import rounds
from tests.service.running import COMMAND, Running, running
from tests.waiting import eventually

pytestmark = pytest.mark.faults

END_SECONDS = 30.0
"""Time of a busy machine. Stand-ins are given far more, so that waiting for it is no end."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
ENDINGS = {0, 130, *(-number for number in SIGNALS)}
"""A clean stop, or a death before there was anything to stop."""

WEB = """
import socket, sys
listener = socket.socket(fileno=int(sys.argv[1]))
while True:
    connection, _ = listener.accept()
    connection.recv(4096)
    connection.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\n")
    connection.close()
"""
LAUNCHER = """
import sys
from service.run import launcher
from service.settings.config import Config
launcher.STOP_SECONDS = 1000.0
web = (sys.executable, "-I", "-S", "-c", sys.argv[1], "{fd}")
launcher.run(Config.from_environment(), launcher.Programs(web, worker=("sleep", "1000")))
"""
STAND_INS = (sys.executable, "-c", LAUNCHER, WEB)

FEW, MANY = 6, 90
FEW_WHOLE, MANY_WHOLE = 1, 10


@pytest.fixture(autouse=True)
def _interruptible() -> Iterator[None]:
    """Have runs begin with SIGINT as in a terminal: a shell's background jobs ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("seeds", rounds.seeds(FEW, MANY))
def test_two_signals_within_a_millisecond_are_a_clean_stop(
    tmp_path: Path, seeds: Sequence[int]
) -> None:
    for seed in seeds:
        _told_twice(STAND_INS, tmp_path / str(seed), Random(seed))


@pytest.mark.parametrize("seeds", rounds.seeds(FEW, MANY))
def test_signals_at_random_moments_leave_nothing_running(
    tmp_path: Path, seeds: Sequence[int]
) -> None:
    span = 1.5 * _seconds_of_a_run(STAND_INS, tmp_path / "measured")
    for seed in seeds:
        _told_at_random(STAND_INS, tmp_path / str(seed), Random(seed), span)


@pytest.mark.parametrize("seeds", rounds.seeds(FEW_WHOLE, MANY_WHOLE))
def test_the_whole_service_ends_in_the_same_way(tmp_path: Path, seeds: Sequence[int]) -> None:
    span = 1.5 * _seconds_of_a_run(COMMAND, tmp_path / "measured")
    for seed in seeds:
        _told_twice(COMMAND, tmp_path / f"twice-{seed}", Random(seed))
        _told_at_random(COMMAND, tmp_path / f"random-{seed}", Random(seed), span)


def _told_twice(command: tuple[str, ...], folder: Path, luck: Random) -> None:
    with _run(command, folder) as run:
        assert run.address
        for pause in (luck.uniform(0.0, 0.3), luck.uniform(0.0, 0.001)):
            time.sleep(pause)  # tries a moment; nothing is waited for
            run.signal(luck.choice(SIGNALS))
        _check_end(run, {0})


def _told_at_random(command: tuple[str, ...], folder: Path, luck: Random, span: float) -> None:
    """One to four signals in the span that covers start, running and stop."""
    with _run(command, folder) as run:
        start = time.monotonic()
        for moment in sorted(luck.uniform(0.0, span) for _ in range(luck.randint(1, 4))):
            time.sleep(max(0.0, start + moment - time.monotonic()))
            _signal(run, luck.choice(SIGNALS))
        _check_end(run, ENDINGS)


def _check_end(run: Running, codes: set[int]) -> None:
    code = run.process.wait(END_SECONDS)
    if code == 1 and "KeyboardInterrupt" in run.told:
        code = -signal.SIGINT  # Python itself was still starting
    assert code in codes, run.told
    assert run.session() == {}
    assert "Stopped" in run.told or (run.process.returncode and "Play" not in run.told), run.told


def _signal(run: Running, number: int) -> None:
    if run.process.poll() is None:
        os.kill(run.process.pid, number)


def _run(command: tuple[str, ...], folder: Path) -> AbstractContextManager[Running]:
    folder.mkdir()
    return running(folder / "log", command, ANABASIS_DATA=str(folder / "var"))


def _seconds_of_a_run(command: tuple[str, ...], folder: Path) -> float:
    """Return the seconds that a run takes when stopped as soon as it is ready."""
    start = time.monotonic()
    with _run(command, folder) as run:
        assert run.address
    return time.monotonic() - start


def test_a_second_signal_after_a_while_cuts_off_stubborn_processes(tmp_path: Path) -> None:
    stubborn = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN);" + WEB
    with _run((sys.executable, "-c", LAUNCHER, stubborn), tmp_path / "run") as run:
        assert run.address
        run.signal(signal.SIGINT)
        eventually(lambda: "Stopping" in run.told)
        eventually(lambda: _again(run), END_SECONDS)
        _check_end(run, ENDINGS)


def _again(run: Running) -> bool:
    """Press Ctrl-C once more; True if the run is over."""
    _signal(run, signal.SIGINT)
    return run.process.poll() is not None
