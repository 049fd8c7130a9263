"""The clock of a game as its viewers see it: the same for everybody."""

from domain.kernel.clocks import SeatClock
from domain.kernel.consent import request_for_time, yet_to_agree
from domain.kernel.deadlines import Deadline
from domain.kernel.expiry import abandonment_due
from domain.kernel.game import Game
from domain.kernel.pauses import pause_span
from domain.kernel.vacations import vacation_left
from domain.record.times import milliseconds, moment
from domain.record.visibility import JsonObject


def clock(game: Game, deadline: Deadline) -> JsonObject:
    """Return the view's field ``clock`` for a game with a deadline."""
    seats = () if game.clock is None else game.clock.seats
    is_reserve = deadline.reserve is not None
    bot, due = deadline.bot, abandonment_due(game)
    ends = due and moment(due[1])
    told = [
        {**_seat(number, own, is_reserve, bot), **_vacation(game, number)}
        for number, own in enumerate(seats)
    ]
    if pause_span(game) is not None:
        told = [{**seat, "due": None} for seat in told]
    common = {"abandoned_at": ends, "request": _request(game), "paused": _pause(game)}
    return {"seats": told, **common}


def _vacation(game: Game, seat: int) -> JsonObject:
    """Return the fields of a seat's vacation; nothing where the game grants none, or to a bot."""
    occupant = game.seats[seat]
    if game.clock is None or occupant is None or occupant.bot is not None:
        return {}
    if game.terms.deadline is None or not game.terms.deadline.vacation:
        return {}
    vacation, now = game.clock.seats[seat].vacation, milliseconds(game.updated_at)
    until = None if vacation is None else moment(vacation.until)
    return {"vacation_until": until, "vacation_left": vacation_left(game, seat, now)}


def _pause(game: Game) -> JsonObject | None:
    span = pause_span(game)
    return None if span is None else {"since": moment(span[0]), "ends": moment(span[1])}


def _request(game: Game) -> JsonObject | None:
    """Return the pending request for more time; one that nobody is left to answer is none."""
    request, pending = request_for_time(game), yet_to_agree(game)
    if request is None or not pending:
        return None
    asked = {"seat": request.seat, "seconds": request.seconds}
    return {**asked, "accepted": list(request.accepted), "waiting_for": list(pending)}


def _seat(number: int, own: SeatClock, is_reserve: bool, bot: str | None) -> JsonObject:
    wait = own.wait
    return {
        "seat": number,
        "since": wait and moment(wait.since),
        "due": wait and moment(wait.due),
        "expired": wait is not None and wait.expired,
        "bot": bot if own.absent else None,
        "reserve": own.left // 1000 if is_reserve else None,
    }


def due_by_seat(game: Game) -> dict[int, str]:
    """Return by seat when its turn is due, expired ones included; nothing in a pause."""
    seats = () if game.clock is None or pause_span(game) else game.clock.seats
    waits = {number: own.wait for number, own in enumerate(seats)}
    return {number: moment(wait.due) for number, wait in waits.items() if wait is not None}
