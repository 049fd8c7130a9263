"""The levels of the planner's bots: which there are, and bots that play by them."""

import logging
import os
import random
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from math import inf
from time import monotonic, process_time
from typing import Any

from domain.planning.levels import LEVELS
from domain.record.visibility import JsonObject
from service.clients import bot_names

PLANNED = ("alexandros", "settlers", "alexander_the_great")
"""The rulesets that the planner plays."""
POLICY = "greedy"
"""The bot whose moves a level with a margin makes, unless it knows a better one."""
LEVEL_NAMES = tuple(LEVELS)
"""The levels, the weakest first."""
FULL_BUDGET = 100
"""A level's full budget, in percent."""

# Libraries that compute with matrices would otherwise start as many threads as there are cores.
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
RUNAWAY_SECONDS = 8.0
"""The processor time after which a search ends with its best move; the budgets end sooner."""

log = logging.getLogger("anabasis.bot")


class PlannersOff(RuntimeError):
    """The planner cannot play: numpy is missing."""

    def __init__(self) -> None:
        super().__init__(
            "Planner bots are off, as numpy is missing: install the extra `planner` of anabasis."
        )


@cache
def level_names(ruleset: str) -> tuple[str, ...]:
    """Return the levels that can be played here; none without numpy, or without weights."""
    # Without importing numpy: web processes only list the names.
    weights = files("domain.planning") / ruleset / "weights.npz"
    return LEVEL_NAMES if has_numpy() and weights.is_file() else ()


def has_numpy() -> bool:
    """True if the extra `planner` is installed."""
    return find_spec("numpy") is not None


@cache
def offered_bots(ruleset: str) -> tuple[str, ...]:
    """Return the names of all bots that can take a seat here; the last one is the default."""
    return (*level_names(ruleset), *bot_names(ruleset))


class PlannerBot:
    """A bot of a level in one seat; it gets the events of its game, and is asked for moves.

    It thinks with ``percent`` of its level's budget, at least one evaluation a decision. After so
    many ``seconds`` of a decision, or ``RUNAWAY_SECONDS`` of processor time, it makes the best move
    so far.
    """

    def __init__(  # noqa: PLR0913 - its place at the table, and two limits
        self,
        ruleset: str,
        level: str,
        seats: int,
        seat: int,
        *,
        percent: int = FULL_BUDGET,
        seconds: float = inf,
    ) -> None:
        if not has_numpy():
            raise PlannersOff
        # Before numpy starts a thread a core: many bots think side by side.
        for variable in ONE_THREAD:
            os.environ.setdefault(variable, "1")
        # Here, as it imports numpy; and the bots, their client: web processes need neither.
        from domain.planning import planner  # noqa: PLC0415
        from service.clients import bot_named  # noqa: PLC0415

        full = LEVELS[level]
        self._planner, self._seat, self._seconds = planner, seat, seconds
        self._ruleset = ruleset
        self._level = full._replace(budget=max(1, full.budget * percent // FULL_BUDGET))
        self._lists_all = planner.planned_game(ruleset).lists_all
        self._ledger = planner.ledger(ruleset, seats, seat)
        self._policy = bot_named(ruleset, POLICY)

    @property
    def version(self) -> int:
        """The last event that it has seen."""
        return self._ledger.version

    @property
    def last_hash(self) -> str:
        """The hash of the last event that it has seen; empty before any."""
        return self._ledger.hash

    def check(self, rules_version: int) -> None:
        """Raise NoWeights if it cannot play by a version of the rules."""
        from domain.planning.weights import weights_of  # noqa: PLC0415 - imports numpy

        weights_of(self._ruleset, rules_version)

    def watch(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Take note of events as the seat is shown them; known ones are skipped."""
        self._ledger.read(events)

    def __call__(
        self, view: JsonObject, moves: list[JsonObject], luck: random.Random
    ) -> JsonObject:
        """Return a move, by the seat's view and the events it has seen."""
        able = [move for move in moves if move["type"] != "resign"]
        if len(able) == 1 and self._lists_all:
            return able[0]
        knowledge = self._planner.Knowledge(view, self._ledger.beliefs)
        policy = None
        if self._level.margin is not None:
            policy = self._policy(view, list(moves), luck)
        seed, start, cpu_start = f"{luck.getrandbits(64)}", monotonic(), process_time()
        plan = self._planner.plan(
            knowledge,
            self._seat,
            self._level,
            seed,
            policy=policy,
            is_enough=lambda: (
                process_time() - cpu_start > RUNAWAY_SECONDS or monotonic() - start > self._seconds
            ),
        )
        if plan.was_cut:
            log.warning(
                "%s at %s: cut short after %d evaluations in %.1f s, %.1f s of processor time",
                view["game_id"],
                view["version"],
                plan.used,
                monotonic() - start,
                process_time() - cpu_start,
            )
        return plan.move
