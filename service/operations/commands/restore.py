"""The command ``anabasis restore``: fill an empty store from backups."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import monotonic

import click

from service.operations.backup.missing_versions import (
    damaged_lines,
    left_out_versions,
    missing_lines,
)
from service.operations.backup.passphrases import passphrase_of
from service.operations.backup.places import opened_empty
from service.operations.backup.reading import BackupFile
from service.operations.backup.restoring import check_blocks, check_chain
from service.operations.backup.restoring import restore as fill
from service.operations.commands.options import passphrase_file as passphrase_file_option
from service.operations.commands.options import unencrypted as unencrypted_option
from service.operations.commands.reporting import INCOMPLETE, contents, progress, rate, report_end


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--into", "target", help="Address or new folder; default: the configured store.")
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    help="The last known heads: a later backup, or heads.json of a data folder.",
)
@passphrase_file_option
@unencrypted_option
def restore(
    files: Sequence[Path],
    target: str | None,
    against: Path | None,
    passphrase_file: Path | None,
    unencrypted: bool,
) -> None:
    """Fill an empty store from FILES: a backup and those that continue it, in order.

    \b
    anabasis restore monday.anabasis tuesday.anabasis
                          into the data folder, which must be new or empty
    anabasis restore monday.anabasis --into redis://db:6379
                          into an empty server or cluster
    anabasis restore monday.anabasis --against var.lost/heads.json
                          and list what is missing (exit code 3): by times from heads.json,
                          by each game's versions from a later backup

    Games whose blocks were lost when FILES were taken (backup --leave-out-lost) are named as
    missing, too: their heads are restored, and the games are back once their blocks are. Games
    whose blocks were damaged are named as well, and restored as they are.

    If a passphrase is set, a backup that is not encrypted is refused unless you add --unencrypted,
    as anyone may have written it. Every block of FILES is checked before anything is written.

    Nothing is ever overwritten. A new folder gets its name once it is whole; a server is closed
    until it is whole, and emptied again after an error, Ctrl-C or another signal. A service refuses
    to start on a server that a killed restore (kill -9) left half filled, and says why. Players
    stay signed in, and games go on; the first worker makes the read models again.
    """
    with report_end("nothing was restored"):
        passphrase = passphrase_of(passphrase_file)
        opened = partial(BackupFile, passphrase=passphrase, unencrypted=unencrypted)
        missing = _restore([opened(file) for file in files], target, against, opened)
    _print_missing(missing, against)


def _print_missing(lines: Sequence[str], against: Path | None) -> None:
    """Print what is missing on stderr. Raises SystemExit if anything is."""
    for line in lines:
        click.echo(line, err=True)
    if lines:
        raise SystemExit(INCOMPLETE)
    if against:
        click.echo(f"Nothing is missing against {against}.")


def _restore(
    chain: Sequence[BackupFile],
    target: str | None,
    against: Path | None,
    opened: Callable[[Path], BackupFile],
) -> list[str]:
    check_chain(chain)
    # Files are read twice: an error in the last block must be found before the first is written.
    check_blocks(chain)
    missing = list(left_out_versions(chain[-1]))
    missing += damaged_lines(chain[-1])
    missing += missing_lines(against, chain[-1], opened) if against else []
    started, tail = monotonic(), chain[-1].tail
    with ExitStack() as stack:
        empty = stack.enter_context(opened_empty(target, "--into"))
        bar = stack.enter_context(progress(tail.events, "restore"))
        fill(chain, empty, bar.update)
    click.echo(f"Restored {contents(tail)}; {rate(tail.events, monotonic() - started)}.")
    return missing
