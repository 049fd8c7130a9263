"""The command ``anabasis verify``: every record recomputed, from its first event on."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from tqdm import tqdm

from domain.kernel.audit import Audit
from projections.exports import audit_export
from service.config import Config
from service.game.audits import audit_of
from service.store.contract import SHARDS, EventStore
from service.store.redis_store import RedisStore


@click.command()
@click.argument("games", nargs=-1)
def verify(games: Sequence[str]) -> None:
    """Recompute hash chain, commitments, chance and every decision of GAMES (all when none named).

    \b
    anabasis verify                     every game of the running service
    anabasis verify k3v9x2m7q4w8z6t5    one game
    anabasis verify game.json           the export of a finished game, without a service

    A broken record is named with its version, on stderr, and the exit code is 1.
    """
    files = [Path(name) for name in games if name.endswith(".json")]
    named = [name for name in games if not name.endswith(".json")]
    audits = [(str(file), _audit_of_file(file)) for file in files]
    if named or not games:
        audits += _audits_of_games(named)
    broken = [(name, audit) for name, audit in audits if not audit.valid]
    for name, audit in broken:
        click.echo(f"{name}: version {audit.broken_at}: {audit.reason}", err=True)
    click.echo(f"{len(audits) - len(broken)} of {len(audits)} games hold.")
    if broken:
        raise SystemExit(1)


def _audit_of_file(file: Path) -> Audit:
    try:
        return audit_export(file.read_bytes())
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read ({error.strerror}).") from error


def _audits_of_games(games: Sequence[str]) -> Iterator[tuple[str, Audit]]:
    store = RedisStore.connect(Config.from_environment())
    for game in games:
        if not store.exists(game):
            raise click.ClickException(f"There is no game {game!r} here.")
    versions = versions_told(store)
    for game in tqdm(games or sorted(versions), unit="game", disable=None):
        yield game, audit_of(store, game, versions.get(game, 0))


def versions_told(store: EventStore) -> dict[str, int]:
    """Return all games that the feeds tell of, by id, and the version that each has reached."""
    versions: dict[str, int] = {}
    for shard in range(SHARDS):
        last = "0-0"
        while entries := store.feed(shard, last):
            for entry in entries:
                versions[entry.game_id] = max(versions.get(entry.game_id, 0), entry.version)
            last = entries[-1].id
    return versions
