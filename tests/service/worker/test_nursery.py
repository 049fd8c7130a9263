"""The nursery: companions forked from a process that has loaded only their modules."""

import os
import signal
import socket
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from service.machine.companions import receive, send
from service.worker.nursery import Nursery
from tests.service.running import is_alive
from tests.waiting import eventually

SLOW = "tests.service.worker.slow_thinker"


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    made = Nursery(SLOW)
    yield made
    made.close()


@contextmanager
def started(nursery: Nursery) -> Iterator[tuple[int, socket.socket]]:
    """A companion that is ready, and our end of its socket."""
    ours, other = socket.socketpair()
    with ours:
        with other:
            process = nursery.start(SLOW, other, "20")
        ours.settimeout(20)
        assert b"ready" in receive(ours)
        yield process, ours


def parent_of(process: int) -> int:
    with open(f"/proc/{process}/stat") as stat:
        return int(stat.read().rpartition(")")[2].split()[1])


def test_a_companion_is_forked_by_the_nursery_and_leads_a_group_of_its_own(nursery: Nursery):
    with started(nursery) as (process, _):
        assert parent_of(process) == nursery.process
        assert os.getpgid(process) == process


def test_a_companion_begins_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        strict = Nursery(SLOW)
    with started(strict):
        pass
    strict.close()


def test_a_companion_answers_over_its_own_socket(nursery: Nursery):
    with started(nursery) as (_, first), started(nursery) as (_, second):
        send(second, {"turn": {"bot": "quick"}})
        assert b"ended" in receive(second)
        first.setblocking(False)
        with pytest.raises(BlockingIOError):
            first.recv(1)


def test_an_ended_companion_is_gone_at_once(nursery: Nursery):
    with started(nursery) as (process, ours):
        nursery.end(process)
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
        with pytest.raises(EOFError):
            receive(ours)


def test_one_that_has_ended_by_itself_is_not_killed_again(nursery: Nursery):
    with started(nursery) as (dead, ours):
        send(ours, {"turn": {"bot": "dying"}})
        eventually(lambda: not is_alive(dead))
        with started(nursery) as (living, _):
            nursery.end(dead)
            assert is_alive(living)


def test_a_companion_ends_when_its_socket_is_closed(nursery: Nursery):
    with started(nursery) as (process, _):
        pass
    eventually(lambda: not is_alive(process))


def test_the_nursery_ends_with_the_one_who_made_it():
    made = Nursery()
    made.close()
    assert not is_alive(made.process)


def test_without_the_nursery_companions_are_started_again(nursery: Nursery):
    os.kill(nursery.process, signal.SIGKILL)
    eventually(lambda: not is_alive(nursery.process))
    with started(nursery) as (process, _):
        assert parent_of(process) == os.getpid()
        nursery.end(process)
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_a_companion_that_outlives_the_nursery_can_be_ended(nursery: Nursery):
    with started(nursery) as (process, _):
        os.kill(nursery.process, signal.SIGKILL)
        eventually(lambda: not is_alive(nursery.process))
        nursery.end(process)
        assert eventually(lambda: not is_alive(process))


def test_ctrl_c_in_a_terminal_does_not_reach_it(nursery: Nursery):
    with started(nursery):
        os.kill(nursery.process, signal.SIGINT)
    with started(nursery) as (process, _):
        assert parent_of(process) == nursery.process
