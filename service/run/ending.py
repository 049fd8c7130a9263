"""Errors and signals that end a command, each as one line."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import click

from service.backup.errors import BackupFailed
from service.backup.interrupts import Stopped, stoppable

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
        name = signal.Signals(stopped.number).name
        click.echo(f"Error: Stopped by {name}: {undone}.", err=True)
        raise SystemExit(128 + stopped.number) from stopped
