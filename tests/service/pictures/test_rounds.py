"""Rounds: no client waits behind all the requests of another, and none for ever."""

from collections.abc import Iterator
from threading import Event, Thread

import pytest

from service.pictures import rounds as module
from service.pictures.rounds import Client, Rounds, StudioBusy
from tests.waiting import eventually


class Queue:
    """Requests of clients, each named by its address, its account and a number."""

    def __init__(self, painters: int = 1) -> None:
        self.rounds = Rounds(painters, seconds=30.0)
        self.served: list[str] = []
        self.refused: list[str] = []
        self._may_end = Event()
        self._threads: list[Thread] = []

    def ask(self, *names: str, size: int = 1) -> None:
        """Have requests come one after the other; ``gone-…`` are of clients that have gone."""
        for name in names:
            self._threads.append(Thread(target=self._take, args=(name, size)))
            self._threads[-1].start()
            eventually(lambda: self._came() == len(self._threads))

    def end(self) -> None:
        """Let all of them be served, one after the other."""
        self._may_end.set()
        for thread in self._threads:
            thread.join()

    def _came(self) -> int:
        under_way = len(self.rounds._waiting) + len(self.rounds._called)
        return under_way + len(self.refused)

    def _take(self, name: str, size: int) -> None:
        address, account, _ = name.split("-")
        client = Client(address, account, lambda: address == "gone")
        try:
            with self.rounds.turn(client, size):
                self.served.append(name)
                assert self._may_end.wait(30.0)
        except StudioBusy:
            self.refused.append(name)


@pytest.fixture
def queue() -> Iterator[Queue]:
    queue = Queue()
    yield queue
    queue.end()


def test_each_address_has_one_turn_in_a_round(queue: Queue):
    queue.ask("a-x-1", "a-x-2", "a-x-3", "a-x-4", "b-y-1", "b-y-2", "c-z-1")
    queue.end()
    assert queue.served == ["a-x-1", "b-y-1", "c-z-1", "a-x-2", "b-y-2", "a-x-3", "a-x-4"]


def test_the_accounts_of_an_address_share_its_turns(queue: Queue):
    queue.ask("a-x-1", "a-x-2", "a-x-3", "a-y-1", "b-z-1", "b-z-2")
    queue.end()
    assert queue.served == ["a-x-1", "b-z-1", "a-y-1", "b-z-2", "a-x-2", "a-x-3"]


def test_an_account_has_one_painter_and_leaves_the_other_to_others():
    queue = Queue(painters=2)
    queue.ask("a-x-1", "a-x-2", "a-x-3")
    assert queue.served == ["a-x-1"]
    queue.ask("a-y-1")
    eventually(lambda: queue.served == ["a-x-1", "a-y-1"])
    queue.end()
    assert len(queue.served) == 4


def test_who_has_gone_is_left_out(queue: Queue):
    queue.ask("a-x-1", "gone-x-1", "gone-y-2", "b-x-1")
    queue.end()
    assert queue.served == ["a-x-1", "b-x-1"]
    assert sorted(queue.refused) == ["gone-x-1", "gone-y-2"]
    assert not queue.rounds._since


def test_who_seems_to_have_gone_is_served_where_nobody_else_waits(queue: Queue):
    queue.ask("gone-x-1", "gone-x-2", "gone-x-3", "b-x-1", "b-x-2", "gone-y-4")
    queue.end()
    assert queue.served == ["gone-x-1", "b-x-1", "b-x-2"]
    assert sorted(queue.refused) == ["gone-x-2", "gone-x-3", "gone-y-4"]


def test_nobody_waits_for_longer_than_a_time():
    rounds = Rounds(1, seconds=0.001)
    with rounds.turn(Client("a"), 1):
        with pytest.raises(StudioBusy), rounds.turn(Client("b"), 1):
            pass
        assert not rounds._waiting
    with rounds.turn(Client("b"), 1):
        pass


def test_a_turn_ends_however_its_work_does():
    rounds = Rounds(1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), rounds.turn(Client("a"), 1):
            _ = 1 / 0
    assert (rounds._called, rounds._waiting, rounds._free) == ({}, [], {0})


def test_an_account_has_so_many_requests_waiting(queue: Queue, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_WAITING_ACCOUNT", 2)
    queue.ask("a-x-1", "a-x-2", "a-x-3", "a-x-4", "a-y-1")
    assert queue.refused == ["a-x-4"]


def test_gone_clients_take_no_room(queue: Queue, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_WAITING_ACCOUNT", 2)
    queue.ask("a-x-1", "gone-x-1", "gone-x-2", "gone-x-3")
    eventually(lambda: sorted(queue.refused) == ["gone-x-1", "gone-x-2"])


@pytest.mark.parametrize("bound", ["MOST_WAITING_ADDRESS", "MOST_WAITING"])
def test_where_there_is_no_room_the_newest_of_whoever_has_the_most_gives_way(
    queue: Queue, monkeypatch: pytest.MonkeyPatch, bound: str
):
    monkeypatch.setattr(module, bound, 3)
    other = "a-y-1" if bound == "MOST_WAITING_ADDRESS" else "b-x-1"
    queue.ask("a-x-1", "a-x-2", "a-x-3", "a-x-4", other)
    eventually(lambda: queue.refused == ["a-x-4"])
    queue.ask("a-x-5")
    assert queue.refused == ["a-x-4", "a-x-5"]
    queue.end()
    assert other in queue.served


def test_the_bytes_of_all_that_wait_are_bounded(queue: Queue, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    queue.ask("a-x-1", "a-x-2", "a-x-3", size=50)
    queue.ask("a-x-4", size=1)
    assert queue.refused == ["a-x-4"]
    queue.ask("b-x-1", size=50)
    eventually(lambda: queue.refused == ["a-x-4", "a-x-3"])
