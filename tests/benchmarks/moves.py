"""(a) POST move through the whole service: against a bare route, late in games, among many."""

import json
import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import cycle
from statistics import median

from tqdm import tqdm

from tests.benchmarks.long_game import long_script
from tests.benchmarks.long_tables import Script, Table, begun
from tests.benchmarks.measuring import heading, ratio, row, within
from tests.benchmarks.served import BARE, SERVICE, Cost, Side, Stage, served

AIM, FLAT = 0.7, 1.2
BLOCK, WINDOW, ROUNDS = 20, 3, 21
FIRST, LATER, GAMES = 2, (0, 496, 4_996), 4
"""Moves made at event 5; how many events later the same position is met again; games of each."""
RUNNING, RECORD = (90, 600, 10_000), 60


def bench_moves() -> None:
    """Measure a move beside a bare append, then beside itself in longer and among more games."""
    script = long_script()
    bench_bare(script)
    bench_lengths(script)
    bench_running(script)


def bench_bare(script: Script) -> None:
    """Play one long game, each block of moves beside one of bare appends."""
    heading(
        "(a) POST move, whole service against a bare Flask route with one append",
        "the same gunicorn settings, connection and bodies, one durable append each by the same "
        "script, there with redis-py as it comes; only ours knows players, rules, rights, hashes, "
        "and answers with the position; the client reads both answers and decodes neither",
    )
    with served(SERVICE, BARE) as (ours, bare):
        table, blocks = begun(ours, script), range(len(script) // BLOCK)
        pairs = [_pair(table, bare) for _ in tqdm(blocks, unit="block", leave=False, disable=None)]
    moves, appends = zip(*pairs, strict=True)
    _costs("bare route", appends)
    _costs("POST move", moves)
    ratio("moves a second, of the bare route's", [b.wall / m.wall for m, b in pairs], AIM)
    ratio("moves a CPU second, of the bare route's", [b.cpu / m.cpu for m, b in pairs], AIM)
    early, late = (median(m.cpu for m in part) for part in (moves[:WINDOW], moves[-WINDOW:]))
    within(f"CPU, last {WINDOW * BLOCK} moves of {len(script)} / first", late / early, FLAT)


def bench_lengths(script: Script) -> None:
    """Play on from one position in games that differ in their past alone, by turns."""
    heading(
        "(a) POST move at event 5, 500 and 5,000 of a game",
        "the same moves from the same position; the later games have undone and redone a move",
    )
    with served(SERVICE) as (side,):
        first = begun(side, script)
        first.play(FIRST)
        lengths = [[_lengthened(first, events, n) for n in range(GAMES)] for events in LATER]
        costs = _by_turns([(side, _next_block(tables)) for tables in lengths])
    _compare([f"event {first.version + events:,}" for events in LATER], costs)


def bench_running(script: Script) -> None:
    """Make moves here and there among few and many running games, by turns."""
    heading(
        "(a) POST move with 90, 600 and 10,000 running games",
        f"moves in games drawn by luck, all of them at event {RECORD} and seen once before",
    )
    with ExitStack() as stack:
        sides = [stack.enter_context(Stage()).start() for _ in RUNNING]
        halls = [_hall(side, script, n) for side, n in zip(sides, RUNNING, strict=True)]
        luck = random.Random(1)
        costs = _by_turns([(hall[0].side, partial(_play_somewhere, hall, luck)) for hall in halls])
    _compare([f"{count:,} running games" for count in RUNNING], costs)


def _lengthened(table: Table, events: int, number: int) -> Table:
    longer = table.lengthened(f"long-{events}-{number}", events)
    longer.look()
    return longer


def _next_block(tables: list[Table]) -> Callable[[], None]:
    turns = cycle(tables)
    return lambda: next(turns).play(BLOCK)


def _pair(table: Table, bare: Side) -> tuple[Cost, Cost]:
    bodies = [json.dumps(move).encode() for _, move in table.moves[table.made :][:BLOCK]]
    moves = _cost(table.side, lambda: table.play(BLOCK))
    appends = _cost(
        bare, lambda: [bare.send(f"/append/bare-{table.game}", body) for body in bodies]
    )
    return moves, appends


def _hall(side: Side, script: Script, count: int) -> list[Table]:
    first = begun(side, script)
    first.play(RECORD - first.version)
    tables = first.copies(count)
    for table in tqdm(tables, unit="look", leave=False, disable=None):
        table.look()
    return tables


def _play_somewhere(hall: list[Table], luck: random.Random) -> None:
    for table in luck.sample(hall, BLOCK):
        table.play()


def _by_turns(plays: Sequence[tuple[Side, Callable[[], None]]]) -> list[list[Cost]]:
    """The cost of a move in each place, by round."""
    rounds = tqdm(range(ROUNDS), unit="round", leave=False, disable=None)
    each = [[_cost(side, play) for side, play in plays] for _ in rounds]
    return [list(costs) for costs in zip(*each, strict=True)]


def _cost(side: Side, play: Callable[[], object]) -> Cost:
    before = side.spent()
    play()
    return (side.spent() - before) / BLOCK


def _compare(names: Sequence[str], costs: Sequence[list[Cost]]) -> None:
    first = costs[0]
    for name, place in zip(names, costs, strict=True):
        _costs(name, place)
    for name, place in list(zip(names, costs, strict=True))[1:]:
        found = [later.web / early.web for early, later in zip(first, place, strict=True)]
        within(f"CPU of the web process, {name} / {names[0]}", found, FLAT)


def _costs(name: str, costs: Sequence[Cost]) -> None:
    web, valkey = (median(cost[column] for cost in costs) * 1e3 for column in (1, 2))
    cpu = f"CPU {web:.2f} ms of the web process, {valkey:.2f} ms of Valkey"
    row(name, f"{median(cost.wall for cost in costs) * 1e3:.2f} ms", cpu)
