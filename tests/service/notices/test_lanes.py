"""Lanes: so many messages at once by kind and by receiver, and room again once they are done."""

from threading import Event

import pytest

from service.notices.lanes import Threads


@pytest.fixture
def gate():
    """An event that jobs wait for; set when the test is over."""
    gate = Event()
    yield gate
    gate.set()


def waits(gate: Event):
    return lambda: gate.wait(20) and None


def test_one_receiver_has_its_own_share_only(gate):
    lanes = Threads({"email": 1, "push": 9, "webhook": 9}, each_host=2)
    started = [lanes.start("webhook", "slow.example", waits(gate)) for _ in range(3)]
    assert started == [True, True, False]
    assert lanes.start("webhook", "other.example", waits(gate))
    assert lanes.start("push", "slow.example", waits(gate))


def test_a_kind_has_its_own_share_only(gate):
    lanes = Threads({"email": 2, "push": 1, "webhook": 1}, each_host=1)
    assert lanes.start("webhook", "a.example", waits(gate))
    assert not lanes.start("webhook", "b.example", waits(gate))
    assert lanes.start("push", "b.example", waits(gate))
    mails = [lanes.start("email", "a.example", waits(gate)) for _ in range(3)]
    assert mails == [True, True, False], "all mail goes through one server"


def test_there_is_room_again_once_a_job_is_done_or_has_failed(gate):
    lanes = Threads({"email": 1, "push": 1, "webhook": 1})
    assert lanes.start("push", "a.example", waits(gate))
    gate.set()
    assert lanes.wait_idle(20)
    assert lanes.start("push", "a.example", lambda: None)
    assert lanes.wait_idle(20)


def test_receivers_with_many_names_that_hang_leave_room_for_a_quick_one():
    now = [0.0]
    lanes, answer = Threads({"webhook": 4}, each_host=2, clock=lambda: now[0]), Event()
    assert lanes.start("webhook", "good", lambda: None)
    assert lanes.wait_idle(20)
    begun = [lanes.start("webhook", f"hangs-{n}", lambda: answer.wait(20)) for n in range(6)]
    assert begun == [True, True, False, False, False, False]
    assert lanes.start("webhook", "good", lambda: answer.wait(20))
    now[0] += 3.0
    answer.set()
    assert lanes.wait_idle(20)
    answer.clear()
    places = [lanes.start("webhook", host, lambda: answer.wait(20)) for host in ("a", "b", "good")]
    assert places == [True, True, False]  # it was slow when it was last asked
    answer.set()
    assert lanes.wait_idle(20)
