"""Reports of commands: progress, totals, and one line for the error or signal that ends one."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click

from service.machine.plain_text import counted
from service.operations.backup.errors import BackupFailed
from service.operations.backup.interrupts import Interrupted, stoppable
from service.telemetry.logs import tell_end

if TYPE_CHECKING:
    from tqdm import tqdm

    from service.operations.backup.form import Tail

INCOMPLETE = 3
"""The exit code of a command that did its work, but names missing or damaged games."""


@contextmanager
def report_end(undone: str) -> Iterator[None]:
    """Report the error or signal that ends a command; ``undone`` says how its work was left."""
    try:
        with stoppable():
            yield
    except BackupFailed as error:
        raise click.ClickException(str(error)) from error
    except Interrupted as stopped:
        raise stopped_by(stopped.number, f": {undone}") from stopped


def stopped_by(number: int, undone: str = "") -> SystemExit:
    """Report the signal that ends this command; return the exit."""
    tell_end(f"Stopped by {signal.Signals(number).name}{undone}.")
    # The code that a shell gives to a program ended by that signal.
    return SystemExit(128 + number)


def refuse_unwritable(path: Path, remedy: str) -> None:
    """Refuse a file that could not be written once a command's work is done, hours later."""
    try:
        with TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise click.ClickException(
            f"{path} cannot be written: {error.strerror}. {remedy}"
        ) from error


def progress(events: int, label: str) -> "tqdm[int]":
    """Return a progress bar of events on stderr, disabled unless that is a terminal."""
    from tqdm import tqdm  # noqa: PLC0415 - for few of the commands

    return tqdm(
        total=events, unit=" events", unit_scale=True, desc=label, leave=False, disable=None
    )


def size(count: int) -> str:
    """Return a number of bytes with its unit."""
    amount = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 1000:
            return f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:.3g} TB"


def contents(tail: "Tail") -> str:
    """Return the numbers of games and of other keys in a backup."""
    return f"{counted(tail.games, 'game')}, {counted(tail.keys, 'other key')}"


def rate(events: int, seconds: float) -> str:
    """Return a number of events, and their rate."""
    each_second = events / max(seconds, 0.001)
    return f"{counted(events, 'event')} in {seconds:.1f} s ({each_second:,.0f} events/s)"
