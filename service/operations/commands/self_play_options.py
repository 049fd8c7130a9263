"""The options of the commands that let bots play games side by side."""

import os

import click

SEED = click.option("--seed", default="1", show_default=True, help="Decides all luck: any text.")
PROCESSES = click.option(
    "--processes",
    default=os.cpu_count() or 1,
    show_default="one a core",
    type=click.IntRange(1, 64),
    help="Processes that play side by side.",
)
