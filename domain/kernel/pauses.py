"""Pauses, by the consent of all: no time runs until anybody resumes.

Only clocks stop: moves can be made, and do not end the pause.
"""

import msgspec

from domain.errors import Refused
from domain.kernel.consent import others, refuse_if_pending, refuse_unless_open
from domain.kernel.deadlines import (
    LONGEST_PAUSE,
    PAUSED,
    RESUMED,
    TIME_ASKED,
    Paused,
    TimeAsked,
)
from domain.kernel.game import Game
from domain.kernel.undo import SeatLeft
from domain.record.record import Draft


class NothingToPause(Refused):
    """Only a game with a deadline can be paused, once at a time."""

    code = "nothing_to_pause"
    template = "No time runs in this game: it has no deadline, or is paused already."


class NotPaused(Refused):
    """Only a paused game can be resumed."""

    code = "not_paused"
    template = "The game is not paused."


def decide_pause(game: Game, seat: int) -> Draft:
    """Return the event of a seat's request for a pause, or of its beginning if nobody is there to
    ask. Raises Refused."""
    refuse_unless_open(game)
    refuse_if_left(game, seat)
    if game.clock is None or game.clock.paused_at is not None:
        raise NothingToPause
    refuse_if_pending(game)
    # Bots and absent players are not asked: nobody would answer.
    if others(game, seat):
        return Draft(TIME_ASKED, seat, msgspec.to_builtins(TimeAsked(None)))
    return Draft(PAUSED, seat, msgspec.to_builtins(Paused(seat)))


def decide_resume(game: Game, seat: int) -> Draft:
    """Return the event with which a seat ends the pause. Raises Refused."""
    refuse_unless_open(game)
    refuse_if_left(game, seat)
    if game.clock is None or game.clock.paused_at is None:
        raise NotPaused
    # Any seat can end it alone: a pause needs everybody's consent for as long as it lasts.
    return Draft(RESUMED, seat, {})


def refuse_if_left(game: Game, seat: int) -> None:
    staying = game.facts.staying
    if seat not in staying:
        raise SeatLeft(seat=seat, staying=list(staying))


def pause_span(game: Game) -> tuple[int, int] | None:
    """Return when a live game's pause began and when it ends by itself, None without a pause."""
    since = None if game.clock is None or game.status != "live" else game.clock.paused_at
    # By wall-clock time and without calendars: no time of any seat runs.
    return None if since is None else (since, since + LONGEST_PAUSE * 1000)


def pause_over(game: Game, now: int) -> Draft | None:
    """Return the event that ends a pause after the longest time; None unless that has passed."""
    span = pause_span(game)
    # It names no seat, as it is nobody's return.
    return Draft(RESUMED, None, {}) if span is not None and span[1] <= now else None
