"""Requests for more time or a pause, and the answers of the others."""

import msgspec

from domain.errors import Refused
from domain.kernel.clocks import TimeRequest
from domain.kernel.deadlines import (
    PAUSED,
    TIME_GRANTED,
    TIME_REFUSED,
    Paused,
    TimeGranted,
    TimeRefused,
)
from domain.kernel.game import Game
from domain.kernel.play import refuse_unless_live
from domain.kernel.undo import LONGEST_RECORD, RecordLong
from domain.record.record import Draft


class TimePending(Refused):
    """There can be one request for more time or a pause at once."""

    code = "time_pending"
    template = "Seat {seat} has already asked for more time or a pause; that is answered first."


class NoTimeRequested(Refused):
    """There is no such request that this seat may answer."""

    code = "no_time_requested"
    template = (
        "Seat {seat} has no such request to answer; the end of the turn ends one for more time, "
        "and the seat that asked can only withdraw it."
    )


def decide_time_answer(game: Game, seat: int, accept: bool, *, for_pause: bool) -> Draft:
    """Return the event of a seat's answer to the pending request, which its asker may withdraw.

    ``for_pause`` says which kind of request is meant. Raises Refused.
    """
    refuse_unless_open(game)
    request, pending = request_for_time(game), yet_to_agree(game)
    if request is None or not _may_answer(request, pending, seat, accept):
        raise NoTimeRequested(seat=seat)
    # The request may have been replaced while the answer was under way: a yes to time is no yes to
    # a pause.
    if for_pause != (request.seconds is None):
        raise NoTimeRequested(seat=seat)
    # One no ends the request; nobody else has to answer.
    if not accept:
        return Draft(TIME_REFUSED, seat, msgspec.to_builtins(TimeRefused(request.seat)))
    is_last = pending == (seat,)
    if is_last and for_pause:
        return Draft(PAUSED, seat, msgspec.to_builtins(Paused(request.seat)))
    seconds = request.seconds if is_last else None
    return Draft(TIME_GRANTED, seat, msgspec.to_builtins(TimeGranted(request.seat, seconds)))


def _may_answer(request: TimeRequest, pending: tuple[int, ...], seat: int, accept: bool) -> bool:
    return seat in pending or (seat == request.seat and not accept)


def refuse_unless_open(game: Game) -> None:
    """Raise a Refused unless the game goes on and its record has room for more than moves."""
    refuse_unless_live(game)
    if game.version >= LONGEST_RECORD:
        raise RecordLong(events=game.version, most=LONGEST_RECORD)


def request_for_time(game: Game) -> TimeRequest | None:
    """Return the latest request for more time or a pause, unless it has ended."""
    # A game that ended keeps its last clock, on which a request may still be pending.
    return None if game.clock is None or game.status != "live" else game.clock.request


def refuse_if_pending(game: Game) -> None:
    """Raise TimePending if a request awaits an answer."""
    request = request_for_time(game)
    # A request blocks nobody once no seat is left that has to answer it.
    if request is not None and yet_to_agree(game):
        raise TimePending(seat=request.seat)


def yet_to_agree(game: Game) -> tuple[int, ...]:
    """Return the seats that have not yet agreed to the pending request."""
    request = request_for_time(game)
    if request is None:
        return ()
    return tuple(n for n in others(game, request.seat) if n not in request.accepted)


def others(game: Game, seat: int) -> tuple[int, ...]:
    """Return the other people who are there: nobody waits for the answer of an absent player."""
    return tuple(n for n in game.facts.people if n != seat and not game.is_absent(n))
