"""Finished games of every ruleset, played by bots, as patterns for as many games as are wanted."""

import gzip
import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from tqdm import tqdm

from domain.record.record import Event
from tests import fixtures
from tests.fixtures.make import exported
from tests.fixtures.plans import Plan

GREEDY, MIXED = ("greedy",) * 2, ("greedy", "random", "greedy")
THREE, FOUR = ("greedy",) * 3, ("greedy", "random") * 2
EACH = 24
"""Games of a ruleset."""
LIVE_SHARE = 0.6
"""How far a game that still goes on has come."""

_alexandros = partial(Plan, board="near_east", chance_version=2)
_settlers = partial(Plan, ruleset="settlers", board="standard", chance_version=2)
_campaign = partial(Plan, ruleset="alexander_the_great", board="campaign", chance_version=2)
KINDS = (
    partial(_alexandros, bots=GREEDY, undoing=0.02),
    partial(_alexandros, bots=MIXED),
    partial(_alexandros, bots=FOUR, undoing=0.02),
    partial(_settlers, bots=THREE, options={"target_points": 6}),
    partial(_settlers, bots=MIXED, options={"target_points": 5}, undoing=0.02),
    partial(_campaign, bots=THREE, options={"target_points": 5}),
    partial(_campaign, bots=("random",) * 4, options={"target_points": 5}, undoing=0.02),
)


def plans(each: int) -> list[Plan]:
    """Return plans for so many games of each ruleset."""
    by_ruleset: dict[str, list[Plan]] = {}
    for number in range(each * len(KINDS)):
        plan = KINDS[number % len(KINDS)](name=f"load-{number}")
        by_ruleset.setdefault(plan.ruleset, []).append(plan)
    return [plan for some in by_ruleset.values() for plan in some[:each]]


def records(folder: Path, each: int = EACH) -> list[list[Event]]:
    """Return the records of the games, which are played once and kept in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = plans(each)
    return [_record(folder, plan) for plan in tqdm(chosen, unit="game", leave=False, disable=None)]


def beginnings(finished: Sequence[list[Event]]) -> Iterator[list[Event]]:
    """Yield the beginnings of the games, as if they still went on."""
    for events in finished:
        yield events[: max(int(len(events) * LIVE_SHARE), 20)]


def _record(folder: Path, plan: Plan) -> list[Event]:
    path = folder / f"{plan.ruleset}-{plan.name}.json.gz"
    if not path.exists():
        partial_path = path.with_suffix(".part")
        partial_path.write_bytes(gzip.compress(exported(plan), 6, mtime=0))
        partial_path.rename(path)
    return fixtures.events_of(json.loads(gzip.decompress(path.read_bytes())))
