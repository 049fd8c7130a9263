"""The clock of a game as its viewers see it: the same for everybody."""

from domain.kernel.consent import request_for_time, yet_to_agree
from domain.kernel.deadlines import Deadline
from domain.kernel.expiry import abandonment_due
from domain.kernel.game import Game
from domain.kernel.pauses import pause_span
from domain.kernel.vacations import vacation_left
from domain.record.times import milliseconds, moment
from projections.answers.clocks import Clock, Pause, SeatClock, TimeRequest


def clock(game: Game, deadline: Deadline) -> Clock:
    """Return the view's field ``clock`` for a game with a deadline."""
    abandonment, span = abandonment_due(game), pause_span(game)
    seats = range(0 if game.clock is None else len(game.clock.seats))
    return Clock(
        seats=[_seat(game, deadline, number, is_paused=span is not None) for number in seats],
        abandoned_at=abandonment and moment(abandonment[1]),
        request=_request(game),
        paused=span and Pause(since=moment(span[0]), ends=moment(span[1])),
    )


def _seat(game: Game, deadline: Deadline, number: int, *, is_paused: bool) -> SeatClock:
    assert game.clock is not None
    own, occupant = game.clock.seats[number], game.seats[number]
    wait = own.wait
    shown = SeatClock(
        seat=number,
        since=moment(wait.since) if wait else None,
        due=moment(wait.due) if wait and not is_paused else None,
        expired=wait is not None and wait.expired,
        bot=deadline.bot if own.absent else None,
        reserve=None if deadline.reserve is None else own.left // 1000,
    )
    # no vacation where the game grants none, nor for a bot
    if deadline.vacation and occupant is not None and occupant.bot is None:
        shown.vacation_until = moment(own.vacation.until) if own.vacation else None
        shown.vacation_left = vacation_left(game, number, milliseconds(game.updated_at))
    return shown


def _request(game: Game) -> TimeRequest | None:
    """Return the pending request for more time; None also if nobody is left to answer it."""
    request, pending = request_for_time(game), yet_to_agree(game)
    if request is None or not pending:
        return None
    return TimeRequest(request.seat, request.seconds, request.accepted, pending)


def due_by_seat(game: Game) -> dict[int, str]:
    """Return by seat when its turn is due, expired ones included; nothing in a pause."""
    seats = () if game.clock is None or pause_span(game) else game.clock.seats
    waits = {number: own.wait for number, own in enumerate(seats)}
    return {number: moment(wait.due) for number, wait in waits.items() if wait is not None}
