"""Options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from service.operations.backup.passphrases import VARIABLE

Command = Callable[..., Any]

passphrase_file = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path),
    help=f"The file with an encrypted backup's passphrase; default: {VARIABLE}.",
)


unencrypted = click.option(
    "--unencrypted",
    is_flag=True,
    help="Accept backups that are not encrypted although a passphrase is set.",
)

# Of the commands that let bots play games side by side.
random_seed = click.option(
    "--seed", default="1", show_default=True, help="Decides all luck: any text."
)
all_processes = click.option(
    "--processes",
    default=os.cpu_count() or 1,
    show_default="one a core",
    type=click.IntRange(1, 64),
    help="Processes that play side by side.",
)


def examination_options(processes: str) -> Callable[[Command], Command]:
    """Add the options of a command that examines games; ``processes`` is that option's help."""
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
        # Decorators apply from the last to the first, but --help lists options from the first.
        for option in reversed(options):
            command = option(command)
        return command

    return add
