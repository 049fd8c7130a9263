"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from service.operations.backup.passphrases import VARIABLE

Command = Callable[..., Any]

passphrase_file = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path),
    help=f"The file that holds an encrypted backup's passphrase; left out: {VARIABLE}.",
)


unencrypted = click.option(
    "--unencrypted",
    is_flag=True,
    help="Take backups that are not encrypted, though a passphrase is set.",
)


def examining(processes: str) -> Callable[[Command], Command]:
    """Add the options of a command that examines games; ``processes`` says which it counts."""
    options = (
        click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
        click.option(
            "--processes",
            default=1,
            show_default=True,
            type=click.IntRange(1, 64),
            help=processes,
        ),
        passphrase_file,
        unencrypted,
    )

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add
