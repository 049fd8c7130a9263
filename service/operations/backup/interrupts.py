"""Signals that end a command: they raise an exception, unless work must not be interrupted."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

from service.machine.stop_signals import stopping_numbers


class Interrupted(KeyboardInterrupt):
    """A signal asked the command to end; ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(signal.Signals(number).name)


class _Interrupts:
    """The number of blocks that hold signals back, and the signal that came."""

    def __init__(self) -> None:
        self.deferrals = 0
        self.came: int | None = None

    def note(self, number: int, _: object) -> None:
        if self.came is not None:
            return  # a second signal must not interrupt the undoing that the first began
        self.came = number
        if not self.deferrals:
            raise Interrupted(number)


_interrupts = _Interrupts()


@contextmanager
def stoppable() -> Iterator[None]:
    """Have the first SIGINT, SIGTERM or SIGHUP raise Interrupted; later ones do nothing.

    Outside the main thread nothing changes.
    """
    # Python runs handlers in the main thread alone, and refuses to set them in another.
    if current_thread() is not main_thread():
        yield
        return
    before: dict[int, Any] = {
        number: signal.signal(number, _interrupts.note) for number in stopping_numbers()
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _interrupts.came = None


class DeferredSignals:
    """Signals held back; ``check`` is called at the points where stopping is safe."""

    def check(self) -> None:
        """Raise Interrupted if a signal came."""
        if _interrupts.came is not None:
            raise Interrupted(_interrupts.came)


@contextmanager
def deferred_signals() -> Iterator[DeferredSignals]:
    """Hold signals back; one that comes meanwhile is raised by ``check``, otherwise never."""
    _interrupts.deferrals += 1
    try:
        yield DeferredSignals()
    finally:
        # A signal is not raised here: the work is done, and only its report is left.
        _interrupts.deferrals -= 1
