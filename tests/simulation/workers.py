"""Workers as objects, each with connections of its own, killed at writes chosen by luck."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random

from service.store.redis_store import RedisStore
from tests.simulation.mortal import Killed, Mortal

MOST_WRITES = 8
"""Writes of a step after which a worker may die; an idle one makes few."""

Step = Callable[[], int]
"""A step of a worker's work; returns how much was done."""


class Fleet:
    """Two workers at once; each is killed in some steps and replaced by another."""

    def __init__(
        self,
        url: str,
        hire: Callable[[int, RedisStore], Sequence[Step]],
        luck: Random,
        rate: float,
    ) -> None:
        self._url, self._hire, self._luck, self.rate = url, hire, luck, rate
        self.kills = 0
        self._clients: list[Mortal] = []
        self._steps: list[Sequence[Step]] = []
        for number in range(2):
            client, steps = self._new(number)
            self._clients.append(client)
            self._steps.append(steps)

    def work(self) -> None:
        """Have one worker or both take every step until nothing is left to do.

        What a killed one leaves is for the others, its successor among them.
        """
        present = self._luck.choice(((0,), (1,), (0, 1)))
        for step in range(len(self._steps[0])):
            while sum(self._take(number, step) for number in present):
                pass

    @contextmanager
    def immortal(self) -> Iterator[None]:
        """Kill nobody for a while."""
        rate, self.rate = self.rate, 0.0
        yield
        self.rate = rate

    def _take(self, number: int, step: int) -> int:
        client = self._clients[number]
        if self._luck.random() < self.rate:
            writes = self._luck.randrange(MOST_WRITES)
            client.kill_after(writes, is_done_first=self._luck.random() < 0.5)
        try:
            done = self._steps[number][step]()
        except Killed:
            self.kills += 1
            client.close()
            self._clients[number], self._steps[number] = self._new(number)
            return 1
        client.left = None
        return done

    def _new(self, number: int) -> tuple[Mortal, Sequence[Step]]:
        client = Mortal.from_url(self._url)
        assert isinstance(client, Mortal)
        store = RedisStore(write=client, read=client, blocking=client)
        return client, self._hire(number, store)
