"""Make a dictionary for sealed games.

``python -m tests.service.store.blocks.training RULESET NUMBER``

It learns from new games by the fixtures' plans for the built-in boards, with other luck: so no
fixture is among them, and fixtures show how much it saves. Clock and luck are
fixed by the names of the games: the same code makes the same file.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import msgspec

from domain.record.bare_entries import with_commands_let_go
from domain.record.record import encode
from service.machine.zstandard import zstd
from service.store.blocks import block
from tests.fixtures import events_of
from tests.fixtures.make import exported
from tests.fixtures.plans import Plan, every_plan

FOLDER = Path(block.__file__).parent / "dictionaries"
SIZE = 65_536
"""Bytes of a dictionary: with half as many, blocks of unknown games are 3 % longer."""
EVENTS = 200
"""Events of a sample; samples of 20 serve as well."""


@click.command()
@click.argument("ruleset")
@click.argument("number", type=click.IntRange(min=1))
@click.option("--games", default=1, show_default=True, help="Games to play by each plan.")
def main(ruleset: str, number: int, games: int) -> None:
    """Train a dictionary for a RULESET and write it as the NUMBER, which must be a new one.

    This takes some minutes. Name the file in service/store/blocks/dictionary.py then, and its
    hash in tests/service/store/blocks/test_dictionary.py. alexandros-1 took `--games 2`.
    """
    path = FOLDER / f"{ruleset}-{number}.zdict"
    if path.exists():
        raise click.ClickException(f"{path.name} is there: stored games need it. Take a new number")
    samples = [sample for plan in plans(ruleset, games) for sample in samples_of(plan)]
    if not samples:
        raise click.ClickException(f"no fixtures are played on built-in boards of {ruleset!r}")
    path.write_bytes(zstd.train_dict(samples, SIZE).dict_content)
    click.echo(f"{path.name}: {path.stat().st_size} bytes from {len(samples)} samples")


def plans(ruleset: str, games: int) -> Iterator[Plan]:
    """Games as most people play them: on a built-in board that is no toy, without time limits."""
    for plan in every_plan():
        is_usual = isinstance(plan.board, str) and plan.board != "tiny"
        if plan.ruleset == ruleset and is_usual and plan.deadline is None and not plan.restless:
            for number in range(games):
                name = f"training {number} {plan.name}"
                yield replace(plan, name=name, title=None, seed=None)


def samples_of(plan: Plan) -> Iterator[bytes]:
    """Play a game, and yield its events as they are packed, some at once."""
    events = events_of(msgspec.json.decode(exported(plan)))
    items = msgspec.msgpack.decode(block.pack(with_commands_let_go(map(encode, events))))
    for at in range(0, len(items), EVENTS):
        yield msgspec.msgpack.encode(items[at : at + EVENTS])


if __name__ == "__main__":
    main()
