"""Lanes: bounded threads by kind of channel and by receiver, so that none delays another."""

from collections import Counter
from collections.abc import Callable, Mapping
from threading import Condition, Thread
from typing import Protocol

from service.notices.contract import ChannelKind

THREADS: Mapping[ChannelKind, int] = {"email": 4, "push": 12, "webhook": 12}
"""The most messages of a kind on their way at once; all mail goes through one server."""
EACH_HOST = 2
"""The most messages on their way to one receiver at once."""

Job = Callable[[], None]


class Lanes(Protocol):
    """Runs the jobs that hand messages over."""

    def start(self, kind: ChannelKind, host: str, job: Job) -> bool:
        """Run a job, now or soon; False if there is no room for it."""


class Inline:
    """Runs each job at once, for tests and simulations."""

    def start(self, kind: ChannelKind, host: str, job: Job) -> bool:  # noqa: ARG002
        """Run a job."""
        job()
        return True


class Threads:
    """Runs jobs in threads of their own, bounded by kind and receiver."""

    def __init__(
        self, most: Mapping[ChannelKind, int] = THREADS, each_host: int = EACH_HOST
    ) -> None:
        self._most, self._each_host = most, each_host
        self._busy: Counter[str] = Counter()
        self._changed = Condition()

    def start(self, kind: ChannelKind, host: str, job: Job) -> bool:
        """Run a job in a thread if there is room for it."""
        at_host = self._most[kind] if kind == "email" else self._each_host
        places = {kind: self._most[kind], f"{kind} {host}": at_host}
        with self._changed:
            if any(self._busy[place] >= most for place, most in places.items()):
                return False
            self._busy.update(places.keys())
        name = f"notice {kind}"
        Thread(target=self._run, args=(tuple(places), job), name=name, daemon=True).start()
        return True

    def wait_idle(self, timeout: float) -> bool:
        """Wait until no job runs; False if some still do after ``timeout`` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy, timeout)

    def _run(self, places: tuple[str, ...], job: Job) -> None:
        try:
            job()
        finally:
            with self._changed:
                self._busy.subtract(places)
                self._busy += Counter()  # drops the places that are free
                self._changed.notify_all()
