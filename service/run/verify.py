"""The command ``anabasis verify``: every record recomputed, from its first event on."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from time import monotonic

import click
import msgspec
from tqdm import tqdm

from domain.kernel.audit import Audit
from projections.exports import audit_export
from service.archive.archivist import due_games
from service.backup.auditing import (
    UNREADABLE,
    Record,
    audited,
    records_of_backups,
    records_of_store,
)
from service.backup.errors import BackupFailed
from service.backup.form import START
from service.backup.passphrases import passphrase_of
from service.backup.places import unclosed
from service.backup.reading import BackupFile
from service.game.audits import held_against
from service.heads.log import HeadLog
from service.plurals import counted
from service.run.options import examining
from service.store.contract import SHARDS, EventStore, shard_of


@dataclass(frozen=True, slots=True)
class Places:
    """The records to verify: exports, backups, or games of a store (all if none is named)."""

    exports: list[Path]
    backups: list[Path]
    folder: str | None
    games: list[str]


@click.command()
@click.argument("games", nargs=-1)
@examining("Processes that compute; each takes a core.")
def verify(
    games: Sequence[str],
    as_json: bool,
    processes: int,
    passphrase_file: Path | None,
    unencrypted: bool,
) -> None:
    """Recompute hash chain, commitments, chance and every decision of GAMES (all when none named).

    \b
    anabasis verify                     every game of the running service, or a cold data folder
    anabasis verify k3v9x2m7q4w8z6t5    one game
    anabasis verify game.json           the export of a finished game, without a service
    anabasis verify monday.anabasis     every game and every block of a backup
    anabasis verify monday.anabasis tuesday.anabasis
                                        the same of a backup and one that continues it
    anabasis verify var.copy/           every game in a data folder that is at rest
    anabasis verify --processes 4 --json

    A broken record is named with its version, on stderr, and the exit code is 1. So is a game that
    lies in an archive which cannot be reached, that a newer release has sealed, or that was left
    out of a backup; the others are verified all the same.
    """
    started, events = monotonic(), 0
    count, broken, unreachable = 0, list[tuple[str, Audit]](), dict[str, str]()
    try:
        for name, audit in _audits(places_of(games), processes, passphrase_file, unreachable):
            count, events = count + 1, events + audit.events
            broken += [] if audit.valid else [(name, audit)]
    except BackupFailed as error:
        raise click.ClickException(str(error)) from error
    for name, audit in broken:
        click.echo(f"{name}: version {audit.broken_at}: {audit.reason}", err=True)
    tell_unreachable(unreachable)
    count += len(unreachable)
    if as_json:
        click.echo(_json(count, events, broken, unreachable, monotonic() - started))
    else:
        held = counted(count, "game holds", "games hold")
        click.echo(f"{count - len(broken) - len(unreachable):,} of {held}.")
    if broken or unreachable:
        raise SystemExit(1)


def tell_unreachable(games: Mapping[str, str]) -> None:
    """Name on stderr the games whose blocks could not be read, each with the reason."""
    for game, reason in games.items():
        click.echo(f"{game}: unreachable: {reason}", err=True)


def places_of(names: Sequence[str]) -> Places:
    """Return the places that arguments name: exports, backups, a data folder, or games."""
    exports = [name for name in names if name.endswith(".json")]
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
            return file.read(len(START) - 1) == START[:-1]
    except OSError:
        return False


def _audits(
    places: Places, processes: int, passphrase_file: Path | None, unreachable: dict[str, str]
) -> Iterator[tuple[str, Audit]]:
    for file in places.exports:
        yield str(file), _audit_of_file(file)
    if places.backups:
        passphrase = passphrase_of(passphrase_file)
        files = [BackupFile(path, passphrase) for path in places.backups]
        records = records_of_backups(files, unreachable)
        yield from _shown(records, len(files[-1].held), processes)
    if places.games or places.folder or not (places.exports or places.backups):
        yield from _audits_of_store(places, processes, unreachable)


def _audits_of_store(
    places: Places, processes: int, unreachable: dict[str, str]
) -> Iterator[tuple[str, Audit]]:
    with ExitStack() as stack:
        store = stack.enter_context(unclosed(places.folder))
        for game in places.games:
            if not store.exists(game):
                raise click.ClickException(f"There is no game {game!r} here.")
        newest = newest_versions(store, {*map(shard_of, places.games)} or range(SHARDS))
        chosen = {game: newest.get(game, 0) for game in places.games or sorted(newest)}
        heads = HeadLog(store.client)
        records = records_of_store(store, chosen, unreachable)
        for game, audit in _shown(records, len(chosen), processes):
            try:
                held = held_against(heads, store, game, audit)
            except UNREADABLE as error:
                unreachable[game] = str(error)
            else:
                yield game, held


def _shown(records: Iterable[Record], count: int, processes: int) -> Iterable[tuple[str, Audit]]:
    found: Iterable[tuple[str, Audit]] = tqdm(
        audited(records, processes), total=count, unit=" games", disable=None
    )
    return found


def _audit_of_file(file: Path) -> Audit:
    try:
        return audit_export(file.read_bytes())
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read ({error.strerror}).") from error


def _json(
    count: int,
    events: int,
    broken: list[tuple[str, Audit]],
    unreachable: Mapping[str, str],
    seconds: float,
) -> str:
    report = {
        "games": count,
        "sound": count - len(broken) - len(unreachable),
        "events": events,
        "broken": [
            {"game": name, "version": audit.broken_at, "reason": audit.reason}
            for name, audit in broken
        ],
        "unreachable": [{"game": name, "reason": why} for name, why in unreachable.items()],
        "seconds": round(seconds, 3),
    }
    return msgspec.json.encode(report).decode()


def newest_versions(store: EventStore, shards: Iterable[int] = range(SHARDS)) -> dict[str, int]:
    """Return the newest versions of these shards' games, by their feeds and summaries."""
    versions: dict[str, int] = {}
    for shard in shards:
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
