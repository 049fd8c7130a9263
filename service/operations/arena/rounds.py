"""Rounds of a match in processes side by side: in a round all seatings have the same luck."""

from collections import deque
from collections.abc import Generator
from concurrent.futures import Future
from typing import NamedTuple

from service.clients.planners.levels import FULL_BUDGET
from service.machine.pools import process_pool
from service.operations.arena.matches import Played, Seating, play, rotations

AHEAD = 2
"""Rounds that wait for each process, so that none idles while another round is long."""


class Match(NamedTuple):
    """The terms of a match; ``seed`` decides all luck, the other fields are as in ``Seating``."""

    ruleset: str
    board: str
    bots: tuple[str, ...]
    seed: str
    is_judged: bool = False
    budget: int = FULL_BUDGET


def rounds(match: Match, processes: int, most: int) -> Generator[list[Played]]:
    """Yield the games of ``most`` rounds, one after another, in the same order each time.

    The order does not depend on the processes: a test that stops a match stops it at the same
    round each time.
    """
    with process_pool(processes) as pool:
        begun, waiting = 0, deque[Future[list[Played]]]()
        for _ in range(most):
            while begun < most and len(waiting) < processes * (1 + AHEAD):
                waiting.append(pool.submit(play_round, match, begun))
                begun += 1
            yield waiting.popleft().result()


def play_round(match: Match, number: int) -> list[Played]:
    """Return the games of a round, each bot on each seat."""
    luck = f"{match.seed}\n{number}"
    seatings = (
        Seating(match.ruleset, match.board, bots, luck, match.is_judged, match.budget)
        for bots in rotations(match.bots)
    )
    return [play(seating) for seating in seatings]
