"""(f) Random four-seat settlers, a game's rebuild and its positions, against catanatron 3.2.1.

3.2.1 is the newest release of its package: 3.3.0 is a state of its repository alone. All is CPU
time of one process on either side.
"""

import gc
import json
import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from domain.kernel.game import fold
from domain.kernel.rulesets import ruleset_named
from domain.record.chance import Chance, game_chance
from domain.record.record import decode, encode
from domain.record.setup import Setup
from tests import fixtures
from tests.benchmarks.measuring import heading, ratio, ratios, row, seconds

PYTHON = Path(".venv/bench/bin/python")
SEATS, MOVES = 4, 2_000
ROUNDS, GAMES = 7, 12
Answer = dict[str, float]


class Catanatron:
    """The other side, in a process and an environment of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, task: str, *numbers: int) -> Answer:
        """The answer to a task of ``catanatron_process``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(" ".join([task, *map(str, numbers)]) + "\n")
        self._process.stdin.flush()
        answer: Answer = json.loads(self._process.stdout.readline())
        return answer


@contextmanager
def catanatron() -> Iterator[Catanatron]:
    """Catanatron, ready; gone afterwards."""
    side = Path(__file__).with_name("catanatron_process.py")
    with subprocess.Popen(
        [PYTHON, side], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Catanatron(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()


def bench_settlers() -> None:
    """Both sides play, rebuild and list by turns in one run."""
    heading(
        "(f) settlers, four seats at random, against catanatron 3.2.1, CPU time",
        "both list all legal moves and play one at random to the end; ours makes events, draws"
        " dice by HMAC and lets all seats answer offers; theirs draws by `random`, without offers",
    )
    with catanatron() as other:
        _games(other)
        _rebuild(other)
        _positions(other)


def _games(other: Catanatron) -> None:
    """Ours decides, evolves and lists all legal moves; each action is an event."""
    ours: list[Answer] = []
    theirs: list[Answer] = []
    for n in range(ROUNDS):
        ours.append(_play(n * GAMES, GAMES))
        theirs.append(other.ask("play", n * GAMES, GAMES))
    for unit, count, aim in (("games", _games_in, 2.0), ("actions", _actions_in, 2.0)):
        mine, yours = ([count(each) / each["seconds"] for each in side] for side in (ours, theirs))
        row(f"Anabasis, {unit}", f"{median(mine):,.1f} /s")
        row(f"catanatron, {unit}", f"{median(yours):,.1f} /s")
        ratio(f"{unit}, Anabasis / catanatron", ratios(yours, mine), aim)


def _games_in(_: Answer) -> float:
    return GAMES


def _actions_in(answer: Answer) -> float:
    return answer["actions"]


def _play(first: int, count: int) -> Answer:
    start = process_time()
    actions = sum(sum(1 for _ in positions(seed)) - 1 for seed in range(first, first + count))
    return {"seconds": process_time() - start, "actions": actions}


def positions(seed: int) -> Iterator[Any]:
    """Every position of a game played at random; nobody resigns."""
    ruleset, luck = ruleset_named("settlers"), random.Random(seed)
    chance, state = _dealt(seed)
    yield state
    while to_act := ruleset.situation(state).to_act:
        seat = luck.choice(to_act)
        moves = ruleset.legal_moves(state, seat, MOVES, None).moves[:-1]
        state = ruleset.evolve(state, ruleset.decide(state, seat, luck.choice(moves), chance))
        yield state


def _dealt(seed: int) -> tuple[Chance, Any]:
    ruleset, chance = (
        ruleset_named("settlers"),
        game_chance(seed.to_bytes(32, "big"), [None] * SEATS),
    )
    setup = Setup(ruleset.wire.boards.read("standard"), ruleset.wire.options.read({}), SEATS, 0)
    return chance, ruleset.initial_state(setup, ruleset.deal(setup, chance))


def _rebuild(other: Catanatron) -> None:
    """Ours decodes and folds a finished game's stored entries; theirs executes its actions."""
    record = max(map(_record, fixtures.fixtures("settlers")), key=len)
    mine, yours = [], []
    for n in range(3 * ROUNDS):
        gc.collect()
        mine.append(len(record) / seconds(lambda: fold(decode(record)), process_time))
        answer = other.ask("rebuild", n, 0)
        yours.append(answer["actions"] / answer["seconds"])
    row("Anabasis, rebuild from the record", f"{median(mine):,.0f} events/s", f"{len(record)}")
    row("catanatron, rebuild from its actions", f"{median(yours):,.0f} actions/s")
    ratio("rebuild, Anabasis / catanatron", ratios(yours, mine), 4.0)


def _record(path: Path) -> list[bytes]:
    return [encode(event) for event in fixtures.events_of(fixtures.load(path))]


def _positions(other: Catanatron) -> None:
    """A position to go on from, and a list of legal moves, at one position in ten."""
    mine, yours = [], []
    for n in range(ROUNDS):
        mine.append(_listing(n))
        yours.append(other.ask("positions", n, 0))
    theirs = [each["legal"] for each in yours]
    copied = median(each["copy"] for each in yours)
    row("Anabasis, a position kept", "no copy", "positions are immutable")
    row("catanatron, a copy of a position", f"{copied * 1e6:.1f} µs")
    row("Anabasis, legal moves", f"{median(mine) * 1e6:.1f} µs")
    row("catanatron, legal actions", f"{median(theirs) * 1e6:.1f} µs")
    ratio("legal moves, catanatron / Anabasis", ratios(mine, theirs), 2.0)


def _listing(seed: int) -> float:
    """Mean seconds of a list of legal moves."""
    ruleset, luck = ruleset_named("settlers"), random.Random(seed)
    asked = [
        (state, ruleset.situation(state).to_act[0])
        for state in positions(seed)
        if luck.random() < 0.1 and ruleset.situation(state).to_act
    ]
    start = process_time()
    for state, seat in asked:
        ruleset.legal_moves(state, seat, MOVES, None)
    return (process_time() - start) / len(asked)
