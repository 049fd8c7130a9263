"""Vacations: no time of a seat runs on them, and a game grants so many days a year."""

import pytest

from domain.kernel.audit import audit
from domain.kernel.deadlines import DAY, HOUR, Deadline
from domain.kernel.expiry import abandonment_due, due_moments
from domain.kernel.vacations import vacation_left
from domain.record.times import milliseconds, moment
from tests.domain.conftest import Table
from tests.domain.forging import forged
from tests.domain.kernel.timed import left, refused, timed

GRANTED = Deadline(at_zero="nudge", per_move=DAY, vacation=10)
RESERVE = Deadline(at_zero="nudge", reserve=5 * DAY, vacation=10)
IDLE = Deadline(at_zero="nudge", per_move=DAY, idle_for=7 * DAY, vacation=10)
FOR_GOOD = Deadline(at_zero="bot", per_move=DAY, bot="random", vacation=10)


def days_left(table: Table, seat: int = 0) -> int:
    return vacation_left(table.game, seat, milliseconds(table.now))


def test_a_turn_has_the_time_that_was_left_once_the_vacation_is_over():
    table = timed(GRANTED).later(5 * HOUR)
    event = table.take_vacation(0, 4)
    assert (event.type, event.seat, event.data) == ("vacation_taken", 0, {"days": 4})
    assert left(table) == {0: 4 * DAY + DAY - 5 * HOUR}
    assert table.later(4 * DAY).expire(0) == []
    assert table.later(DAY - 5 * HOUR).expire(0) == ["time_expired"]
    assert audit(table.events).valid


def test_turns_that_begin_on_vacation_have_all_their_time_after_it():
    table = timed(GRANTED)
    table.take_vacation(1, 4)
    assert left(table) == {0: DAY}
    table.later(DAY / 2).move(0, "pass")
    assert left(table) == {1: 3.5 * DAY + DAY}


def test_a_move_does_not_end_a_vacation_and_costs_no_time():
    table = timed(RESERVE).later(DAY)
    table.take_vacation(0, 4)
    table.later(2 * DAY).move(0, "pass")
    assert table.game.clock.seats[0].left == 4 * DAY * 1000
    table.move(1, "pass")
    assert left(table) == {0: 2 * DAY + 4 * DAY}
    assert audit(table.events).valid


def test_a_player_who_comes_back_early_has_the_days_left_over_that_did_not_begin():
    table = timed(GRANTED)
    table.take_vacation(0, 6)
    assert days_left(table) == 4
    table.later(1.5 * DAY).come_back(0)
    assert days_left(table) == 8
    assert left(table) == {0: DAY}
    refused("not_on_vacation", lambda: table.come_back(0))
    assert audit(table.events).valid


def test_a_vacation_is_over_by_the_record_though_the_hosts_clock_was_set_back():
    table = timed(GRANTED)
    table.take_vacation(0, 1)
    table.later(1.5 * DAY).move(0, "pass")
    table.later(-DAY)
    refused("not_on_vacation", lambda: table.come_back(0))


def test_a_vacation_can_be_longer_than_it_was_meant_to_be():
    table = timed(GRANTED)
    table.take_vacation(0, 2)
    table.later(DAY).take_vacation(0, 3)
    assert left(table) == {0: 4 * DAY + DAY}
    assert days_left(table) == 5


def test_a_game_grants_so_many_days_a_year_to_each_seat():
    table = timed(GRANTED)
    table.take_vacation(0, 7)
    refused("vacation_spent", lambda: table.take_vacation(0, 4))
    refused("vacation_spent", lambda: table.take_vacation(0, 0))
    table.take_vacation(1, 10)
    table.later(60 * DAY)
    assert table.now.startswith("2027")
    assert days_left(table) == 10
    table.take_vacation(0, 10)
    assert audit(table.events).valid


def test_a_game_grants_no_vacation_unless_its_deadline_says_so():
    refused("no_vacation", lambda: timed().take_vacation(0, 1))
    refused("no_vacation", lambda: timed().come_back(0))
    table = timed(GRANTED, seats=3).move(0, "resign")
    refused("seat_left", lambda: table.take_vacation(0, 1))


def test_a_pause_and_a_vacation_at_once_stop_the_time_once():
    table = timed(GRANTED)
    table.take_vacation(0, 4)
    table.later(DAY).pause(1)
    table.answer_time(0)
    table.later(DAY).resume(1)
    assert left(table) == {0: 2 * DAY + DAY}
    table.pause(1)
    table.answer_time(0)
    table.later(5 * DAY).resume(1)
    assert left(table) == {0: DAY}
    assert audit(table.events).valid


def test_a_vacation_can_begin_and_end_in_a_pause():
    table = timed(GRANTED).later(6 * HOUR)
    table.pause(1)
    table.answer_time(0)
    table.later(DAY).take_vacation(0, 8)
    table.later(DAY).come_back(0)
    table.later(DAY).resume(1)
    assert left(table) == {0: DAY - 6 * HOUR}
    assert audit(table.events).valid


def test_a_vacation_gives_nothing_back_to_a_turn_whose_time_is_up():
    table = timed(GRANTED).later(DAY)
    table.expire(0)
    ended = table.game.clock.seats[0].wait
    table.take_vacation(0, 5)
    assert table.game.clock.seats[0].wait == ended


def test_a_player_for_whom_a_bot_plays_is_back_with_a_vacation():
    table = timed(FOR_GOOD).later(DAY)
    table.expire(0)
    assert table.game.is_absent(0)
    table.take_vacation(0, 5)
    assert not table.game.is_absent(0)
    assert left(table) == {0: 5 * DAY + DAY}
    assert audit(table.events).valid


def test_a_game_is_not_abandoned_while_a_player_is_on_vacation():
    table = timed(IDLE)
    table.take_vacation(0, 10)
    assert moment(abandonment_due(table.game)[1]) == "2026-12-08T12:00:00.000Z"
    assert not table.later(16 * DAY).abandon()
    assert table.later(DAY).abandon()
    assert audit(table.events).valid


def test_a_vacation_does_not_go_with_what_is_taken_back():
    table = timed(GRANTED).move(0, "draw")
    table.take_vacation(0, 5)
    due = due_moments(table.game)
    table.undo(0, table.game.version - 2)
    assert due_moments(table.game) == due


@pytest.mark.parametrize(
    ("version", "fields"),
    [
        (4, {"data": {"days": 11}}),
        (4, {"data": {"days": 0}}),
        (4, {"data": {"days": 1.0}}),
        (4, {"data": {"days": 1, "until": 2}}),
        (4, {"seat": None}),
        (4, {"type": "vacation_ended", "data": {}}),
        (5, {"seat": 1}),
        (5, {"data": {"days": 1}}),
    ],
)
def test_a_forged_vacation_is_found_though_every_hash_fits(version, fields):
    table = timed(GRANTED)
    table.take_vacation(0, 5)
    table.later(DAY).come_back(0)
    assert audit(table.events).valid
    assert audit(forged(table.events, version, **fields)).broken_at == version
