"""Run every benchmark: `make bench`; or parts: `make bench PARTS="moves folding"`.

Those that take long or have options are commands of their own: `python -m tests.benchmarks load`.
"""

import sys

import click

from tests.benchmarks.account_streams import bench_account_streams
from tests.benchmarks.archive import bench_archive
from tests.benchmarks.backup import bench_backup
from tests.benchmarks.blocking import bench_blocking
from tests.benchmarks.boardgame_io import bench_boardgame_io
from tests.benchmarks.bots import bench_bots
from tests.benchmarks.catching_up import bench_catching_up
from tests.benchmarks.client import bench_client
from tests.benchmarks.crowd import bench_crowd
from tests.benchmarks.first_paint import bench_first_paint
from tests.benchmarks.flood import bench_flood
from tests.benchmarks.folding import bench_folding
from tests.benchmarks.growth import bench_growth
from tests.benchmarks.hand_overs import bench_hand_overs
from tests.benchmarks.imports import bench_imports
from tests.benchmarks.legal import bench_legal_moves
from tests.benchmarks.lists import lists
from tests.benchmarks.load.command import load
from tests.benchmarks.machine import load_told
from tests.benchmarks.memory import bench_memory
from tests.benchmarks.moves import bench_moves
from tests.benchmarks.page import bench_page
from tests.benchmarks.pictures import bench_pictures
from tests.benchmarks.positions import bench_positions
from tests.benchmarks.records import bench_records
from tests.benchmarks.scaling import bench_scaling
from tests.benchmarks.settlers import bench_settlers
from tests.benchmarks.slow_clients import bench_slow_clients
from tests.benchmarks.soak.command import soak
from tests.benchmarks.starting import bench_start
from tests.benchmarks.stored.command import stored
from tests.benchmarks.thinkers import bench_thinkers
from tests.benchmarks.yardstick import bench_yardstick

BENCHMARKS = {
    "moves": bench_moves,
    "boardgame_io": bench_boardgame_io,
    "folding": bench_folding,
    "positions": bench_positions,
    "legal": bench_legal_moves,
    "hand_overs": bench_hand_overs,
    "page": bench_page,
    "first_paint": bench_first_paint,
    "settlers": bench_settlers,
    "start": bench_start,
    "catching_up": bench_catching_up,
    "client": bench_client,
    "crowd": bench_crowd,
    "account_streams": bench_account_streams,
    "flood": bench_flood,
    "bots": bench_bots,
    "memory": bench_memory,
    "records": bench_records,
    "archive": bench_archive,
    "backup": bench_backup,
    "imports": bench_imports,
    "growth": bench_growth,
    "blocking": bench_blocking,
    "slow_clients": bench_slow_clients,
    "pictures": bench_pictures,
    "scaling": bench_scaling,
    "thinkers": bench_thinkers,
    "yardstick": bench_yardstick,
}
COMMANDS = {"load": load, "soak": soak, "stored": stored, "lists": lists}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(sorted(BENCHMARKS)))
def main(names: tuple[str, ...]) -> None:
    """Measure NAMES (all when none is given); medians, and ratios within this very run.

    `load`, `soak`, `stored` and `lists` are commands of their own with options, and not among them.
    """
    click.echo(f"Python {sys.version.split()[0]}; medians of this run on this machine.")
    for name in names or BENCHMARKS:
        with load_told():
            BENCHMARKS[name]()


if __name__ == "__main__":
    command = COMMANDS.get(sys.argv[1]) if sys.argv[1:] else None
    if command:
        command(sys.argv[2:])
    else:
        main()
