"""Waits by the times of a record; undone time is nobody's."""

from projections.statistics.waits import Waits


def at(seconds: int) -> str:
    return f"2026-11-21T12:00:{seconds:02}.000Z"


def told(waits: Waits) -> list[tuple[int, int | None, int]]:
    return [(each.longest, each.event, each.total) for each in waits.by_seat()]


def test_a_wait_lasts_from_when_a_seat_is_due_until_it_decides():
    waits = Waits(2)
    waits.add(3, None, at(0), due=[0])
    waits.add(4, 0, at(5), due=[0])
    waits.add(5, 0, at(7), due=[1])
    waits.add(6, 1, at(10), due=[0])
    assert told(waits) == [(5_000, 4, 7_000), (3_000, 6, 3_000)]


def test_two_seats_may_be_waited_for_at_once():
    waits = Waits(2)
    waits.add(3, None, at(0), due=[0, 1])
    waits.add(4, 1, at(4), due=[0])
    waits.add(5, 0, at(9), due=[1])
    assert told(waits) == [(9_000, 5, 9_000), (4_000, 4, 4_000)]


def test_an_undo_starts_the_clock_again():
    waits = Waits(1)
    waits.add(3, None, at(0), due=[0])
    waits.restart(at(30))
    waits.add(9, 0, at(32), due=[])
    assert told(waits) == [(2_000, 9, 2_000)]


def test_a_seat_that_was_not_due_has_waited_for_nothing():
    waits = Waits(2)
    waits.add(3, None, at(0), due=[0])
    waits.add(4, 1, at(20), due=[0])
    assert told(waits) == [(0, None, 0), (0, None, 0)], "it resigned out of turn"
