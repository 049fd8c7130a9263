"""The command ``anabasis backup``: a store in one file."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from service.machine.plain_text import counted
from service.operations.backup.creation import BackupRequest, Taken, take
from service.operations.backup.errors import BackupFailed
from service.operations.backup.passphrases import VARIABLE, check_portable, passphrase_of
from service.operations.backup.places import is_served, open_named_store
from service.operations.backup.reading import BackupFile
from service.operations.backup.source import StoreContents
from service.operations.commands.reporting import (
    INCOMPLETE,
    contents,
    progress,
    rate,
    report_end,
    size,
)
from service.store.installation import note_backup


@dataclass(frozen=True, slots=True)
class BackupOptions:
    """The options of the command."""

    file: Path
    since: Path | None
    encrypt: bool
    passphrase_file: Path | None
    heads: bool
    leave_out_lost: bool
    source: str | None


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--since", type=click.Path(path_type=Path), help="An older backup, to be continued.")
@click.option("--encrypt", is_flag=True, help="Encrypt FILE by a passphrase.")
@click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path),
    help=f"The file with the passphrase that encrypts FILE; default: {VARIABLE}.",
)
@click.option("--heads", is_flag=True, help="Write the heads of all games, without contents.")
@click.option(
    "--leave-out-lost",
    is_flag=True,
    help="Leave out games whose blocks the archive has lost; the archive must be there.",
)
@click.option(
    "--from", "source", help="Address or folder of the store; default: the configured one."
)
def backup(**options: Any) -> None:
    """Copy all games, players and settings into FILE, which must not be there yet.

    \b
    anabasis backup monday.anabasis           the running service, or a stopped data folder
    anabasis backup tuesday.anabasis --since monday.anabasis
                                              only the changes since monday; keep both
    anabasis backup games.anabasis --encrypt --passphrase-file key
                                              a continuation (--since) is encrypted, too
    anabasis backup heads.anabasis --heads    small: how far each game is, for a later restore
    anabasis backup copy.anabasis --from redis://db:6379
    anabasis backup games.anabasis --leave-out-lost
                                              if blocks in the archive are permanently lost

    The service goes on meanwhile. Every event acknowledged before the start is in the file, and
    each game as it was at one moment after the start. FILE gets its name once it is whole and on
    the disk. It holds every secret of the store: hidden cards, accounts, keys. Read models and
    pictures are left out; the service makes them again.

    Nothing is written if blocks in an archive cannot be read. With --leave-out-lost FILE holds all
    other games, and the heads of the lost ones; but a missing archive is still refused. A damaged
    block is copied into FILE as it is.

    Games that are left out, damaged, known to be broken, or short of events are named, and the exit
    code is 3. Older backups may hold them whole: keep those.
    """
    wanted = BackupOptions(**options)
    with report_end(f"nothing is left of {wanted.file}"):
        taken = _take(wanted)
    for warning in taken.warnings:
        click.echo(f"Warning: {warning}", err=True)
    click.echo(f"{wanted.file}: {_about(wanted, taken)}.")
    if taken.warnings:
        raise SystemExit(INCOMPLETE)


def _about(wanted: BackupOptions, taken: Taken) -> str:
    """Return the file's contents as a text; for a continuation, also their share of the store."""
    tail, written = taken.tail, taken.written
    if wanted.heads:
        events = counted(tail.events, "event")
        return f"heads of {counted(tail.games, 'game')} with {events}, {size(taken.size)}"
    held = contents(tail)
    if wanted.since:
        games = f"{written.games:,} of {counted(tail.games, 'game')}"
        keys = f"{written.keys:,} of {counted(tail.keys, 'other key')}"
        held = f"{games} and {keys}, changed since {wanted.since}"
    return f"{held}, {size(taken.size)}; {rate(written.events, tail.seconds)}"


def _take(wanted: BackupOptions) -> Taken:
    passphrase = passphrase_of(wanted.passphrase_file)
    if wanted.encrypt and not passphrase:
        raise BackupFailed(f"--encrypt needs a passphrase: set {VARIABLE} or --passphrase-file.")
    # It is read only to compare: `_refuse_plain` decides whether an encrypted file may continue it.
    older = BackupFile(wanted.since, passphrase, unencrypted=True) if wanted.since else None
    if older and (wanted.heads or not older.header.contents):
        raise BackupFailed("--heads neither continues a backup nor is continued.")
    secret = passphrase if _is_encrypted(wanted, older) else None
    if secret:
        check_portable(secret)
        _refuse_plain(older)
    elif passphrase:
        text = f"{VARIABLE} is set, but {wanted.file} is not encrypted without --encrypt."
        click.echo(f"Warning: {text}", err=True)
    # Ask before the store is opened: that starts a stopped folder's server, just for this command.
    is_noted = wanted.source is None and not wanted.heads and is_served()
    with ExitStack() as stack:
        store = stack.enter_context(open_named_store(wanted.source, "--from"))
        request = BackupRequest(
            wanted.file,
            older,
            secret,
            contents=not wanted.heads,
            outside=store.outside,
            leaves_out_lost=wanted.leave_out_lost,
        )
        bar = stack.enter_context(progress(StoreContents(store.client).events(), "backup"))
        taken = take(store.client, request, bar.update)
        if is_noted and not taken.warnings:
            # Only complete backups are noted: a host may watch the age of the newest one.
            note_backup(store.client)
        return taken


def _refuse_plain(older: BackupFile | None) -> None:
    """Raise BackupFailed if a restore with the passphrase would refuse the older backup."""
    if older and older.header.encryption is None:
        raise BackupFailed(
            f"{older.path} is not encrypted, so no encrypted backup can continue it: take a "
            "whole one, without --since."
        )


def _is_encrypted(wanted: BackupOptions, older: BackupFile | None) -> bool:
    """True if an option, or the backup that this one continues, asks for encryption."""
    # A continuation holds the same kinds of secrets as the backup before it.
    continues_encrypted = older is not None and older.header.encryption is not None
    return wanted.encrypt or wanted.passphrase_file is not None or continues_encrypted
