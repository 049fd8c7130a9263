"""The command ``anabasis archive``: finished games as sealed blocks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from time import monotonic

import click
from tqdm import tqdm

from domain.record.times import milliseconds
from service.machine import clock
from service.machine.plain_text import counted
from service.machine.pools import process_pool
from service.operations.archive.archivist import DAY_MS, due_games, seal
from service.operations.archive.counting import count
from service.operations.archive.sealing import SealingOutcome
from service.operations.archive.trimming import Trimmer
from service.operations.archive.work import sealer_of
from service.operations.commands.groups import Group
from service.operations.commands.reporting import size
from service.redis.shards import SHARDS
from service.settings.config import Config
from service.store.broken_games import BrokenRecords
from service.store.configured_store import open_store
from service.store.redis_store import RedisStore

LEFT = (SealingOutcome.BROKEN, SealingOutcome.TOO_LONG, SealingOutcome.CHANGED)
"""Outcomes that are reported."""


@dataclass(frozen=True, slots=True)
class ArchiveTotals:
    """The number of games by outcome, and the bytes of those sealed, before and after."""

    games: Counter[SealingOutcome]
    raw: int = 0
    left: int = 0


@click.group(cls=Group)
def archive() -> None:
    """Seal finished games into compressed blocks, as workers do after ANABASIS_ARCHIVE_DAYS.

    A sealed game is read, replayed, exported and verified like any other, in a tenth of the memory.
    With ANABASIS_ARCHIVE_URL the blocks go outside of the server, which keeps the heads.
    """


@archive.command()
def show() -> None:
    """Show how many games are sealed, and how many bytes that saves."""
    store = _connected()
    with tqdm(unit=" games", desc="sealed games", leave=False, disable=None) as bar:
        total = count(store.client, bar.update)
    click.echo(f"{counted(total.games, 'sealed game')}, {counted(total.events, 'event')}")
    click.echo(f"{size(total.raw)} of records take {size(total.left)} in the store")
    if total.outside:
        click.echo(f"{counted(total.outside, 'of them lies', 'of them lie')} outside of the store")
    if total.damaged:
        damaged = counted(total.damaged, "of them is", "of them are")
        click.echo(f"{damaged} damaged: run anabasis verify")


@archive.command()
@click.option(
    "--older-than",
    default=0,
    show_default=True,
    type=click.FloatRange(0, 36_500),
    help="Days since a game's last change.",
)
@click.option(
    "--processes",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes that compress; each takes a core.",
)
def now(older_than: float, processes: int) -> None:
    """Seal every game that is over, and trim feeds, at once.

    \b
    anabasis archive now
    anabasis archive now --older-than 30 --processes 4    games that ended 30 days ago or earlier

    Each game is read, compressed, opened again and compared before the block takes the record's
    place. The command may be stopped at any moment and repeated: a game is sealed whole or not at
    all.
    """
    store, began = _connected(), monotonic()
    done = _seal_all(store, older_than, processes)
    lines = Trimmer(store.client).trim(range(SHARDS))
    click.echo(
        f"{counted(done.games[SealingOutcome.SEALED], 'game')} sealed in "
        f"{monotonic() - began:.1f} s ({done.games[SealingOutcome.BEFORE]:,} were before): "
        f"{size(done.raw)} of records take {size(done.left)} in the store; "
        f"{counted(lines, 'line')} of feeds trimmed"
    )
    for outcome in LEFT:
        if done.games[outcome]:
            click.echo(f"{counted(done.games[outcome], 'game')} not sealed: {outcome.value}")


def _connected() -> RedisStore:
    return open_store(Config.from_environment())


def _seal_all(store: RedisStore, days: float, processes: int) -> ArchiveTotals:
    until = milliseconds(clock.now()) - round(days * DAY_MS)
    # Only for the bar. Taken from the walks, in one call: counting pages takes as long as sealing.
    total = sum(games for _, games in BrokenRecords(store.client).walks().values())
    games, raw, left = Counter[SealingOutcome](), 0, 0
    with tqdm(total=total, unit=" games", desc="archive", leave=False, disable=None) as bar:
        for done in _done(store, until, processes):
            games += done.games
            raw, left = raw + done.raw, left + done.left
            bar.update(done.games.total())
    return ArchiveTotals(games, raw, left)


def _done(store: RedisStore, until: int, processes: int) -> Iterator[ArchiveTotals]:
    if processes == 1:
        for shard in range(SHARDS):
            yield from _pages(store, until, shard)
        return
    with process_pool(processes) as pool:
        # By shard: each process opens a connection of its own, as none can be handed over.
        yield from pool.map(partial(_shard, until), range(SHARDS))


def _shard(until: int, shard: int) -> ArchiveTotals:
    """Seal a shard's games, in a process of its own."""
    done = list(_pages(_connected(), until, shard))
    games = sum((each.games for each in done), Counter[SealingOutcome]())
    return ArchiveTotals(games, sum(each.raw for each in done), sum(each.left for each in done))


def _pages(store: RedisStore, until: int, shard: int) -> Iterator[ArchiveTotals]:
    """Seal a shard's games page by page; a game that comes again counts once."""
    sealer, seen = sealer_of(store), set[str]()
    for page in due_games(store.summaries, shard, 0, until):
        # A page may begin with games of the page before: they would count as already sealed.
        names = [game.game_id for game in page if game.game_id not in seen]
        seen = {game.game_id for game in page}
        results = [seal(store.summaries, sealer, name) for name in names]
        sealed = [each for each in results if each.outcome is SealingOutcome.SEALED]
        outcomes = Counter(each.outcome for each in results)
        yield ArchiveTotals(outcomes, sum(s.raw for s in sealed), sum(s.left for s in sealed))
