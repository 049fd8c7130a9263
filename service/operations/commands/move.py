"""The command ``anabasis move``: from one store into another while people play."""

from contextlib import ExitStack
from typing import Any

import click

from service.machine.plain_text import counted
from service.operations.backup.errors import BackupFailed
from service.operations.backup.move_undo import Left, has_games, left_for, undo_move
from service.operations.backup.moving import Moved
from service.operations.backup.moving import move as carry
from service.operations.backup.places import (
    VARIABLE,
    is_inside,
    is_same,
    opened,
    opened_empty,
    shown,
)
from service.operations.backup.retirement import StoreNames
from service.operations.backup.source import StoreContents
from service.operations.commands.reporting import ended, progress, rate
from service.redis.errors import StoreRefused, StoreUnavailable
from service.redis.retirement import has_clear_notes, undo_command

OPEN = (
    "the old server could not be closed for all (it allows no CONFIG, or holds other databases): "
    "its web processes refuse changes by themselves, but older releases take some of accounts and "
    "settings: stop those at once."
)


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO", required=False)
@click.option("--undo", is_flag=True, help="Open FROM again, and go on there; close TO.")
@click.option(
    "--force",
    is_flag=True,
    help="With --undo: give up all that TO has recorded, also unseen. Stop its services first: if "
    "TO cannot be reached to close it, both stores take moves.",
)
def move(source: str, target: str | None, undo: bool, force: bool) -> None:
    """Move all games and players FROM one store TO an empty one while people play.

    \b
    anabasis move var redis://db:6379          from the embedded server to one of your own
    anabasis move redis://db:6379 redis+cluster://a:6379,b:6379
    anabasis move env:OLD env:NEW              addresses with passwords, from variables
    anabasis move --undo var env:NEW           if TO is not to be used after all

    FROM and TO are addresses, or data folders; TO must be empty. People play on FROM until all is
    copied; then it is closed, for good, the last changes follow in well under a second, and the
    heads are compared. From there on web processes and workers of FROM answer 503 with Retry-After
    to whoever moves: start them again with ANABASIS_REDIS_URL (or ANABASIS_DATA) set to TO. They
    lose nothing: a client that sends its command again with its key is answered by TO. Until then
    those web processes still show games. Nothing else reads FROM: a service that starts on it,
    backup, verify and all other commands refuse it, and name TO.

    If anything goes wrong, or Ctrl-C or another signal ends the command, FROM stays open, or is
    opened again, and TO is emptied. If it was killed in its last moment (kill -9, a power cut),
    FROM says so to whoever looks: open it by --undo. That is refused while a move may be at work
    (on another machine: until a minute after its last sign of life), and once anything was recorded
    in TO, which is closed by it; so TO must be reached. FROM knows it, but without its password.
    """
    with ended(f"nothing has moved, {_repeatable(source)} is open"):
        click.echo(_undo(source, target, force) if undo else _run(source, target, force))


def _undo(source: str, target: str | None, force: bool) -> str:
    old_name = shown(source)
    with ExitStack() as stack:
        old = stack.enter_context(opened(source, "FROM")).client
        left = left_for(old)
        if left is None:
            return f"{old_name} was not closed: there is nothing to undo."
        try:
            new = _reached(stack, target or left.place)
            _refuse_another(target, new, left)
        except BackupFailed as error:
            if left.may_be_used and not force:
                raise BackupFailed(_unseen(source, target, left, error)) from error
            new = None
        undo_move(old, old_name, new, force=force)
    return f"{old_name} is open again. {_of_new(left, is_reached=new is not None)}"


def _of_new(left: Left, *, is_reached: bool) -> str:
    if is_reached:
        return f"Start no service on {left.place} any more: it is closed."
    if not left.may_be_used:
        return f"{left.place} was never open: empty it before it is used."
    return (
        f"{left.place} was not reached, and what it recorded is not here: stop all services on "
        "it, or both stores take moves."
    )


def _reached(stack: ExitStack, name: str) -> Any:
    """Return the client of the store a move went to. Raises BackupFailed."""
    try:
        return stack.enter_context(opened(name, "TO")).client
    except (StoreRefused, StoreUnavailable) as error:
        raise BackupFailed(str(error)) from error


def _refuse_another(target: str | None, new: Any, left: Left) -> None:
    """Raise BackupFailed for a store without games that FROM does not name as TO."""
    if target and shown(target) != left.place and not has_games(new):
        raise BackupFailed(f"TO ({shown(target)}) holds no games, and FROM names {left.place}.")


def _unseen(source: str, target: str | None, left: Left, why: BackupFailed) -> str:
    """Say that nobody knows whether the new store has recorded anything, and the remedy."""
    old = _repeatable(source)
    remedy = "mend that first" if target else f"name TO: {undo_command(old, left.place)}"
    return (
        f"{why} {left.place} may have recorded moves: {remedy}. If it is gone for good, --force "
        f"opens {old} without it; if it is not, both stores take moves then, and the games split."
    )


def _run(source: str, target: str | None, force: bool) -> str:
    if target is None or force:
        raise BackupFailed(
            "Name FROM and TO; or, with --undo, FROM (and TO). --force is for --undo."
        )
    if is_same(source, target):
        raise BackupFailed("FROM and TO are the same store: there is nothing to move.")
    if is_inside(target, source):
        raise BackupFailed("TO is a folder in FROM: name one beside it.")
    if not has_clear_notes(shown(source), shown(target)):
        raise BackupFailed(
            f"FROM ({shown(source)!r}) and TO ({shown(target)!r}) cannot be told apart in a line: "
            "give the folder another name."
        )
    moved = _move(source, target)
    if not moved.is_closed:
        click.echo(f"Warning: {OPEN}", err=True)
    return (
        f"Moved {counted(moved.games, 'game')}, {rate(moved.events, moved.seconds)}; "
        f"nothing could be recorded for {moved.stop:.2f} s. "
        f"Start the service on {shown(target)}."
    )


def _move(source: str, target: str) -> Moved:
    with ExitStack() as stack:
        store = stack.enter_context(opened(source, "FROM"))
        empty = stack.enter_context(opened_empty(target, "TO"))
        bar = stack.enter_context(progress(StoreContents(store.client).events(), "move"))
        names = StoreNames(_repeatable(source), shown(target))
        return carry(store.client, empty, names, bar.update)


def _repeatable(name: str) -> str:
    """Return a name for a later command: a variable's, which may hold a password, as it is."""
    return name if name.startswith(VARIABLE) else shown(name)
