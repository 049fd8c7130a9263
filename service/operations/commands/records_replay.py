"""The command ``anabasis records-replay``: this release's part of a newer one's check-upgrade."""

import sys

import click

from service.operations.upgrade.replaying import FORM, serve


@click.command("records-replay")
@click.option(
    "--form",
    type=click.Choice([str(FORM)]),
    required=True,
    help="The form of requests and answers that the newer release speaks.",
)
def records_replay(form: str) -> None:  # noqa: ARG001 - there is one so far
    """Replay records from standard input, for `check-upgrade --old` of a newer release.

    It reads standard input and writes standard output, nothing more. Every release has this
    command, so that its modules may be renamed.

    \b
    Form 1: messages of four bytes (the length, big-endian) and as many of MessagePack
    first     {"folder": …, "rules": {ruleset: [versions]}}, written at once
    request   [entries, every, audit]: a record's entries as stored; with `every`, the position
              after each event is asked for, otherwise at the end; with `audit`, the decisions
    answer    [version, position, reason], one or more; `position` is canonical JSON; with a
              `reason` the record breaks at that version; [0, "", ""] ends each answer
    """
    serve(sys.stdin.buffer, sys.stdout.buffer)
