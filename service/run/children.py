"""The launcher's children: web service and workers, kept running and replaced when asked."""

import logging
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from time import monotonic

from service.machine.processes import Child, spawn, stop, stop_all
from service.run import readiness

RESTART_SECONDS = 1.0
STOP_SECONDS = 8.0
log = logging.getLogger(__name__)

Start = Callable[[Sequence[str], Mapping[str, str], Sequence[int]], Child]
"""Starts a command with an environment and the descriptors that it keeps."""


def start_child(
    command: Sequence[str], environment: Mapping[str, str], passed: Sequence[int]
) -> Child:
    """Start a command as a new process."""
    return spawn(command, env=environment, pass_fds=passed)


class WebService:
    """The web processes on a socket that stays open while they are replaced.

    ``start`` starts the first ones; their replacements load the present code.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: dict[str, str],
        listener: socket.socket,
        start: Start = start_child,
    ) -> None:
        self._listener = listener
        self._command = [part.format(fd=listener.fileno()) for part in command]
        self._environment = environment
        self.process = start(self._command, environment, [listener.fileno()])

    def renew(self, check: Callable[[], object], is_hurried: Callable[[], bool]) -> bool:
        """Replace the old processes, which finish their requests, by new ones.

        False if the new ones do not serve: then the old ones go on. ``check`` is called while
        waiting and may raise to end the wait.
        """
        new = _ready(self._started, check)
        if new is None:
            return False
        old, self.process = self.process, new
        stop_all([old], STOP_SECONDS, is_hurried)
        return True

    def _started(self, ready: int) -> Child:
        return _telling(self._command, self._environment, ready, self._listener.fileno())


class KeptChild:
    """A child started again, after a moment's pause, whenever it ends.

    ``start`` starts the first one; its replacements load the present code.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: dict[str, str],
        start: Start = start_child,
    ) -> None:
        self._name = name
        self._command = command
        self._environment = environment
        self.process: Child
        self._begin(start)

    def tend(self) -> None:
        """Start it again if it has ended."""
        code = self.process.poll()
        # After a pause, so that a child that fails at once does not fill the log.
        if code is not None and monotonic() > self._started + RESTART_SECONDS:
            log.warning("%s ended with code %d; starting it again", self._name, code)
            self._begin(start_child)

    def renew(self, check: Callable[[], object], is_hurried: Callable[[], bool]) -> bool:
        """Start a new one, then end the old one; parameters and result as ``WebService.renew``."""
        new = _ready(self._spawned, check)
        if new is None:
            return False
        old = self.process
        self.process, self._started = new, monotonic()
        stop_all([old], STOP_SECONDS, is_hurried)
        return True

    def _begin(self, start: Start) -> None:
        self._started = monotonic()
        self.process = start(self._command, self._environment, [])

    def _spawned(self, ready: int) -> Child:
        return _telling(self._command, self._environment, ready)


def _ready(start: Callable[[int], Child], check: Callable[[], object]) -> Child | None:
    """Start a process and wait until it does its work; if it will not, end it and return None."""
    reading, writing = os.pipe()
    new = start(writing)
    # The child alone holds this end now, so its death ends the wait.
    os.close(writing)
    is_ready = False
    try:
        is_ready = readiness.wait(reading, check)
    finally:
        os.close(reading)
        if not is_ready:
            stop(new, 0.0)
    return new if is_ready else None


def _telling(
    command: Sequence[str], environment: dict[str, str], ready: int, *passed: int
) -> Child:
    """Start a process that reports, by its end of a pipe, when it does its work."""
    return start_child(command, environment | {readiness.NAME: str(ready)}, [*passed, ready])
