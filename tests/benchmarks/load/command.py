"""`python -m tests.benchmarks load`: the highest rate of moves with a p99 below 100 ms."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.benchmarks.load.places import Outcome, Place, place
from tests.benchmarks.machine import load_told
from tests.benchmarks.measuring import heading, row

STORES = ("one server", "cluster")
LIMIT = 0.1
"""Seconds that the p99 of moves stays below."""
LATE = 0.02
"""Seconds of the generator's own lag above which it measures itself."""
MOST_ERRORS = 0.001
MIXES = {
    "moves": {"move": 1.0},
    "play": {"move": 1.0, "moves": 0.5, "view": 1.0, "mine": 0.05, "lobby": 0.05, "undo": 0.02},
}
"""Requests of each kind for each move. ``play``: the mover's page lists the moves for every other
one (the others come with the move before), the other player's page reads the view."""
STEPS, FACTOR, HALVINGS = 10, 1.5, 2
WARM_SECONDS = 3.0


class Ladder:
    """Rates tried one after the other at one place."""

    def __init__(self, place: Place, mix: str, seconds: float, streams: int) -> None:
        self._place, self._mix = place, MIXES[mix]
        self._seconds, self._streams = seconds, streams

    def climb(self, first: float) -> float:
        """Return the highest rate that held; 0 if the first did not."""
        low, high = 0.0, first
        for _ in range(STEPS):
            if not self.holds(high):
                break
            low, high = high, high * FACTOR
        for _ in range(HALVINGS if low else 0):
            middle = (low + high) / 2
            low, high = (middle, high) if self.holds(middle) else (low, middle)
        return low

    def warm_up(self) -> None:
        """Have all processes see all games and every kind of request."""
        rates = dict.fromkeys(self._mix, float(len(self._place.tables)))
        self._place.load(self._place.plan(rates, WARM_SECONDS, self._streams))

    def holds(self, rate: float) -> bool:
        """True if the rate holds in one of two tries, as others share the machine."""
        return self._holds(rate) or self._holds(rate)

    def _holds(self, rate: float) -> bool:
        """True if moves at this rate have a p99 below the limit, and hardly any fails."""
        rates = {kind: share * rate for kind, share in self._mix.items()}
        outcome = self._place.load(self._place.plan(rates, self._seconds, self._streams))
        moves, errors = outcome.latencies("move"), sum(outcome.report.errors.values())
        _tell(rate, outcome)
        return moves.percentile(99) < LIMIT and errors <= MOST_ERRORS * moves.count


def _tell(rate: float, outcome: Outcome) -> None:
    report, moves, spent = outcome.report, outcome.latencies("move"), outcome.spent
    late = outcome.lag.percentile(99)
    note = f"; the generator was late itself, p99 {late * 1e3:.0f} ms" if late > LATE else ""
    row(f"{rate:.0f} moves/s asked", f"{moves.count / report.wall:.0f} moves/s", f"{moves}{note}")
    each = [seconds / max(moves.count, 1) * 1e3 for seconds in (*spent, report.cpu)]
    row(
        "  CPU for each move",
        f"{sum(each[:3]):.2f} ms",
        "web {:.2f}, store {:.2f}, worker {:.2f}; generator {:.2f}".format(*each),
    )
    for kind in report.corrected:
        if kind != "move":
            row(f"  {kind}", "", str(outcome.latencies(kind)))
    for error, count in report.errors.items():
        row(f"  failed, {error}", str(count))


@click.command()
@click.option("--store", "stores", type=click.Choice(STORES), multiple=True, help="Left out: both.")
@click.option("--data", type=click.Path(exists=True, file_okay=False), help="A filled data folder.")
@click.option("--processes", type=click.IntRange(1, 16), multiple=True, help="Web processes.")
@click.option("--machines", type=click.IntRange(1, 8), default=1, help="Each with its processes.")
@click.option("--mix", type=click.Choice(sorted(MIXES)), default="play", show_default=True)
@click.option("--tables", type=click.IntRange(1, 10_000), default=200, show_default=True)
@click.option("--streams", type=click.IntRange(0, 20), default=0, help="Streams for each table.")
@click.option("--rate", type=click.FloatRange(1), default=50.0, help="The first rate, moves/s.")
@click.option("--seconds", type=click.FloatRange(1, 600), default=10.0, help="For each rate.")
@click.option("--once", is_flag=True, help="Try the first rate only.")
def load(
    stores: tuple[str, ...],
    data: str | None,
    processes: tuple[int, ...],
    machines: int,
    mix: str,
    tables: int,
    streams: int,
    rate: float,
    seconds: float,
    once: bool,
) -> None:
    """Find the highest rate of moves with a p99 below 100 ms.

    Arrivals follow a schedule (Poisson, seeded), whether or not earlier requests were answered, and
    latencies count from the scheduled time. Services, stores and generator run on this machine, so
    they share its cores: see the CPU for each move. `stored` fills a data folder.
    """
    for store in (data,) if data else stores or STORES:
        for count in processes or (1, 2, 4):
            heading(f"moves/s, {store}, {machines} × {count} web, mix “{mix}”, {tables} tables")
            with _opened(store, count, machines) as somewhere:
                somewhere.open(tables)
                ladder = Ladder(somewhere, mix, seconds, streams)
                ladder.warm_up()
                highest = ladder.holds(rate) * rate if once else ladder.climb(rate)
            row("highest rate with p99 < 100 ms", f"{highest:.0f} moves/s")


@contextmanager
def _opened(store: str, processes: int, machines: int) -> Iterator[Place]:
    with (
        load_told(),
        TemporaryDirectory(prefix="anabasis-load-") as folder,
        place(Path(folder, "place"), store, processes, machines) as somewhere,
    ):
        yield somewhere
