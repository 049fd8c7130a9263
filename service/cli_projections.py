"""The commands ``anabasis projections`` and ``anabasis worker``."""

import logging
import signal
from collections.abc import Sequence
from dataclasses import replace

import click
from tqdm import tqdm

from projections.runner import BEGINNING
from service.app import create_app
from service.config import Config
from service.context import installation_key
from service.store.contract import SHARDS, EventStore
from service.store.generations import Generations, Live, Superseded
from service.store.read_models import PLACES, ReadModels, rebuild
from service.store.redis_store import RedisStore
from service.worker import Worker, in_process

names_argument = click.argument("names", nargs=-1, type=click.Choice(sorted(PLACES)))


@click.command()
def worker() -> None:
    """Keep the read models up to date and play the bots, until stopped."""
    config = Config.from_environment()
    store = RedisStore.connect(config)
    app = create_app(replace(config, rate_limit=False), store)
    client_for = in_process(app, installation_key(store.client))
    working = Worker(store, ReadModels(store.client), client_for)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: working.stop())
    logging.getLogger(__name__).info("the worker has begun")
    working.run()


@click.group()
def projections() -> None:
    """The read models: lobby, my games, bots waiting."""


@projections.command("rebuild")
@names_argument
def rebuild_command(names: Sequence[str]) -> None:
    """Fold every game anew, beside the live read models, then swap (all, or those named)."""
    store = RedisStore.connect(Config.from_environment())
    families = _families(store, names)
    try:
        with tqdm(total=SHARDS, unit="shard") as bar:
            rebuild(store, families, bar.update)
    except Superseded:
        raise click.ClickException("another rebuild has begun; this one gives way to it") from None


@projections.command()
@names_argument
@click.option("--broken", is_flag=True, help="List the games that could not be followed.")
def show(names: Sequence[str], *, broken: bool) -> None:
    """Show how far each read model has come."""
    store = RedisStore.connect(Config.from_environment())
    for family in _families(store, names):
        click.echo(_summary(store, family))
        for game, why in sorted(family.broken().items()) if broken else ():
            click.echo(f"  {game}  version {why.version}: {why.reason}")


def _families(store: RedisStore, names: Sequence[str]) -> list[Generations]:
    families = ReadModels(store.client).families
    return [families[name] for name in (names or families)]


def _summary(store: EventStore, family: Generations) -> str:
    number = family.live_number()
    sizes = family.sizes(number)
    reached = Live(family).checkpoints()
    ends = store.feed_ends()
    behind = sum(end != reached.get(shard, BEGINNING) for shard, end in ends.items())
    return (
        f"{family.name}: generation {number}, {sizes['applied']} games, {sizes['rows']} rows, "
        f"{sizes['broken']} broken, {behind} of {SHARDS} shards to catch up"
    )
