"""The command ``anabasis check-upgrade``: replay every stored game by two releases."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import msgspec
from tqdm import tqdm

from service.machine.plain_text import counted
from service.operations.backup.audit_records import Record, records_of_backups, records_of_store
from service.operations.backup.errors import BackupFailed
from service.operations.backup.passphrases import passphrase_of
from service.operations.backup.places import open_for_events
from service.operations.backup.reading import BackupFile
from service.operations.commands.options import examination_options
from service.operations.commands.verify import newest_versions, places_of, tell_unreachable
from service.operations.upgrade.comparison import VERDICTS, Comparison, compared
from service.operations.upgrade.old_release import REMEDY, OldRelease, OldReleaseUnusable
from service.operations.upgrade.replaying import Code, code
from service.redis.errors import StoreRefused, StoreUnavailable

NOT_THE_SAME, UNUSABLE = 1, 2
EXIT_CODES = """
\b
Exit codes
0  none differs or breaks: upgrade
1  some differ or break: stay with the older release until these games have ended, and report them
2  no answer: a store, a backup or the older release cannot be used, or an option is wrong; or
   no answer for some games, which stderr names: they lie in an archive that cannot be reached, or
   a newer release has sealed them
"""
OTHERS = "mended", "broken", "unreachable"
"""The counts that are shown only if they are not 0."""
# They are held in memory until the JSON is printed.
MOST_NAMED = 10_000
"""The most games named in the JSON; stderr names all."""


@dataclass(frozen=True, slots=True)
class CheckUpgradeOptions:
    """The arguments and options of the command."""

    places: Sequence[str]
    old: str
    every: bool
    as_json: bool
    processes: int
    passphrase_file: Path | None
    unencrypted: bool


@click.command("check-upgrade", epilog=EXIT_CODES)
@click.argument("places", nargs=-1)
@click.option(
    "--old", required=True, help="The Python of the virtual environment of the older release."
)
@click.option("--every", is_flag=True, help="Compare after every event, not at the head alone.")
@examination_options(
    "Pairs of processes that replay, one of each release; each pair takes up to two cores."
)
def check_upgrade(**options: Any) -> None:
    """Replay all games of PLACES by an older release and by this one; write nothing.

    \b
    python3 -m venv /opt/anabasis.new         this release, beside the older one
    /opt/anabasis.new/bin/anabasis check-upgrade --old /opt/anabasis/bin/python
                                              every game of the running service or stopped folder
    anabasis check-upgrade --old … k3v9x2m7q4w8z6t5       one game
    anabasis check-upgrade --old … monday.anabasis        the games of a backup
    anabasis check-upgrade --old … monday.anabasis tuesday.anabasis
                                              of a backup and one that continues it
    anabasis check-upgrade --old … var.copy/ --every --processes 4

    \b
    same     Both releases reach the same position and allow the same moves to the same seats, and
             this one decides every recorded move again as it is recorded.
    differs  They reach different positions; the first path that differs is named. --every finds
             the version where that begins, and differences that are gone by the end.
    breaks   This release cannot replay the record, or would have decided otherwise.
    mended   The older release could not replay the record; this one can.
    broken   The record is broken for both, at the same version: see anabasis verify.

    The older release is asked by its own `anabasis records-replay`; one that lacks it is too old.

    Fields that only the newer release has are no difference. Each game that is not the same is
    named on stderr, with its version, as soon as it is found. Memory is bounded by the longest
    records.
    """
    wanted = CheckUpgradeOptions(**options)
    try:
        result = _checked(wanted)
    except (BackupFailed, OldReleaseUnusable, StoreRefused, StoreUnavailable) as error:
        click.echo(f"Error: {error}", err=True)
        raise SystemExit(UNUSABLE) from error
    click.echo(msgspec.json.encode(result).decode() if wanted.as_json else _sentence(result))
    if result["differs"] or result["breaks"]:
        raise SystemExit(NOT_THE_SAME)
    if result["unreachable"]:
        raise SystemExit(UNUSABLE)


def _checked(wanted: CheckUpgradeOptions) -> dict[str, Any]:
    codes = {"old": _code_of(wanted.old), "new": code()}
    counts, events, named = Counter[str](), 0, list[Comparison]()
    unreachable: dict[str, str] = {}
    with _records(wanted, unreachable) as (records, count):
        pairs = compared(records, wanted.old, wanted.processes, every=wanted.every)
        for each in tqdm(pairs, total=count, unit=" games", disable=None):
            counts[each.verdict] += 1
            events += each.events
            if each.verdict != "same":
                named += [each] if len(named) < MOST_NAMED else []
                _name(each)
    tell_unreachable(unreachable)
    sums = {str(verdict): counts[verdict] for verdict in VERDICTS}
    sums["unreachable"] = len(unreachable)
    return {**codes, "games": sum(sums.values()), "events": events, **sums, "named": named}


def _name(found: Comparison) -> None:
    text = f"{found.game}: {found.verdict}: version {found.version}: {found.reason}"
    with tqdm.external_write_mode(file=sys.stderr):  # above the bar
        click.echo(text, err=True)


def _code_of(python: str) -> Code:
    with OldRelease(python) as old:
        # With the path of this same release every game would be the same, which proves nothing.
        if old.code.folder == code().folder:
            same = f"{python} has the code of this release, {code().folder}."
            raise OldReleaseUnusable(f"{same} {REMEDY}")
        return old.code


@contextmanager
def _records(
    wanted: CheckUpgradeOptions, unreachable: dict[str, str]
) -> Iterator[tuple[Iterable[Record], int]]:
    """Open the places; yield their records and how many there are.

    Games whose blocks are ``UNREADABLE`` are put into ``unreachable``, with the reason.
    """
    places = places_of(wanted.places)
    if places.exports or (places.backups and (places.folder or places.games)):
        raise BackupFailed("Name games, a data folder, or backups, and no exports.")
    with ExitStack() as stack:
        if places.backups:
            passphrase = passphrase_of(wanted.passphrase_file)
            chain = [
                BackupFile(path, passphrase, unencrypted=wanted.unencrypted)
                for path in places.backups
            ]
            yield records_of_backups(chain, unreachable), len(chain[-1].games)
            return
        store = stack.enter_context(open_for_events(places.folder))
        versions = {game: store.newest_version(game) for game in places.games} or newest_versions(
            store
        )
        if missing := [game for game, head in versions.items() if not head]:
            raise BackupFailed(f"There is no game {missing[0]!r} here.")
        yield records_of_store(store, versions, unreachable), len(versions)


def _sentence(result: dict[str, Any]) -> str:
    text = (
        f"{counted(result['games'], 'game')}, {counted(result['events'], 'event')}: "
        f"{result['same']:,} the same, "
        f"{counted(result['differs'], 'differs', 'differ')}, "
        f"{counted(result['breaks'], 'breaks', 'break')}."
    )
    others = [f"{result[verdict]:,} {verdict}." for verdict in OTHERS if result[verdict]]
    return " ".join([text, *others])
