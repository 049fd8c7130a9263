"""The command ``anabasis move``: from one store into another while people play."""

from contextlib import ExitStack

import click

from service.backup.errors import BackupFailed
from service.backup.moving import Moved
from service.backup.moving import move as carry
from service.backup.moving import undo as open_again
from service.backup.places import emptied, opened
from service.backup.reporting import progress, rate
from service.backup.source import Records
from service.store.address import without_passwords

OPEN = (
    "the old server allows no CONFIG, so accounts and settings can still be changed there: stop "
    "its web processes at once. Moves are refused."
)


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO", required=False)
@click.option("--undo", is_flag=True, help="Open FROM again, and go on there.")
def move(source: str, target: str | None, undo: bool) -> None:
    """Move all games and players FROM one store TO an empty one while people play.

    \b
    anabasis move var redis://db:6379          from the embedded server to one of your own
    anabasis move redis://db:6379 redis+cluster://a:6379,b:6379
    anabasis move env:OLD env:NEW              addresses with passwords, from variables
    anabasis move --undo var                   if TO is not to be used after all

    FROM and TO are addresses, or data folders; TO must be empty. People play on FROM until all is
    copied; then it is closed, for good, the last changes follow in well under a second, and the
    heads are compared. From there on web processes and workers of FROM answer 503 with Retry-After
    to whoever moves: start them again with ANABASIS_REDIS_URL (or ANABASIS_DATA) set to TO. They
    lose nothing: a client that sends its command again with its key is answered by TO. FROM can
    still be read, never recorded in; a service refuses to start on it and names TO.

    If anything goes wrong, FROM stays open, or is opened again: empty TO and begin anew. If the
    command itself was killed in its last moment, open FROM by --undo.
    """
    try:
        _run(source, target, undo)
    except BackupFailed as error:
        raise click.ClickException(str(error)) from error


def _run(source: str, target: str | None, undo: bool) -> None:
    if undo == (target is not None):
        raise BackupFailed("Name FROM and TO; or, with --undo, FROM alone.")
    if undo:
        with opened(source) as store:
            open_again(store.client)
        click.echo(f"{without_passwords(source)} is open again.")
        return
    place = str(target)
    moved = _move(source, place)
    if not moved.is_closed:
        click.echo(f"Warning: {OPEN}", err=True)
    click.echo(
        f"Moved {moved.games:,} games, {rate(moved.events, moved.seconds)}; "
        f"nothing could be recorded for {moved.stop:.2f} s. "
        f"Start the service on {without_passwords(place)}."
    )


def _move(source: str, target: str) -> Moved:
    with ExitStack() as stack:
        store = stack.enter_context(opened(source))
        empty = stack.enter_context(emptied(target))
        bar = stack.enter_context(progress(Records(store.client).events(), "move"))
        return carry(store.client, empty, without_passwords(target), bar.update)
