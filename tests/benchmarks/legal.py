"""(d) Legal moves and provinces: numbers and CPU time, on the usual and on a hostile board."""

import random
from collections import defaultdict
from statistics import median
from time import process_time
from typing import Any

from domain.alexandros.places import provinces_of
from domain.kernel.game import fold
from domain.kernel.rulesets import ruleset_named
from domain.record.chance import game_chance
from domain.record.setup import Setup
from service.http.reading.queries import MOVES
from tests.benchmarks.long_game import long_record
from tests.benchmarks.measuring import heading, row, seconds

SAMPLES = 240


def bench_legal_moves() -> None:
    """Positions of the long game, and of a 400-space rhombus with astronomically many ways."""
    heading(f"(d) legal moves, at most {MOVES:,} listed")
    _by_phase("near_east", [m.position for m in _moments(fold(long_record()))])
    _by_phase("rhombus of 400", _rhombus_positions())


def _moments(game: Any) -> list[Any]:
    moments = list(game.timeline.moments())
    return random.Random(3).sample(moments, min(SAMPLES, len(moments)))


def _by_phase(board: str, positions: list[Any]) -> None:
    ruleset = ruleset_named("alexandros")
    times: dict[str, list[float]] = defaultdict(list)
    counts: dict[str, list[int]] = defaultdict(list)
    for position in positions:
        for seat in ruleset.situation(position).to_act:
            phase = position.turn.phase.value
            found: list[Any] = []
            times[phase].append(
                seconds(
                    lambda: found.append(ruleset.legal_moves(position, seat, MOVES, None)),  # noqa: B023
                    process_time,
                )
            )
            counts[phase].append(len(found[0].moves))
    for phase, taken in times.items():
        note = f"{median(counts[phase]):.0f} moves, at most {max(counts[phase])}"
        worst = f"slowest {max(taken) * 1e3:.2f} ms"
        row(f"{board}, {phase}", f"{median(taken) * 1e3:.3f} ms", f"{note}; {worst}")
    _provinces(board, positions)


def _provinces(board: str, positions: list[Any]) -> None:
    """The provinces of each position, none of them remembered."""
    made = provinces_of.__wrapped__  # type: ignore[attr-defined]
    taken = [
        seconds(lambda: made(position.table.board, position.pieces.walls), process_time)  # noqa: B023
        for position in positions
    ]
    row(f"{board}, provinces", f"{median(taken) * 1e3:.3f} ms")


def _rhombus_positions() -> list[Any]:
    """A rhombus with one symbol of each kind, far from the start."""
    ruleset = ruleset_named("alexandros")
    rows = [" " * r + "." * 40 for r in range(10)]
    rows[9] = rows[9][:-5] + "TAHLS"
    board = ruleset.wire.boards.read({"rows": rows, "start": [0, 0]})
    luck = random.Random(1)
    positions: list[Any] = []
    for game in range(8):
        chance = game_chance(bytes([game]) * 32, [None, None])
        setup = Setup(board, ruleset.wire.options.read({}), 2, 0)
        state = ruleset.initial_state(setup, ruleset.deal(setup, chance))
        for _ in range(12):
            if not (to_act := ruleset.situation(state).to_act):
                break
            positions.append(state)
            moves = ruleset.legal_moves(state, to_act[0], 50, None).moves[:-1]
            state = ruleset.evolve(
                state, ruleset.decide(state, to_act[0], luck.choice(moves), chance)
            )
    return positions
