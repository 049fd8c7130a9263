"""More time for a turn, by the consent of the others."""

import msgspec

from domain.errors import Refused
from domain.kernel.clocks import Wait
from domain.kernel.consent import others, refuse_if_pending, refuse_unless_open
from domain.kernel.deadlines import (
    LONGEST_TURN,
    TIME_ASKED,
    TIME_GRANTED,
    TimeAsked,
    TimeGranted,
)
from domain.kernel.game import Game
from domain.record.record import Draft


class NoTimeRuns(Refused):
    """Time can be added only while a seat's own time runs."""

    code = "no_time_runs"
    template = (
        "No time of seat {seat} runs: in a game with a deadline a seat can ask for more in its "
        "turn, before the time is up."
    )


class TooMuchTime(Refused):
    """No request may exceed a turn's own time, and no turn the longest one."""

    code = "too_much_time"
    template = "Seat {seat} can ask for {most} seconds more at most, and for {least} at least."


def decide_extension(game: Game, seat: int, seconds: int) -> Draft:
    """Return the event of a seat's request for more time, granted at once if nobody is there to
    ask. Raises Refused."""
    refuse_unless_open(game)
    # Checked before a pending request: without a running wait no answer to it would help.
    wait = _running(game, seat)
    refuse_if_pending(game)
    least, most = shortest_extension(game), longest_extension(game, wait)
    if not least <= seconds <= most:
        raise TooMuchTime(seat=seat, least=least, most=most)
    if others(game, seat):
        return Draft(TIME_ASKED, seat, msgspec.to_builtins(TimeAsked(seconds)))
    return Draft(TIME_GRANTED, seat, msgspec.to_builtins(TimeGranted(seat, seconds)))


def _running(game: Game, seat: int) -> Wait:
    """Return the wait for a seat whose time runs. Raises NoTimeRuns."""
    wait = None if game.clock is None else game.clock.seats[seat].wait
    if wait is None or wait.expired:
        raise NoTimeRuns(seat=seat)
    return wait


def shortest_extension(game: Game) -> int:
    """Return the fewest seconds that a request may be for: those with which any wait begins."""
    assert game.terms.deadline is not None
    return game.terms.deadline.least_wait


def longest_extension(game: Game, wait: Wait) -> int:
    """Return the seconds that may be added to a turn at once: its own time, within its bound."""
    deadline = game.terms.deadline
    assert deadline is not None
    # The bound is on the turn's whole length, so that many small extensions go no further than a
    # large one.
    return max(0, min(deadline.full, LONGEST_TURN - (wait.due - wait.since) // 1000))
