"""The command ``anabasis move``: move one store into another while people play."""

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
    open_named_store,
    opened_empty,
    readable_place,
)
from service.operations.backup.retirement import StoreNames
from service.operations.backup.source import StoreContents
from service.operations.commands.reporting import progress, rate, report_end
from service.redis.errors import StoreRefused, StoreUnavailable
from service.redis.retirement import has_clear_notes, undo_command

OPEN = (
    "the old server could not be closed to every write (it allows no CONFIG, or holds other "
    "databases). Web processes of this release refuse changes by themselves, but older ones still "
    "accept some to accounts and settings: stop those at once."
)


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO", required=False)
@click.option("--undo", is_flag=True, help="Reopen FROM, to go on there; close TO.")
@click.option(
    "--force",
    is_flag=True,
    help="With --undo: give up everything TO has recorded, even if it cannot be read. Stop TO's "
    "services first: if TO cannot be reached to close it, both stores accept moves.",
)
def move(source: str, target: str | None, undo: bool, force: bool) -> None:
    """Move all games and players FROM one store TO an empty one while people play.

    \b
    anabasis move var redis://db:6379          from the embedded server to one of your own
    anabasis move redis://db:6379 redis+cluster://a:6379,b:6379
    anabasis move env:OLD env:NEW              addresses with passwords, from variables
    anabasis move --undo var env:NEW           go back to FROM

    FROM and TO are addresses or data folders; TO must be empty. People play on FROM until
    everything is copied. Then FROM is closed permanently, the last changes follow in well under a
    second, and the heads are compared. From then on the web processes of FROM still show games, but
    answer every move with 503 and Retry-After: restart them and the workers with ANABASIS_REDIS_URL
    (or ANABASIS_DATA) set to TO. No move is lost: a client that sends its command again with the
    same key is answered by TO. A service that starts on FROM, backup, verify and all other commands
    refuse it, and name TO.

    After an error, Ctrl-C or another signal, FROM stays open or is reopened, and TO is emptied. If
    the command was killed in its last moment (kill -9, a power cut), every command on FROM says so:
    reopen it by --undo. --undo closes TO, so TO must be reachable; FROM knows its address, but not
    its password. --undo is refused once TO has recorded anything, and while a move may be running
    (on another machine: until a minute after its last sign of life).
    """
    with report_end(f"nothing has moved, {_repeatable(source)} is open"):
        click.echo(_undo(source, target, force) if undo else _run(source, target, force))


def _undo(source: str, target: str | None, force: bool) -> str:
    old_name = readable_place(source)
    with ExitStack() as stack:
        old = stack.enter_context(open_named_store(source, "FROM")).client
        left = left_for(old)
        if left is None:
            return f"{old_name} was not closed: there is nothing to undo."
        try:
            new = _reached(stack, target or left.place)
            # Closing the wrong store would leave the real one open, and the games would split.
            _refuse_another(target, new, left)
        except BackupFailed as error:
            # If the new store was never open, it has recorded nothing, and need not be reached.
            if left.may_be_used and not force:
                raise BackupFailed(_unseen(source, target, left, error)) from error
            new = None
        undo_move(old, old_name, new, force=force)
    return f"{old_name} is open again. {_of_new(left, is_reached=new is not None)}"


def _of_new(left: Left, *, is_reached: bool) -> str:
    if is_reached:
        return f"Start no service on {left.place} any more: it is closed."
    if not left.may_be_used:
        return f"{left.place} was never open: empty it before you use it."
    return (
        f"{left.place} was not reached, and anything it recorded is not here: stop all services "
        "on it, or both stores accept moves."
    )


def _reached(stack: ExitStack, name: str) -> Any:
    """Return the client of the store that a move went to. Raises BackupFailed."""
    try:
        return stack.enter_context(open_named_store(name, "TO")).client
    except (StoreRefused, StoreUnavailable) as error:
        raise BackupFailed(str(error)) from error


def _refuse_another(target: str | None, new: Any, left: Left) -> None:
    """Raise BackupFailed if a store has no games, and FROM does not name it as TO."""
    if target and readable_place(target) != left.place and not has_games(new):
        raise BackupFailed(
            f"TO ({readable_place(target)}) holds no games, and FROM names {left.place}."
        )


def _unseen(source: str, target: str | None, left: Left, why: BackupFailed) -> str:
    """Return the refusal to undo a move to a store that cannot be reached, with the remedy."""
    old = _repeatable(source)
    remedy = "fix that first" if target else f"name TO: {undo_command(old, left.place)}"
    return (
        f"{why} {left.place} may have recorded moves: {remedy}. If it is gone permanently, --force "
        f"opens {old} without it; if it is not, both stores then accept moves, and the games split."
    )


def _run(source: str, target: str | None, force: bool) -> str:
    if target is None or force:
        raise BackupFailed(
            "Name FROM and TO; or, with --undo, FROM (and TO). --force is for --undo."
        )
    if is_same(source, target):
        raise BackupFailed("FROM and TO are the same store: there is nothing to move.")
    # An embedded server's folder is replaced and deleted as a whole.
    if is_inside(target, source):
        raise BackupFailed("TO is a folder in FROM: name one beside it.")
    old, new = readable_place(source), readable_place(target)
    # The closed store names both places in one line, which --undo reads later.
    if not has_clear_notes(old, new):
        raise BackupFailed(
            f"FROM ({old!r}) and TO ({new!r}) cannot both stand in one line of "
            "the store's notes: give the folder another name."
        )
    moved = _move(source, target)
    if not moved.is_closed:
        click.echo(f"Warning: {OPEN}", err=True)
    return (
        f"Moved {counted(moved.games, 'game')}, {rate(moved.events, moved.seconds)}; "
        f"nothing could be recorded for {moved.stop:.2f} s. "
        f"Start the service on {readable_place(target)}."
    )


def _move(source: str, target: str) -> Moved:
    with ExitStack() as stack:
        store = stack.enter_context(open_named_store(source, "FROM"))
        empty = stack.enter_context(opened_empty(target, "TO"))
        bar = stack.enter_context(progress(StoreContents(store.client).events(), "move"))
        names = StoreNames(_repeatable(source), readable_place(target))
        return carry(store.client, empty, names, bar.update)


def _repeatable(name: str) -> str:
    """Return a name for a later command; a variable is named as it is, not by its address."""
    return name if name.startswith(VARIABLE) else readable_place(name)
