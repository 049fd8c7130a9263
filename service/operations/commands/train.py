"""The command ``anabasis train``: make the weights of the planner's bots."""

import json
import os
from pathlib import Path
from time import monotonic
from typing import Any

import click
from tqdm import tqdm

from service.clients.planners.levels import ONE_THREAD, PLANNED, PlannersOff, has_numpy
from service.operations.commands.options import all_processes, random_seed
from service.operations.commands.reporting import refuse_unwritable
from service.operations.training.kept_games import NotKeptGames

# All are held in memory for the fit: of settlers up to 1 MB a game.
MOST_GAMES = 10_000


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
    "--first",
    "first_games",
    type=click.IntRange(8, MOST_GAMES),
    help="Games of the first round, which greedy bots play fast; default: as --games.",
)
@click.option(
    "--rounds",
    default=2,
    show_default=True,
    type=click.IntRange(1, 20),
    help="Rounds: greedy bots play the first one, planners with the newest weights the others.",
)
@random_seed
@all_processes
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
    anabasis train alexandros --first 5000 --rounds 3 --kept games.jsonl --out weights.npz

    The same arguments give the same weights, to the bit, on one machine, in any number of
    processes. The figures that they reached stand in the file beside them, and are printed: the
    log-loss in games held out, by quarter of the game, of which 1 is that of guessing. It takes
    hours on a few cores, and up to 1 MB of memory a game; a few hundred games beat guessing.
    """
    # Before numpy is imported: sums in several threads would differ by their last bits.
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    if not has_numpy():
        raise click.ClickException(str(PlannersOff()))
    # Here, as they import numpy.
    from domain.planning.weights import show, weights_file  # noqa: PLC0415
    from service.operations.training.course import Course, trained  # noqa: PLC0415

    path = out or weights_file(ruleset)
    for option, place in (("--out", path), ("--kept", options["kept"])):
        if place is not None:
            refuse_unwritable(place, f"Give another file by {option}.")
    course, began = Course(ruleset, **options), monotonic()
    total = sum(map(course.games_in, range(course.rounds)))
    with tqdm(total=total, unit=" games", desc="train", leave=False, disable=None) as bar:
        try:
            weights = trained(course, bar.update)
        except NotKeptGames as error:
            raise click.ClickException(str(error)) from error
    _write(path, show(weights))
    # In a file of its own: the weights are the same to the bit each time, but not the duration.
    seconds = round(monotonic() - began)
    took = {**weights.notes, "seconds": seconds, "processes": course.processes}
    _write(path.with_name(f"{path.name}.json"), json.dumps(took, indent=1).encode() + b"\n")
    for figures in weights.notes["rounds"]:
        losses = " ".join("-" if loss is None else f"{loss:.3f}" for loss in figures["loss"])
        click.echo(f"round {figures['round']}: {figures['games']} games, loss by quarter {losses}")
    click.echo(f"{path}: {path.stat().st_size} bytes, made in {seconds} s")


def _write(path: Path, content: bytes) -> None:
    whole = path.with_name(f"{path.name}.new")
    whole.write_bytes(content)
    whole.replace(path)
