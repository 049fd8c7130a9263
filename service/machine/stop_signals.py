"""Stop signals: noted by a handler, and ending a wait at once."""

import os
import select
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

POLL_SECONDS = 0.1

T = TypeVar("T")


class Stopped(Exception):
    """A signal came before the work was done; ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(signal.Signals(number).name)


class StopSignals:
    """Notes SIGINT, SIGTERM and SIGHUP from now on; made in the main thread.

    The first sets ``signalled``; clear it to notice the next one. With ``renewals`` it also notes
    SIGUSR2, in ``is_renewal_asked``.
    """

    def __init__(self, *, renewals: bool = False) -> None:
        self.signalled = self.is_renewal_asked = False
        self._number = int(signal.SIGINT)
        self._wakeups, written = os.pipe()
        os.set_blocking(self._wakeups, False)
        os.set_blocking(written, False)
        signal.set_wakeup_fd(written, warn_on_full_buffer=False)
        for number in stopping_numbers():
            signal.signal(number, self._note)
        if renewals:
            signal.signal(signal.SIGUSR2, self._note_renewal)

    def wait(self, seconds: float) -> bool:
        """Wait for a signal; False when ``seconds`` went by without one."""
        if not self.signalled:
            select.select([self._wakeups], [], [], seconds)
            with suppress(BlockingIOError):
                os.read(self._wakeups, 4096)
        return self.signalled

    def check(self) -> None:
        """Raise Stopped if a signal has come."""
        if self.signalled:
            raise Stopped(self._number)

    def _note(self, number: int, _: object) -> None:
        # Nothing more: a handler that takes a lock may find it held by the code that it interrupts,
        # perhaps this very handler. The descriptor ends the wait.
        self.signalled, self._number = True, number

    def _note_renewal(self, *_: object) -> None:
        self.is_renewal_asked = True


def run_until_stopped(
    stopping: StopSignals, work: Callable[[], T], meanwhile: Callable[[], object] = lambda: None
) -> Future[T]:
    """Begin work in a daemon thread; return when it is done or a signal has come.

    ``meanwhile`` is called several times a second, in the caller's thread.
    """
    future: Future[T] = Future()
    threading.Thread(target=_do, args=(work, future), daemon=True).start()
    while not (future.done() or stopping.wait(POLL_SECONDS)):
        meanwhile()
    return future


def _do(work: Callable[[], T], future: Future[T]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:
        future.set_exception(error)


def stopping_numbers() -> list[signal.Signals]:
    """Return the stop signals, without SIGHUP if it is ignored, as under nohup."""
    numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    return [n for n in numbers if n != signal.SIGHUP or signal.getsignal(n) != signal.SIG_IGN]
