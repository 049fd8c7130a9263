"""The processes in which bots think: few, started when needed, killed if a turn takes too long.

Also the messages between them and the worker: turns, and their outcomes. A slow bot in the worker's
own process would delay everything, as no thread can be killed.
"""

import select
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

import msgspec

from projections.bots_waiting import BotWaiting
from service.machine import companions
from service.worker.bell import Bell

THINKER = "service.worker.thinker"
START_SECONDS = 60.0
ENOUGH_SECONDS = 0.5
"""A turn longer than this keeps others waiting, and another process is started for them."""
# So that the first bot need not wait for it; but not at once, when everything else starts.
FIRST_SECONDS = 5.0
"""Seconds after which one process is started in any case."""
IDLE_SECONDS = 60.0
"""Seconds without a turn after which a process is ended; one is always kept."""


class Task(msgspec.Struct, frozen=True):
    """A turn to play; one that ``has_time`` may last until others wait."""

    turn: BotWaiting
    has_time: bool = False


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The process has started; the time of its first turn begins."""


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """A turn is over: the number of the bot's moves, and the fault, if there was one."""

    moves: int
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """The end of a turn; ``fault`` says why the bot could not play."""

    turn: BotWaiting
    moves: int
    fault: str | None = None


class Thinking(Protocol):
    """Plays the turns of bots, perhaps several at a time."""

    def has_room(self) -> bool:
        """True if a turn that leaves room might be begun now."""

    def begin(self, turn: BotWaiting, *, leaves_room: bool = False, has_time: bool = False) -> bool:
        """Begin a turn; False if there is no room for it now.

        A turn that ``leaves_room`` does not take the last place; one that ``has_time`` may last
        longer.
        """

    def ended(self, seconds: float, bell: Bell | None = None) -> Sequence[TurnOutcome]:
        """Return turns that have ended; wait for the first, up to ``seconds`` or the bell."""

    def close(self) -> None:
        """Give up the turns under way; each move is recorded whole or not at all."""


class Parent(Protocol):
    """Starts and ends processes as the module ``companions`` does."""

    def start(self, module: str, other: socket.socket, *arguments: str) -> int:
        """Start one with its end of a socket pair; return its id."""

    def end(self, process: int) -> None:
        """End one."""


