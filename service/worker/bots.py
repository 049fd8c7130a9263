"""The worker's bots: their turns are handed over one by one, and failing bots are paused."""

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence

from projections.bots_waiting import BOTS_ALONE, WITH_PEOPLE, BotWaiting
from service.readmodels.read_models import ReadModels
from service.telemetry.instruments import BOT_FAULTS, BOT_MOVES
from service.worker.bell import Bell
from service.worker.thinkers import Thinking, TurnOutcome

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
# The read model may lag behind the move, and an idle bot may be waiting for others' answers.
SETTLED_SECONDS = 0.5
"""Seconds for which a turn is left alone after its bot has moved, or had nothing to do."""
ALONE_EACH_ROUND = 5
"""The most turns played in games without people before games with people come again."""
POLL_SECONDS = 0.1

log = logging.getLogger(__name__)


class Bots:
    """Plays the bots in rounds; a slow or failing one is tried again later and delays no other.

    It plays only the games for which ``is_ours`` is true; other workers play the rest.
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
        self._settled: dict[str, tuple[int, float]] = {}
        self._idle: dict[BotWaiting, float] = {}
        self._next = {WITH_PEOPLE: 0, BOTS_ALONE: 0}
        self._alone: deque[BotWaiting] = deque()
        self._thinking_now: set[tuple[str, int]] = set()
        self._moves = 0
        self._is_left_over = False

    def play_round(self, stopping: Callable[[], bool]) -> int:
        """Play each bot that people wait for, then a few that play among themselves.

        Return the number of moves made meanwhile. Paused bots are left out, and long turns go on
        after the round. If many wait, a round plays some of them, and the next round goes on from
        there.
        """
        before = self._moves
        self._is_left_over = False
        self._forget(self._clock())
        for turn in self._waiting(WITH_PEOPLE):
            self._play_with_people(turn, stopping)
        self._play_alone(stopping)
        return self._moves - before

    def rest(self, seconds: float, bell: Bell) -> None:
        """Note the turns that end, for ``seconds`` or until the bell rings.

        Return at once if a turn ends while others wait to begin.
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

    def _forget(self, now: float) -> None:
        """Forget entries too old to matter."""
        self._pauses = {t: p for t, p in self._pauses.items() if now < p[0] + LONGEST_PAUSE}
        self._settled = {game: at for game, at in self._settled.items() if now < at[1]}
        self._idle = {turn: until for turn, until in self._idle.items() if now < until}

    def _waiting(self, list_name: str) -> list[BotWaiting]:
        """Return the next waiting bots of a list, with people or of bots alone."""
        waiting, self._next[list_name] = self._read_models.bots_waiting(
            list_name, self._next[list_name]
        )
        return waiting

    def _play_with_people(self, turn: BotWaiting, stopping: Callable[[], bool]) -> None:
        """Begin a turn once there is room; do not wait for room if the bot has failed before."""
        if not self._may_begin(turn):
            return
        while not stopping():
            if self._thinking.begin(turn):
                self._begun(turn)
                return
            if turn in self._pauses:
                return
            self._note(self._thinking.ended(POLL_SECONDS))

    def _play_alone(self, stopping: Callable[[], bool]) -> None:
        """Begin turns in games without people while there is room, in each game equally often."""
        going_on = 0
        if not self._alone and not self._thinking.has_room():
            self._is_left_over = True  # perhaps; looking would cost as much as a move
            return
        if not self._alone:
            self._alone.extend(self._waiting(BOTS_ALONE))
        # A turn that keeps no other waiting may last longer.
        is_only = len(self._alone) == 1
        while self._alone and going_on < ALONE_EACH_ROUND and not stopping():
            if self._may_begin(self._alone[0]):
                if not self._thinking.begin(self._alone[0], leaves_room=True, has_time=is_only):
                    break
                going_on += self._begun(self._alone[0])
            self._alone.popleft()
        self._is_left_over |= bool(self._alone)

    def _may_begin(self, turn: BotWaiting) -> bool:
        """True if a turn is ours, and its bot is not playing it, paused, or done with it."""
        now, is_begun = self._clock(), (turn.game_id, turn.seat) in self._thinking_now
        self._is_left_over |= is_begun
        if is_begun or not self._is_ours(turn.game_id):
            return False
        due, _ = self._pauses.get(turn, (now, 0.0))
        version, until = self._settled.get(turn.game_id, (0, now))
        is_past = turn.version < version and now < until
        return due <= now and not is_past and self._idle.get(turn, now) <= now

    def _begun(self, turn: BotWaiting) -> bool:
        """Note a turn that was begun; True if the bot has moved or is thinking now."""
        seat, before = (turn.game_id, turn.seat), self._moves
        self._thinking_now.add(seat)
        self._note(self._thinking.ended(0))
        return seat in self._thinking_now or self._moves > before

    def _note(self, outcomes: Sequence[TurnOutcome]) -> None:
        for outcome in outcomes:
            turn = outcome.turn
            self._thinking_now.discard((turn.game_id, turn.seat))
            self._moves += outcome.moves
            BOT_MOVES.inc(outcome.moves)
            if outcome.fault is not None:
                self._pause(turn, outcome.fault)
            else:
                self._pauses.pop(turn, None)
                self._settle(turn, outcome.moves)

    def _settle(self, turn: BotWaiting, moves: int) -> None:
        until = self._clock() + SETTLED_SECONDS
        if moves:
            self._settled[turn.game_id] = turn.version + moves, until
        else:
            self._idle[turn] = until

    def _pause(self, turn: BotWaiting, fault: str) -> None:
        BOT_FAULTS.inc()
        log.error(
            "bot %s at seat %d of game %s: %s",
            turn.bot,
            turn.seat,
            turn.game_id,
            fault,
            extra={"game_id": turn.game_id},
        )
        # Twice as long each time, so that a broken bot fills neither the log nor the processor.
        _, pause = self._pauses.get(turn, (0.0, FIRST_PAUSE))
        self._pauses[turn] = self._clock() + pause, min(2 * pause, LONGEST_PAUSE)
