"""The command ``anabasis verify``: recompute every record from its first event on."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any

import click
import msgspec
from tqdm import tqdm

from domain.kernel.audit import Audit
from service.game.audits import held_against
from service.heads.log import HeadLog
from service.machine.plain_text import counted, one_line
from service.operations.archive.archivist import due_games
from service.operations.backup.audit_records import (
    UNREADABLE,
    Record,
    audits,
    records_of_backups,
    records_of_store,
)
from service.operations.backup.errors import BackupFailed
from service.operations.backup.form import START
from service.operations.backup.passphrases import passphrase_of
from service.operations.backup.places import open_for_events
from service.operations.backup.reading import BackupFile
from service.operations.commands.exports import examined
from service.operations.commands.options import examination_options
from service.operations.commands.reporting import INCOMPLETE
from service.redis.shards import SHARDS, shard_of
from service.store.contract import EventStore
from service.store.imported_games import imported_ids
from service.store.redis_store import RedisStore

FILE = click.Path(path_type=Path)


@dataclass(frozen=True, slots=True)
class Places:
    """The records to verify: exports, backups, or games of a store (all if none are named)."""

    exports: list[Path]
    backups: list[Path]
    folder: str | None
    games: list[str]


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """The arguments and options of the command."""

    games: Sequence[str]
    head: Path | None
    keys: Path | None
    as_json: bool
    processes: int
    passphrase_file: Path | None
    unencrypted: bool


@dataclass(slots=True)
class Report:
    """The results so far; ``recorded`` has exports' places in the log, empty if not yet there.

    ``imported`` counts those of the games in a store that were played elsewhere.
    """

    games: int = 0
    imported: int = 0
    events: int = 0
    broken: list[tuple[str, Audit]] = field(default_factory=list)
    unreachable: dict[str, str] = field(default_factory=dict)
    recorded: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, audit: Audit) -> None:
        """Count a game."""
        self.games += 1
        self.events += audit.events
        self.broken += [] if audit.valid else [(name, audit)]

    @property
    def sound(self) -> int:
        """The number of sound games."""
        return self.games - len(self.broken) - len(self.unreachable)


@click.command()
@click.argument("games", nargs=-1)
@click.option("--head", type=FILE, help="The signed head of an export: GET /games/{id}/head.")
@click.option("--keys", type=FILE, help="The server's keys, with --head: GET /keys.")
@examination_options("Processes that compute; each takes a core.")
def verify(**options: Any) -> None:
    """Recompute hashes, commitments, chance and every decision of GAMES (default: all games).

    \b
    anabasis verify                     every game of the running service or stopped data folder
    anabasis verify k3v9x2m7q4w8z6t5    one game
    anabasis verify game.zip            the export of a finished game, without a service: the file
                                        that *Export* on its page saves, with its signed head
    anabasis verify game.json --head head.json --keys keys.json
                                        the same from three files; game.json alone, without the
                                        head, would also hold if it was forged as a whole
    anabasis verify monday.anabasis     every game and every block of a backup
    anabasis verify monday.anabasis tuesday.anabasis
                                        the same for a backup and one that continues it
    anabasis verify var.copy/           every game in a stopped data folder
    anabasis verify --processes 4 --json

    A broken record is named on stderr with its version, and the exit code is 1. The same goes for
    a game that lies in an archive which cannot be reached, was sealed by a newer release, or was
    left out of a backup; all others are still verified. If all hold, but the end of an export is
    not yet in its server's log, the exit code is 3: save its head again.

    If a passphrase is set, a backup that is not encrypted is refused unless you add --unencrypted.
    """
    wanted, started, report = VerifyOptions(**options), monotonic(), Report()
    try:
        _verify(wanted, report)
    except BackupFailed as error:
        raise click.ClickException(str(error)) from error
    _print(report, monotonic() - started, as_json=wanted.as_json)
    if report.broken or report.unreachable:
        raise SystemExit(1)
    if "" in report.recorded.values():
        raise SystemExit(INCOMPLETE)


def _print(report: Report, seconds: float, *, as_json: bool) -> None:
    """Print the result on stdout, and each game that is not sound on stderr."""
    for name, audit in report.broken:
        click.echo(one_line(f"{name}: version {audit.broken_at}: {audit.reason}"), err=True)
    tell_unreachable(report.unreachable)
    if as_json:
        click.echo(_json(report, seconds))
    else:
        held = counted(report.games, "game holds", "games hold")
        share = f", {report.imported:,} imported" if report.imported else ""
        click.echo(f"{report.sound:,} of {held}{share}.")
    _print_recorded(report, is_quiet=as_json)


def _verify(wanted: VerifyOptions, report: Report) -> None:
    places = places_of(wanted.games)
    beside = [wanted.head, wanted.keys] if wanted.keys else [wanted.head]
    if wanted.keys and not wanted.head:
        raise click.UsageError("--keys needs --head, too.")
    if wanted.head and wanted.games != tuple(map(str, places.exports[:1])):
        raise click.UsageError("--head is for one export: name that alone.")
    for file in places.exports:
        export = examined([file, *beside])
        report.add(str(file), export.audit)
        if export.recorded is not None:
            report.recorded[str(file)] = export.recorded
    for name, audit in _audits(places, wanted, report):
        report.add(name, audit)
    report.games += len(report.unreachable)


def _print_recorded(report: Report, *, is_quiet: bool) -> None:
    """Print the places of exports in the log; name on stderr those not there yet."""
    for file, place in report.recorded.items():
        if not place:
            text = "its end is not in the log yet: save its head, or the zip, again"
            click.echo(f"{file}: {text}", err=True)
        elif not is_quiet:
            click.echo(f"{file}: recorded as {place}.")


def tell_unreachable(games: Mapping[str, str]) -> None:
    """Name on stderr the games whose blocks could not be read, each with the reason."""
    for game, reason in games.items():
        click.echo(one_line(f"{game}: unreachable: {reason}"), err=True)


def places_of(names: Sequence[str]) -> Places:
    """Return the places that arguments name: exports, backups, a data folder, or games."""
    exports = [name for name in names if name.endswith((".json", ".zip"))]
    folders = [name for name in names if os.path.isdir(name)]
    backups = [name for name in names if name not in folders and _is_backup(Path(name))]
    games = [name for name in names if name not in {*exports, *folders, *backups}]
    if len(folders) > 1 or (folders and games):
        raise BackupFailed("Name one data folder, alone.")
    if files := [name for name in games if os.path.isfile(name)]:
        raise BackupFailed(f"{files[0]} is no backup.")
    paths = list(map(Path, exports)), list(map(Path, backups))
    return Places(*paths, folders[0] if folders else None, games)


def _is_backup(path: Path) -> bool:
    if path.suffix == ".anabasis":
        return True
    try:
        with path.open("rb") as file:
            # All but the last byte, the format's number: a newer backup is refused later.
            return file.read(len(START) - 1) == START[:-1]
    except OSError:
        return False


def _audits(places: Places, wanted: VerifyOptions, report: Report) -> Iterator[tuple[str, Audit]]:
    if places.backups:
        passphrase, unencrypted = passphrase_of(wanted.passphrase_file), wanted.unencrypted
        files = [BackupFile(path, passphrase, unencrypted=unencrypted) for path in places.backups]
        records = records_of_backups(files, report.unreachable)
        yield from _shown(records, len(files[-1].intact_games), wanted.processes)
    if places.games or places.folder or not (places.exports or places.backups):
        yield from _audits_of_store(places, wanted.processes, report)


def _audits_of_store(places: Places, processes: int, report: Report) -> Iterator[tuple[str, Audit]]:
    with ExitStack() as stack:
        store = stack.enter_context(open_for_events(places.folder))
        for game in places.games:
            if not store.exists(game):
                raise click.ClickException(f"There is no game {game!r} here.")
        chosen, imported = _chosen(store, places.games)
        report.imported = len(imported)
        heads = HeadLog(store.client)
        records = records_of_store(store, chosen, report.unreachable)
        for game, audit in _shown(records, len(chosen), processes):
            try:
                # The log has no heads of games that were played elsewhere.
                held = audit if game in imported else held_against(heads, store, game, audit)
            except UNREADABLE as error:
                report.unreachable[game] = str(error)
            else:
                yield game, held


def _chosen(store: RedisStore, games: list[str]) -> tuple[dict[str, int], set[str]]:
    """Return the games to verify (all if none are named) by newest version; and the imported."""
    newest = newest_versions(store, {*map(shard_of, games)} or range(SHARDS))
    if games:
        imported = {game for game in games if store.origin(game) is not None}
        return {game: newest.get(game, 0) for game in games}, imported
    imported = {*imported_ids(store.client)}
    # No feed lists an imported game.
    return {game: newest.get(game, 0) for game in sorted({*newest, *imported})}, imported


def _shown(records: Iterable[Record], count: int, processes: int) -> Iterable[tuple[str, Audit]]:
    found: Iterable[tuple[str, Audit]] = tqdm(
        audits(records, processes), total=count, unit=" games", disable=None
    )
    return found


def _json(report: Report, seconds: float) -> str:
    document = {
        "games": report.games,
        "sound": report.sound,
        "imported": report.imported,
        "events": report.events,
        "broken": [
            {"game": name, "version": audit.broken_at, "reason": audit.reason}
            for name, audit in report.broken
        ],
        "unreachable": [{"game": name, "reason": why} for name, why in report.unreachable.items()],
        "recorded": report.recorded,
        "seconds": round(seconds, 3),
    }
    return msgspec.json.encode(document).decode()


def newest_versions(store: EventStore, shards: Iterable[int] = range(SHARDS)) -> dict[str, int]:
    """Return the newest versions of these shards' games, from their feeds and summaries."""
    versions: dict[str, int] = {}
    for shard in shards:
        # A quiet game's lines may have been trimmed, so that only its summary has its version.
        for game, version in chain(
            _versions_in_summaries(store, shard), _versions_in_feed(store, shard)
        ):
            versions[game] = max(versions.get(game, 0), version)
    return versions


def _versions_in_feed(store: EventStore, shard: int) -> Iterator[tuple[str, int]]:
    last = "0-0"
    while entries := store.feed(shard, last):
        yield from ((entry.game_id, entry.version) for entry in entries)
        last = entries[-1].id


def _versions_in_summaries(store: EventStore, shard: int) -> Iterator[tuple[str, int]]:
    """Yield the games of a shard whose lines may have been trimmed from its feed."""
    for page in due_games(store.summaries, shard, 0, sys.maxsize):
        for game, stored in store.summaries.newest([each.game_id for each in page]).items():
            version = stored.summary.partition(b" ")[0]
            yield game, int(version) if version.isdigit() else 0
