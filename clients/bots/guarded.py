"""A guard around a bot's choice: it may fail, return nonsense, or never return."""

import logging
import math
import random
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from typing import Final

from clients.bots.uniform import uniform
from clients.python.shapes import JsonObject

Choose = Callable[[JsonObject, list[JsonObject]], JsonObject]
"""Returns one of the moves, which are never empty, by the acting seat's own view."""

LIMIT_SECONDS: Final = 20.0
# A thread cannot be ended from outside, and each one that computes slows all others.
MOST_STUCK: Final = 4
"""Choices that may be overdue at once; until one of them returns, the bot moves by lot."""

log = logging.getLogger("anabasis.bot")
_BY_LOT: Final = uniform(last=("end_turn",))


class Guarded:
    """A bot that moves by lot where ``choose`` fails or is overdue: no game waits for it.

    A choice is overdue after ``limit`` seconds, or half of what is left of the seat's clock.
    """

    def __init__(self, choose: Choose, limit: float = LIMIT_SECONDS) -> None:
        self._choose, self._limit = choose, limit
        self._overdue: set[threading.Thread] = set()

    def __call__(
        self, view: JsonObject, moves: list[JsonObject], luck: random.Random
    ) -> JsonObject:
        """Return the choice, or a move by lot."""
        place = f"{view['game_id']} at {view['version']}"
        limit = min(self._limit, _half_of_clock(view))
        self._overdue = {thread for thread in self._overdue if thread.is_alive()}
        if len(self._overdue) >= MOST_STUCK:
            log.error("%s: moved by lot, as %d choices do not return", place, MOST_STUCK)
            return _BY_LOT(view, moves, luck)
        try:
            return self._chosen(view, moves, limit)
        except Empty:
            log.error("%s: moved by lot, as choose took over %g s", place, limit)  # noqa: TRY400
        except Exception:
            log.exception("%s: moved by lot, as choose failed", place)
        return _BY_LOT(view, moves, luck)

    def _chosen(self, view: JsonObject, moves: list[JsonObject], limit: float) -> JsonObject:
        """Return the choice. Raises Empty when it is overdue, and the errors of ``choose``."""
        answers: SimpleQueue[JsonObject | Exception] = SimpleQueue()
        # A daemon: a choice that never returns must not keep the program from ending.
        thread = threading.Thread(target=self._think, args=(view, moves, answers), daemon=True)
        thread.start()
        try:
            answer = answers.get(timeout=limit)
        except Empty:
            self._overdue = self._overdue | {thread}
            raise
        if isinstance(answer, Exception):
            raise answer
        if not isinstance(answer, dict):
            raise TypeError(f"choose returned {answer!r:.80}, which is no move")
        return answer

    def _think(
        self,
        view: JsonObject,
        moves: list[JsonObject],
        answers: "SimpleQueue[JsonObject | Exception]",
    ) -> None:
        try:
            answers.put(self._choose(view, list(moves)))
        except Exception as error:
            answers.put(error)


def _half_of_clock(view: JsonObject) -> float:
    """Return half of the seconds that the seat has left; infinite without a clock."""
    clock, viewer = view.get("clock"), view.get("viewer")
    if not clock or not viewer:
        return math.inf
    due = clock["seats"][viewer["seat"]]["due"]
    left = (datetime.fromisoformat(due) - datetime.now(UTC)).total_seconds() if due else 0.0
    # A time that seems to be up is that of a wrong clock here, or has no more consequences.
    return left / 2 if left > 0 else math.inf
