"""The command ``anabasis train``: make the weights of the planner's bots."""

import json
import os
from pathlib import Path
from time import monotonic
from typing import Any

import click
from tqdm import tqdm

from service.planners.levels import ONE_THREAD, PLANNED, PlannersOff, has_numpy

MOST_GAMES = 100_000


@click.command()
@click.argument("ruleset", type=click.Choice(PLANNED))
@click.option(
    "--games",
    default=1_000,
    show_default=True,
    type=click.IntRange(8, MOST_GAMES),
    help="Games of each round.",
)
@click.option(
    "--rounds",
    default=2,
    show_default=True,
    type=click.IntRange(1, 20),
    help="Rounds: greedy bots play the first one, planners with the newest weights the others.",
)
@click.option("--seed", default="1", show_default=True, help="Decides all luck: any text.")
@click.option(
    "--processes",
    default=os.cpu_count() or 1,
    show_default="one a core",
    type=click.IntRange(1, 64),
    help="Processes that play side by side.",
)
@click.option(
    "--kept",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="A file of the games played so far: a command that was stopped goes on from there.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="The file of weights; default: the one that the bots of this checkout play by.",
)
def train(ruleset: str, out: Path | None, **options: Any) -> None:
    """Train the bots easy, medium and hard of RULESET by games of their own.

    \b
    anabasis train settlers
    anabasis train alexandros --games 5000 --rounds 3 --kept games.jsonl --out weights.npz

    The same arguments give the same weights, to the bit, on one machine, in any number of
    processes. The figures that they reached stand in the file beside them, and are printed: the
    log-loss in games held out, by quarter of the game, of which 1 is that of guessing. It takes
    hours on a few cores; a few hundred games are enough to beat guessing.
    """
    # Before numpy is imported: sums in several threads would differ by their last bits.
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    if not has_numpy():
        raise click.ClickException(str(PlannersOff()))
    # Here, as they import numpy.
    from domain.planning.weights import Weights, show, weights_file  # noqa: PLC0415
    from service.operations.training.course import Course, trained  # noqa: PLC0415

    course, began = Course(ruleset, **options), monotonic()
    total = course.games * course.rounds
    with tqdm(total=total, unit=" games", desc="train", leave=False, disable=None) as bar:
        network, notes = trained(course, bar.update)
    path = out or weights_file(ruleset)
    path.write_bytes(show(Weights(network, notes)))
    # In a file of its own: the weights are the same to the bit each time, but not the duration.
    seconds = round(monotonic() - began)
    took = {**notes, "seconds": seconds, "processes": course.processes}
    path.with_suffix(".json").write_text(json.dumps(took, indent=1) + "\n", "utf-8")
    for figures in notes["rounds"]:
        losses = " ".join(f"{loss:.3f}" for loss in figures["loss"])
        click.echo(f"round {figures['round']}: {figures['games']} games, loss by quarter {losses}")
    click.echo(f"{path}: {path.stat().st_size} bytes, made in {seconds} s")
