"""The command ``anabasis verify``: every record recomputed, from its first event on."""

from collections.abc import Iterable, Iterator, Sequence

import click
from tqdm import tqdm

from domain.audit import Audit
from service.audits import audit_of
from service.config import Config
from service.store.contract import SHARDS, EventStore
from service.store.redis_store import RedisStore


@click.command()
@click.argument("games", nargs=-1)
def verify(games: Sequence[str]) -> None:
    """Recompute hash chain, commitments, chance and every decision of GAMES (all when none named).

    \b
    anabasis verify                     every game of the running service
    anabasis verify k3v9x2m7q4w8z6t5    one game

    A broken record is named with its version, on stderr, and the exit code is 1.
    """
    store = RedisStore.connect(Config.from_environment())
    for game in games:
        if not store.exists(game):
            raise click.ClickException(f"There is no game {game!r} here.")
    wanted = games or sorted(all_games(store))
    broken = [(game, found) for game, found in _audits(store, wanted) if not found.valid]
    for game, found in broken:
        click.echo(f"{game}: version {found.broken_at}: {found.reason}", err=True)
    click.echo(f"{len(wanted) - len(broken)} of {len(wanted)} games hold.")
    if broken:
        raise SystemExit(1)


def all_games(store: EventStore) -> set[str]:
    """The ids of all games: those the feeds tell of."""
    games: set[str] = set()
    for shard in range(SHARDS):
        last = "0-0"
        while entries := store.feed(shard, last):
            games.update(entry.game_id for entry in entries)
            last = entries[-1].id
    return games


def _audits(store: EventStore, games: Iterable[str]) -> Iterator[tuple[str, Audit]]:
    for game in tqdm(games, unit="game", disable=None):
        yield game, audit_of(store, game)