class Thinkers:
    """Plays turns in at most ``most`` processes; a turn longer than ``seconds`` ends its process.

    For use by one thread.
    """

    def __init__(
        self,
        most: int,
        seconds: float,
        module: str = THINKER,
        clock: Callable[[], float] = monotonic,
        parent: Parent = companions,
    ) -> None:
        self._most, self._seconds, self._module, self._clock = most, seconds, module, clock
        self._parent = parent
        self._all: list[_Thinker] = []
        self._first_due = clock() + FIRST_SECONDS

    def has_room(self) -> bool:
        """True if two processes, or the only one allowed, are free or could be started."""
        return len(self._free()) + self._most - len(self._all) >= min(2, self._most)

    def begin(self, turn: BotWaiting, *, leaves_room: bool = False, has_time: bool = False) -> bool:
        """Hand a turn to a process; False if none is free for it now."""
        if leaves_room and not self.has_room():
            return False
        free, task = self._free(), Task(turn, has_time)
        if not free and not leaves_room:
            self._hurry()
        for thinker in free:
            if thinker.begin(task, self._seconds):
                return True
            self._end(thinker)  # it ended while it was idle
        return self._may_start() and self._started().begin(task, self._seconds)

    def ended(self, seconds: float, bell: Bell | None = None) -> list[TurnOutcome]:
        """Return the turns that have ended; wait for one, up to ``seconds`` or the bell.

        A turn whose time is up has failed, and its process is killed.
        """
        self._keep_one()
        busy = [thinker for thinker in self._all if thinker.turn is not None]
        wait = min([seconds, *(thinker.due - self._clock() for thinker in busy)])
        listened: list[_Thinker | Bell] = [*busy, bell] if bell else [*busy]
        readable, _, _ = select.select(listened, [], [], max(wait, 0.0))
        outcomes = (self._heard(thinker, heard=thinker in readable) for thinker in busy)
        return [outcome for outcome in outcomes if outcome is not None]

    def close(self) -> None:
        """End all processes."""
        while self._all:
            self._end(self._all[0])

    def _free(self) -> "list[_Thinker]":
        return [thinker for thinker in self._all if thinker.turn is None]

    def _hurry(self) -> None:
        """Have all processes end their turns after the present move."""
        for thinker in self._all:
            thinker.hurry()

    def _may_start(self) -> bool:
        """True if another process may start: each of the others has been thinking for long."""
        now = self._clock()
        return len(self._all) < self._most and all(
            thinker.is_ready and now >= thinker.since + ENOUGH_SECONDS for thinker in self._all
        )

    def _started(self) -> "_Thinker":
        thinker = _Thinker(self._parent, self._module, self._seconds, self._clock)
        self._all.append(thinker)
        return thinker

    def _heard(self, thinker: "_Thinker", *, heard: bool) -> TurnOutcome | None:
        """Return the outcome of a process's turn, if there is one."""
        turn = thinker.turn
        assert turn is not None
        try:
            ended = thinker.answer() if heard else None
        except (EOFError, OSError):
            self._end(thinker)
            return TurnOutcome(turn, moves=0, fault="its process has ended")
        if ended is None and self._clock() >= thinker.due:
            self._end(thinker)
            return TurnOutcome(turn, moves=0, fault=f"it took longer than {self._seconds:g} s")
        return None if ended is None else TurnOutcome(turn, ended.moves, ended.fault)

    def _keep_one(self) -> None:
        """Start a first process when it is time, and end others that have long been idle."""
        if not self._all and self._clock() >= self._first_due:
            self._started()
        before = self._clock() - IDLE_SECONDS
        for thinker in self._all[1:]:
            if thinker.turn is None and thinker.since < before:
                self._end(thinker)

    def _end(self, thinker: "_Thinker") -> None:
        self._all.remove(thinker)
        thinker.end()


class _Thinker:
    """One process; ``turn`` is None while it is idle, ``since`` when its turn or its rest began."""

    def __init__(
        self, parent: Parent, module: str, seconds: float, clock: Callable[[], float]
    ) -> None:
        self._parent, self._clock, self._seconds = parent, clock, seconds
        self._socket, other = socket.socketpair()
        with other:
            self._process = parent.start(module, other, str(seconds))
        self.turn: BotWaiting | None = None
        self._is_hurried = False
        self.since, self.due = clock(), 0.0
        self.is_ready = False

    def begin(self, task: Task, seconds: float) -> bool:
        """Hand over a turn; False if the process is gone."""
        try:
            companions.send(self._socket, task)
        except OSError:
            return False
        self.turn, self._is_hurried = task.turn, False
        self._begin(seconds if self.is_ready else START_SECONDS)
        return True

    def hurry(self) -> None:
        """Make it end its turn after the next move; ``answer`` notices if the process is gone."""
        if self.turn is not None and self.is_ready and not self._is_hurried:
            self._is_hurried = True
            with suppress(OSError):
                companions.send(self._socket, None)

    def answer(self) -> Ended | None:
        """Return the end of the turn, None if the process has only now started."""
        message = companions.receive(self._socket)
        answer: Ready | Ended = msgspec.msgpack.decode(message, type=Ready | Ended)
        if isinstance(answer, Ready):
            self.is_ready = True
            self._begin(self._seconds)
            return None
        self.turn, self.since = None, self._clock()
        return answer

    def end(self) -> None:
        """End the process."""
        self._socket.close()
        self._parent.end(self._process)

    def fileno(self) -> int:
        """Return the descriptor on which it answers."""
        return self._socket.fileno()

    def _begin(self, seconds: float) -> None:
        self.since = self._clock()
        self.due = self.since + seconds
