"""Rounds: addresses take turns at the painters, and so do the players of an address."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

WAIT_SECONDS = 5.0
# Refusing a flood at once would cost more than letting it wait.
MOST_WAITING, MOST_WAITING_ADDRESS, MOST_WAITING_ACCOUNT = 200, 120, 80
"""The most requests that wait: in total, of an address, of an account."""
MOST_BYTES = 16_000_000
"""The most bytes of their subjects."""


class StudioBusy(Exception):
    """A request got no painter in time, had no room to wait, or its client is gone."""


_Party: TypeAlias = str | tuple[str, str]


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Client:
    """The client of a picture: its address, its account there, and its connection."""

    address: str = ""
    account: str = ""
    has_gone: Callable[[], bool] = _never


ITSELF = Client()
"""The service itself, if it paints without a request."""
LOG = Client(account="log")
"""The service itself, if it words events for a mail."""


class Rounds:
    """Gives the painters to requests, one painter to an account at a time.

    Each address has one turn in a round, and so has each account among the turns of its address. If
    there is no room, the newest request of the party with the most is dropped.
    """

    # So nobody waits behind all the requests of another.

    def __init__(self, painters: int, seconds: float = WAIT_SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._free = set(range(painters))
        self._called: dict[_Wait, int] = {}
        self._waiting: list[_Wait] = []
        self._since: dict[_Party, int] = {}
        self._numbers = count()

    @contextmanager
    def turn(self, client: Client, size: int) -> Iterator[int]:
        """Yield the painter's number for a request of ``size`` bytes. Raises StudioBusy."""
        wait = _Wait(client, size, threading.Event())
        self._join(wait)
        try:
            wait.is_over.wait(self._seconds)
            with self._lock:
                painter = self._called.get(wait)
            if painter is None:
                raise StudioBusy
            yield painter
        finally:
            self._leave(wait)

    def _join(self, wait: "_Wait") -> None:
        with self._lock:
            if not self._free or self._has_turn(wait):
                self._make_room(wait)
            self._waiting.append(wait)
            for party in wait.parties:
                self._since.setdefault(party, next(self._numbers))
            self._call()

    def _leave(self, wait: "_Wait") -> None:
        with self._lock:
            painter = self._called.pop(wait, None)
            if painter is None:
                self._drop(wait)
                return
            for party in wait.parties:  # now behind those that came later
                if party in self._since:
                    self._since[party] = next(self._numbers)
            self._free.add(painter)
            self._call()

    def _call(self) -> None:
        """Give free painters to the next requests; drop those whose clients seem to be gone."""
        while self._free and (ready := [w for w in self._waiting if not self._has_turn(w)]):
            first = min(ready, key=lambda wait: [self._since[party] for party in wait.parties])
            self._drop(first)
            # A client that seems to be gone may only have stopped sending: it is served if nobody
            # else waits.
            if len(ready) == 1 or not first.client.has_gone():
                self._called[first] = min(self._free)
                self._free.remove(self._called[first])

    def _has_turn(self, wait: "_Wait") -> bool:
        """True if a request of the same account is being painted."""
        return any(wait.parties == called.parties for called in self._called)

    def _drop(self, wait: "_Wait") -> None:
        """End a wait; parties without another request leave the round."""
        if wait in self._waiting:
            self._waiting.remove(wait)
            wait.is_over.set()
            for party in wait.parties:
                if not self._of(party):
                    del self._since[party]

    def _make_room(self, wait: "_Wait") -> None:
        """Drop other requests if there are too many. Raises StudioBusy."""
        address, account = wait.parties
        # At the lower limit, as all requests of an address may come from one account.
        if len(self._of(address)) >= MOST_WAITING_ACCOUNT:
            for each in self._of(address):
                if each.client.has_gone():
                    self._drop(each)
        if len(self._of(account)) >= MOST_WAITING_ACCOUNT:
            raise StudioBusy
        while len(near := self._of(address)) >= MOST_WAITING_ADDRESS:
            self._drop_newest(near, 1, wait)
        while self._is_full(wait):
            self._drop_newest(self._waiting, 0, wait)

    def _of(self, party: _Party) -> "list[_Wait]":
        return [each for each in self._waiting if party in each.parties]

    def _is_full(self, wait: "_Wait") -> bool:
        size = wait.size + sum(each.size for each in self._waiting)
        return bool(self._waiting) and (len(self._waiting) >= MOST_WAITING or size > MOST_BYTES)

    def _drop_newest(self, waits: "Sequence[_Wait]", level: int, newcomer: "_Wait") -> None:
        """Drop the newest request of the party with the most.

        Raises StudioBusy if that party is the newcomer's.
        """
        counts = Counter(each.parties[level] for each in waits)
        [(heaviest, most)] = counts.most_common(1)
        if counts[newcomer.parties[level]] + 1 >= most:
            raise StudioBusy
        self._drop(next(each for each in reversed(waits) if each.parties[level] == heaviest))


@dataclass(frozen=True, slots=True, eq=False)
class _Wait:
    """A request that waits until its turn comes, or it is dropped."""

    client: Client
    size: int
    is_over: threading.Event

    @property
    def parties(self) -> tuple[str, tuple[str, str]]:
        """The address, and the account at that address."""
        return self.client.address, (self.client.address, self.client.account)
