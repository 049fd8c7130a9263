"""Outages and jumps of the clock: nothing expires in their wake, and their time is given back."""

from typing import Any

import pytest

from service.game.outages import GAP, GRACE, ClockReading, Timekeeper

HOUR = 3_600_000
BEGAN = 1_000 * HOUR


class Machine:
    """A machine with a clock that can be set, and a worker that looks every second."""

    def __init__(self, client: Any) -> None:
        self.wall = self.stores = BEGAN
        self.ran = 0
        self.client = client
        self.start_worker()
        self.pass_time(GRACE + GAP)

    def start_worker(self) -> None:
        self.time = Timekeeper(
            self.client, lambda: self.wall, lambda: self.ran / 1000, lambda: self.stores
        )
        self.look = self.time.look()

    def pass_time(self, milliseconds: int, *, watched: bool = True) -> ClockReading:
        steps = [GAP // 2] * (milliseconds // (GAP // 2)) if watched else [milliseconds]
        for step in steps:
            self.wall, self.stores, self.ran = self.wall + step, self.stores + step, self.ran + step
            self.look = self.time.look()
        return self.look

    def set_clock(self, milliseconds: int) -> ClockReading:
        """Set the clock of the machine, and of the store on it, by so much."""
        self.wall, self.stores = self.wall + milliseconds, self.stores + milliseconds
        self.look = self.time.look()
        return self.look


@pytest.fixture
def machine(store) -> Machine:
    return Machine(store.client)


def test_time_passes_and_nothing_is_noted_while_a_worker_looks(machine: Machine):
    look = machine.pass_time(5 * HOUR)
    assert look.is_settled
    assert look.due(look.now - HOUR, look.now + HOUR) == look.now + HOUR


def test_a_short_restart_is_no_outage(machine: Machine):
    before = machine.look.outages
    machine.pass_time(GAP, watched=False)
    machine.start_worker()
    assert machine.look.outages == before


def test_after_an_outage_nothing_expires_until_the_grace_is_over(machine: Machine):
    assert not machine.pass_time(3 * HOUR, watched=False).is_settled
    assert not machine.pass_time(GRACE - GAP).is_settled
    assert machine.pass_time(GAP).is_settled


def test_the_time_of_an_outage_is_given_back_to_turns_that_ran_through_it(machine: Machine):
    began = machine.look.now
    machine.pass_time(HOUR)
    down = machine.look.now
    machine.pass_time(3 * HOUR, watched=False)
    look = machine.look
    assert look.due(began, down + HOUR) == down + 4 * HOUR
    assert look.due(began, down - 1) == down - 1, "it was over before"
    assert look.due(look.now + 1, look.now + HOUR) == look.now + HOUR, "it began later"
    assert look.due(look.now - HOUR, look.now) == look.now + HOUR, "it began while nobody looked"


def test_an_outage_while_a_game_was_closed_is_given_back_once():
    look = ClockReading(100 * HOUR, ((10 * HOUR, 12 * HOUR), (20 * HOUR, 22 * HOUR)))
    before = look.due(0, 30 * HOUR)
    within = [(10 * HOUR, 11 * HOUR), (20 * HOUR, 22 * HOUR)]
    assert look.with_times(within).due(0, 30 * HOUR) == before
    around = [(9 * HOUR, 13 * HOUR), (21 * HOUR, 23 * HOUR)]
    assert look.with_times(around).due(0, 30 * HOUR) == before + 3 * HOUR


def test_a_turn_that_was_nearly_over_has_the_grace_at_least(machine: Machine):
    due = machine.look.now + 1
    machine.pass_time(2 * HOUR, watched=False)
    assert machine.look.due(BEGAN, due) == machine.look.now + GRACE


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_clock_that_jumps_takes_no_time_from_a_turn(machine: Machine, jump: int):
    began, due, ran = machine.wall, machine.wall + 2 * HOUR, machine.ran
    machine.pass_time(HOUR // 2)
    machine.set_clock(jump)
    while not machine.look.is_settled or machine.look.due(began, due) > machine.look.now:
        machine.pass_time(GAP)
    assert machine.ran - ran >= 2 * HOUR


def test_a_clock_that_was_set_back_and_is_set_right_again_takes_no_time(machine: Machine):
    machine.set_clock(-HOUR)
    machine.pass_time(HOUR // 4)
    began, due, ran = machine.wall, machine.wall + HOUR // 2, machine.ran
    machine.pass_time(HOUR // 4)
    machine.set_clock(HOUR)
    while not machine.look.is_settled or machine.look.due(began, due) > machine.look.now:
        machine.pass_time(GAP)
    assert machine.ran - ran >= HOUR // 2


def test_a_machine_whose_clock_alone_jumps_ahead_of_the_store_expires_nothing(machine: Machine):
    machine.wall += HOUR
    look = machine.time.look()
    assert look.now == machine.stores
    assert not look.is_settled


def test_two_workers_note_an_outage_once(machine: Machine, store):
    other = Timekeeper(
        store.client, lambda: machine.wall, lambda: machine.ran / 1000, lambda: machine.stores
    )
    before = len(machine.look.outages)
    machine.pass_time(2 * HOUR, watched=False)
    assert len(other.look().outages) == before + 1


def test_before_the_first_look_at_a_store_only_waits_that_ran_are_held_back(store):
    """A new store has none, and a restored one was away for nobody knows how long."""
    look = Machine(store.client).look
    (first, end), begun = look.outages[0], look.now + 1
    assert (first, look.is_settled) == (end, True)
    assert look.due(first - HOUR, first - GAP) == first + GRACE
    assert look.due(begun, begun + GAP) == begun + GAP
