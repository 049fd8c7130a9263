"""Lanes: threads bounded by kind of channel and by receiver, so that none delays another."""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Protocol

from service.notices.contract import ChannelKind

# Fewer for mail, as all of it goes through one server.
THREADS: Mapping[ChannelKind, int] = {"email": 4, "push": 12, "webhook": 12}
"""The most messages of a kind on their way at once."""
EACH_HOST = 2
"""The most messages on their way to one receiver at once."""
QUICK_SECONDS = 1.0
"""A receiver is quick if its last message took no longer than this."""
# Some 1 MB.
HOSTS_KEPT = 10_000
"""The most quick receivers that a process remembers."""

Job = Callable[[], None]


class Lanes(Protocol):
    """Runs the jobs that hand messages over."""

    def start(self, kind: ChannelKind, host: str, job: Job) -> bool:
        """Run a job, now or soon; False if there is no room for it."""

    def wait_idle(self, timeout: float) -> bool:
        """Wait until no job runs; False if some still do after ``timeout`` seconds."""


class Threads:
    """Runs jobs in threads of their own, bounded by kind and receiver.

    Receivers that players choose share half of the threads until they are known to be quick.
    """

    def __init__(
        self,
        most: Mapping[ChannelKind, int] = THREADS,
        each_host: int = EACH_HOST,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._most, self._each_host, self._clock = most, each_host, clock
        self._busy: Counter[str] = Counter()
        self._quick: set[str] = set()
        self._changed = threading.Condition()

    def start(self, kind: ChannelKind, host: str, job: Job) -> bool:
        """Run a job in a thread if there is room for it."""
        with self._changed:
            places = self._places(kind, host)
            if any(self._busy[place] >= most for place, most in places.items()):
                return False
            self._busy.update(places.keys())
        name = f"notice {kind}"
        threading.Thread(
            target=self._run, args=(host, tuple(places), job), name=name, daemon=True
        ).start()
        return True

    def wait_idle(self, timeout: float) -> bool:
        """Wait until no job runs; False if some still do after ``timeout`` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy, timeout)

    def _places(self, kind: ChannelKind, host: str) -> Mapping[str, int]:
        """Return the places that a job takes, with the most jobs in each at once."""
        most = self._most[kind]
        if kind == "email":
            return {kind: most}
        places = {kind: most, f"{kind} {host}": self._each_host}
        # So hanging receivers never take all threads. A bound for each host would not be enough, as
        # anyone can have any number of host names.
        return places if host in self._quick else places | {f"{kind}, not quick": max(most // 2, 1)}

    def _run(self, host: str, places: tuple[str, ...], job: Job) -> None:
        began = self._clock()
        try:
            job()
        finally:
            with self._changed:
                self._note(host, is_quick=self._clock() - began <= QUICK_SECONDS)
                self._busy.subtract(places)
                self._busy += Counter()  # drops the places that are free
                self._changed.notify_all()

    def _note(self, host: str, *, is_quick: bool) -> None:
        if not is_quick:
            self._quick.discard(host)
            return
        if len(self._quick) >= HOSTS_KEPT:
            self._quick.clear()
        self._quick.add(host)
