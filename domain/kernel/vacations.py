"""Vacations: days on which no time of a seat runs, within what a game grants in a year."""

import msgspec

from domain.errors import Refused
from domain.kernel.consent import refuse_unless_open
from domain.kernel.deadlines import VACATION_ENDED, VACATION_TAKEN, VacationTaken
from domain.kernel.game import Game
from domain.kernel.pauses import refuse_if_left
from domain.record.record import Draft
from domain.record.times import milliseconds, moment


class NoVacation(Refused):
    """A game grants vacation by its deadline, or none."""

    code = "no_vacation"
    template = "This game grants no vacation: its deadline provides for none."


class VacationSpent(Refused):
    """A seat may take no more days than it has left in the year."""

    code = "vacation_spent"
    template = "Seat {seat} has {left} days of vacation left this year, not {days}."


class NotAway(Refused):
    """Only a seat that is on vacation comes back."""

    code = "not_on_vacation"
    template = "Seat {seat} is not on vacation."


def decide_vacation(game: Game, seat: int, days: int, now: int) -> Draft:
    """Return the event with which a seat goes on vacation for some days. Raises Refused."""
    left = _vacation_left(game, seat, now)
    if not 1 <= days <= left:
        raise VacationSpent(seat=seat, left=left, days=days)
    return Draft(VACATION_TAKEN, seat, msgspec.to_builtins(VacationTaken(days)))


def decide_return(game: Game, seat: int, now: int) -> Draft:
    """Return the event with which a seat comes back from its vacation early. Raises Refused."""
    _vacation_left(game, seat, now)
    assert game.clock is not None
    # A move does not end a vacation: an answer by order looks like one, and a player who is away
    # may leave orders.
    if game.clock.seats[seat].away_until <= _newest(game, now):
        raise NotAway(seat=seat)
    return Draft(VACATION_ENDED, seat, {})


def _vacation_left(game: Game, seat: int, now: int) -> int:
    """Return the days that a seat may still take this year. Raises Refused."""
    refuse_unless_open(game)
    refuse_if_left(game, seat)
    deadline = game.terms.deadline
    if game.clock is None or deadline is None or not deadline.vacation:
        raise NoVacation
    # A bot needs none.
    if seat not in game.facts.people:
        raise NoVacation
    return vacation_left(game, seat, now)


def vacation_left(game: Game, seat: int, now: int) -> int:
    """Return the days of vacation that a seat may still take in the year of a moment."""
    assert game.clock is not None
    assert game.terms.deadline is not None
    granted, vacation = game.terms.deadline.vacation, game.clock.seats[seat].vacation
    # In UTC and by the record's time, as the clock counts the days.
    this_year = vacation is not None and vacation.year == int(moment(_newest(game, now))[:4])
    return max(0, granted - vacation.days) if vacation and this_year else granted


def _newest(game: Game, now: int) -> int:
    """Return the present moment, or the record's newest time if that is later."""
    return max(now, milliseconds(game.updated_at))
