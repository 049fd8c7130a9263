"""The worker's bots: whose turn it is, handed over one by one, and pauses for those that fail."""

import logging
import math
import time
from collections.abc import Callable, Sequence

from projections.bots_waiting import BOTS_ALONE, WITH_PEOPLE, BotWaiting
from service.run.bell import Bell
from service.run.outcomes import Outcome
from service.run.thinkers import ENOUGH_SECONDS, Thinking
from service.store.read_models import ReadModels

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
ALONE_EACH_ROUND = 5
"""Moves in games of bots alone before people's games are looked at again: about 0.1 s."""
POLL_SECONDS = 0.1

log = logging.getLogger(__name__)


class Bots:
    """Plays the bots in rounds; one that is slow or fails is tried again later and delays no other.

    It plays the games that are ``is_ours``, and leaves the rest to other workers.
    """

    def __init__(
        self,
        read_models: ReadModels,
        thinking: Thinking,
        is_ours: Callable[[str], bool] = lambda _: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read_models, self._thinking = read_models, thinking
        self._is_ours, self._clock = is_ours, clock
        self._pauses: dict[BotWaiting, tuple[float, float]] = {}
        self._next = {WITH_PEOPLE: 0, BOTS_ALONE: 0}
        self._thinking_now: set[tuple[str, int]] = set()
        self._moves = 0
        self._is_left_over = False

    def play_round(self, stopping: Callable[[], bool]) -> int:
        """Play each bot that people wait for, then a few of those that play among themselves.

        Return the number of moves that were made meanwhile. Paused bots are left out, and turns
        that take long go on after the round. Where many wait a round is for some of them, and the
        next one for those after them.
        """
        before, alone = self._moves, 0
        self._is_left_over = False
        now = self._clock()
        self._pauses = {t: p for t, p in self._pauses.items() if now < p[0] + LONGEST_PAUSE}
        for turn in self._waiting(WITH_PEOPLE):
            self._begin(turn, math.inf, stopping)
        for turn in self._waiting(BOTS_ALONE):
            if alone == ALONE_EACH_ROUND:
                break
            alone += self._begin(turn, ENOUGH_SECONDS, stopping)
        return self._moves - before

    def rest(self, seconds: float, bell: Bell) -> None:
        """Note the turns that end, for so long or until the bell rings.

        Return at once when a turn has ended and a seat that was thinking has another one to take.
        """
        until = self._clock() + seconds
        while (left := until - self._clock()) > 0:
            outcomes = self._thinking.ended(left, bell)
            self._note(outcomes)
            if self._is_left_over or not outcomes:
                return

    def close(self) -> None:
        """Give up the turns under way."""
        self._thinking.close()

    def _waiting(self, order: str) -> list[BotWaiting]:
        """Return the next of the bots of an order."""
        waiting, self._next[order] = self._read_models.bots_waiting(order, self._next[order])
        return [turn for turn in waiting if self._is_ours(turn.game_id)]

    def _begin(self, turn: BotWaiting, patience: float, stopping: Callable[[], bool]) -> bool:
        """Begin a turn once there is room; True if the bot has moved or is thinking now.

        Bots that fail, and those that nobody waits for, leave room for others.
        """
        seat, before = (turn.game_id, turn.seat), self._moves
        due, _ = self._pauses.get(turn, (0.0, 0.0))
        self._is_left_over |= seat in self._thinking_now
        if stopping() or seat in self._thinking_now or self._clock() < due:
            return False
        until = self._clock() + (0.0 if turn in self._pauses else patience)
        while not self._thinking.begin(turn, leaves_room=until < math.inf):
            if stopping() or self._clock() >= until:
                return False
            self._note(self._thinking.ended(POLL_SECONDS))
        self._thinking_now.add(seat)
        self._note(self._thinking.ended(0))
        return seat in self._thinking_now or self._moves > before

    def _note(self, outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            turn = outcome.turn
            self._thinking_now.discard((turn.game_id, turn.seat))
            self._moves += outcome.moved
            if outcome.fault is None:
                self._pauses.pop(turn, None)
            else:
                self._pause(turn, outcome.fault)

    def _pause(self, turn: BotWaiting, fault: str) -> None:
        log.error("bot %s at seat %d of game %s: %s", turn.bot, turn.seat, turn.game_id, fault)
        _, pause = self._pauses.get(turn, (0.0, FIRST_PAUSE))
        self._pauses[turn] = self._clock() + pause, min(2 * pause, LONGEST_PAUSE)
