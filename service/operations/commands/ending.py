"""Errors and signals that end a command, each as one line."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import click

from service.operations.backup.errors import BackupFailed
from service.operations.backup.interrupts import Stopped, stoppable
from service.telemetry.logs import tell_end

INCOMPLETE = 3
"""The exit code of a command that did its work, and names games that are missing or damaged."""


@contextmanager
def ended(undone: str) -> Iterator[None]:
    """Report an error or signal that ends a command; ``undone`` says how its work was left."""
    try:
        with stoppable():
            yield
    except BackupFailed as error:
        raise click.ClickException(str(error)) from error
    except Stopped as stopped:
        raise stopped_by(stopped.number, f": {undone}") from stopped


def stopped_by(number: int, undone: str = "") -> SystemExit:
    """Say which signal ends this command, and return the end that a shell expects of it."""
    tell_end(f"Stopped by {signal.Signals(number).name}{undone}.")
    return SystemExit(128 + number)
