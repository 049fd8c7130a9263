"""Errors and signals that end a command, each as one line."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from service.operations.backup.errors import BackupFailed
from service.operations.backup.interrupts import Stopped, stoppable
from service.operations.commands.stopped import stopped_by

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
