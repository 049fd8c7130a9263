"""Turns: one caller of a key at a time, few of all keys, and no endless queue."""

from threading import Event, Thread

import pytest

from service.machine.turns import TooManyWait, Turns
from tests.waiting import eventually


class Callers:
    """Threads that take turns, and hold them until they may end."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.inside = turns, 0
        self._keys: set[str] = set()
        self._may_end = Event()
        self._threads: list[Thread] = []

    def __enter__(self) -> "Callers":
        return self

    def __exit__(self, *_: object) -> None:
        self._may_end.set()
        for thread in self._threads:
            thread.join()

    def call(self, *keys: str) -> None:
        """Have a caller of each of the keys, one after the other."""
        self._keys.update(keys)
        for key in keys:
            self._threads.append(Thread(target=self._take, args=(key,)))
            self._threads[-1].start()
            eventually(lambda: self._has_come(len(self._threads)))

    def _has_come(self, number: int) -> bool:
        return sum(map(self.turns.callers, self._keys)) == number

    def _take(self, key: str) -> None:
        with self.turns.of(key):
            self.inside += 1
            self._may_end.wait(20.0)


def test_callers_of_a_key_wait_for_one_another_and_others_do_not():
    with Callers(Turns()) as callers:
        callers.call("a", "a", "b")
        eventually(lambda: callers.inside == 2)
    assert (callers.inside, callers.turns.callers("a")) == (3, 0)


def test_of_all_keys_so_many_go_on_at_a_time():
    with Callers(Turns(most=2)) as callers:
        callers.call("a", "b", "c")
        eventually(lambda: callers.inside == 2)
    assert callers.inside == 3


def test_one_more_than_may_wait_is_refused():
    turns = Turns(each=2)
    with Callers(turns) as callers:
        callers.call("a", "a")
        with pytest.raises(TooManyWait), turns.of("a"):
            pass
        with turns.of("b"):
            pass


def test_a_turn_ends_however_its_work_does():
    turns = Turns(most=1, each=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), turns.of("a"):
            _ = 1 / 0
    assert turns.callers("a") == 0
