"""`python -m tests.benchmarks stored`: memory, start, lists, backup and archive of many games."""

from collections.abc import Collection
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import click

from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.benchmarks.machine import load_told
from tests.benchmarks.measuring import heading, row
from tests.benchmarks.stored.filling import Hall, settle_players
from tests.benchmarks.stored.measures import LOOKS, Site, players_path, site
from tests.benchmarks.stored.rechaining import Pattern
from tests.benchmarks.stored.templates import EACH, beginnings, records
from tests.waiting import eventually

PARTS = ("verify", "lists", "looks", "rebuild", "backup", "restore", "archive")
"""The measures; with ``archive`` all of them once more after it."""
SAMPLE = 50
"""Games that are verified, to prove that they are genuine."""
WRITE_SECONDS = 3_600.0
ARCHIVE = ("archive", "now", "--older-than", "7", "--processes", "2")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--games", type=click.IntRange(1_200, 200_000), default=10_000, show_default=True)
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, help="Left out: all.")
@click.option("--each", type=click.IntRange(3, 100), default=EACH, help="Games played a ruleset.")
def stored(folder: Path, games: int, parts: tuple[str, ...], each: int) -> None:
    """Measure a service with many stored games, kept in FOLDER; remove it afterwards.

    FOLDER is filled the first time; 100,000 games take some 10 GB of memory and of disk. Games of
    every ruleset are played by bots and recorded under new names, as genuine as played ones.
    """
    data = folder / "var"
    if not players_path(data).exists():
        with load_told():
            _fill(folder, games, each)
    with load_told(), site(data, ANABASIS_ARCHIVE_DAYS="0") as here:
        _measure(here, folder, parts or PARTS)


def _fill(folder: Path, games: int, each: int) -> None:
    heading(f"filling {folder} with {games:,} games")
    played = records(folder / "templates", each)
    over, live = [Pattern(p) for p in played], [Pattern(p) for p in beginnings(played)]
    row("events of a game that was played", f"{sum(map(len, played)) / len(played):.0f}")
    with EmbeddedServer(folder / "var") as server:
        store = RedisStore.of_url(server.url)
        _keep_on_disk(store, kept=False)
        start, cpu = monotonic(), process_time()
        crowd = settle_players(store, games)
        events = Hall(over, live, crowd).fill(store, games)
        row("filled", f"{monotonic() - start:.1f} s", f"{process_time() - cpu:.1f} s of CPU here")
        row("events", f"{events:,}")
        start = monotonic()
        _keep_on_disk(store, kept=True)
        row("written to disk", f"{monotonic() - start:.1f} s")
    crowd.write(players_path(folder / "var"))


def _keep_on_disk(store: RedisStore, *, kept: bool) -> None:
    client: Any = store.client
    client.config_set("appendonly", "yes" if kept else "no")

    def is_written() -> bool:
        info = client.info("persistence")
        return not info["aof_rewrite_in_progress"] and not info["aof_rewrite_scheduled"]

    eventually(is_written, WRITE_SECONDS)


def _measure(here: Site, folder: Path, parts: Collection[str]) -> None:
    games, events = here.totals()
    heading(f"{games:,} games of {events / games:.0f} events")
    here.tell_memory("", games, events)
    _tell_parts(here, folder / "whole.anabasis", parts)
    if "archive" in parts:
        heading("the same with finished games in the archive")
        here.tell_command("archived", *ARCHIVE)
        here.tell_memory("archived", games, events)
        _tell_parts(here, folder / "archived.anabasis", parts)


def _tell_parts(here: Site, file: Path, parts: Collection[str]) -> None:
    over = here.finished_games(3 * LOOKS + SAMPLE)
    if "verify" in parts:
        here.tell_command(f"verify of {SAMPLE} games", "verify", *over[-SAMPLE:])
    if "lists" in parts:
        here.tell_lists()
    if "looks" in parts:
        here.tell_first_looks(over)
    if "rebuild" in parts:
        here.tell_command("read models made again", "projections", "rebuild")
    if "backup" in parts:
        here.tell_backup(file, here.totals()[1])
    if "restore" in parts and file.exists():
        here.tell_restore(file)
