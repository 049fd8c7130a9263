"""The clock of a game with a deadline: a pure fold over the times of its record.

All times are in milliseconds, moments since 1970. A turn's time runs from the event after which
the game waits for the seat to the one after which it does not; each seat has its own, also where
several owe a move at once.
"""

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.deadlines import SHORTEST, Deadline

LEAST = SHORTEST * 1000
"""No turn begins with less: a seat whose reserve is used up, or whose move was taken back, can
still be reached."""


class Wait(Struct, frozen=True, gc=False):
    """The wait for a seat in a turn; ``expired`` once the record says that its time is up."""

    turn: int
    since: int
    due: int
    expired: bool = False


class SeatClock(Struct, frozen=True, gc=False):
    """A seat's time left when its clock last stopped, and the wait for it, if any.

    ``absent`` is True while a bot plays for it, from the end of its time to its player's next move.
    """

    left: int
    wait: Wait | None = None
    absent: bool = False


class TimeRequest(Struct, frozen=True, gc=False):
    """A seat's request for more time, and the seats that have agreed so far.

    ``seconds`` is None for a pause.
    """

    seat: int
    seconds: int | None
    accepted: tuple[int, ...] = ()


class Clock(Struct, frozen=True, gc=False):
    """The clocks of the seats after an event at ``at``; a player last moved, or sat, at ``moved``.

    ``acting`` is the seat whose time is up and for which the clock still has to move; ``request``
    the pending request for more time, which ends with the time or the turn that it is for, or for a
    pause. No time runs from ``paused_at`` on.
    """

    at: int
    seats: tuple[SeatClock, ...]
    moved: int
    acting: int | None = None
    request: TimeRequest | None = None
    paused_at: int | None = None


class Tick(Struct, frozen=True, gc=False):
    """An event as the clock sees it, with the turn and the seats owing a move after it.

    ``expired`` is the seat whose time it declares to be up; ``came`` the seat whose player made it;
    ``undo_by`` the seat that asked for it, if it is an undo or redo. A request for more time is
    ``asked``, ``agreed`` to by a seat, ``granted``, or ``refused``; or it ``pauses`` the clock, or
    ``resumes`` it.
    """

    at: int
    turn: int
    owing: tuple[int, ...]
    expired: int | None = None
    came: int | None = None
    undo_by: int | None = None
    is_undo: bool = False
    asked: TimeRequest | None = None
    agreed: int | None = None
    granted: TimeRequest | None = None
    refused: bool = False
    pauses: bool = False
    resumes: bool = False


def started(terms: Deadline, seats: int, tick: Tick) -> Clock:
    """Return the clock after the event that starts the game."""
    fresh = (SeatClock(terms.full * 1000),) * seats
    return ticked(Clock(tick.at, fresh, tick.at), terms, tick)


def ticked(clock: Clock, terms: Deadline, tick: Tick) -> Clock:
    """Return the clock after one more event; time never runs backwards."""
    tick = replace(tick, at=max(tick.at, clock.at))
    clock = _resumed(clock, tick.at) if tick.resumes else clock
    paused_at = tick.at if tick.pauses else clock.paused_at
    stopped = tick.at if paused_at is None else paused_at
    seats = tuple(_ticked(own, terms, tick, seat, stopped) for seat, own in enumerate(clock.seats))
    acting = clock.acting
    if tick.expired is not None and terms.at_zero in ("skip", "resign"):
        acting = tick.expired
    moved = clock.moved if tick.came is None else tick.at
    acting = acting if _has_expired(seats, acting) else None
    return Clock(tick.at, seats, moved, acting, _request_after(clock, tick, seats), paused_at)


def _resumed(clock: Clock, at: int) -> Clock:
    """Return the clock at the end of a pause: all have the time that they had left."""
    if clock.paused_at is None:
        return clock
    seats = tuple(_continued(own, clock.paused_at, at) for own in clock.seats)
    moved = clock.moved + at - max(clock.paused_at, clock.moved)
    return replace(clock, seats=seats, moved=moved, paused_at=None)


def _continued(own: SeatClock, paused_at: int, at: int) -> SeatClock:
    wait = own.wait
    if wait is None or wait.expired:
        return own
    due = wait.due + at - max(paused_at, wait.since)
    # Nobody can know beforehand when another seat resumes.
    return replace(own, wait=replace(wait, due=max(due, at + LEAST)))


def _request_after(clock: Clock, tick: Tick, seats: tuple[SeatClock, ...]) -> TimeRequest | None:
    request = tick.asked or clock.request
    if request is None or tick.granted is not None or tick.refused or tick.pauses:
        return None
    if request.seconds is None:
        return _agreed(request, tick)
    before, wait = clock.seats[request.seat].wait, seats[request.seat].wait
    if before is None or wait is None or wait.expired or wait.since != before.since:
        return None
    return _agreed(request, tick)


def _agreed(request: TimeRequest, tick: Tick) -> TimeRequest:
    if tick.agreed is None:
        return request
    return replace(request, accepted=(*request.accepted, tick.agreed))


def _has_expired(seats: tuple[SeatClock, ...], seat: int | None) -> bool:
    """True if the seat still owes the move for which its time is up."""
    wait = None if seat is None else seats[seat].wait
    return wait is not None and wait.expired


def _ticked(own: SeatClock, terms: Deadline, tick: Tick, seat: int, stopped: int) -> SeatClock:
    """Return a seat's clock after an event; ``stopped`` is when time last ran."""
    if tick.granted is not None and tick.granted.seat == seat:
        own = _extended(own, (tick.granted.seconds or 0) * 1000)
    wait = own.wait
    if tick.expired == seat and terms.at_zero == "bot":
        return SeatClock(0, absent=True)
    if own.absent and tick.came != seat:
        return own
    if wait is not None and seat in tick.owing and wait.turn == tick.turn:
        return replace(own, wait=replace(wait, expired=True)) if tick.expired == seat else own
    left = own.left if wait is None else wait.due - max(stopped, wait.since)
    left = min(terms.full * 1000, max(0, left))
    if seat not in tick.owing:
        return SeatClock(left)
    left = max(LEAST, _time_of_turn(left, terms, tick, seat))
    return SeatClock(left, Wait(tick.turn, tick.at, tick.at + left))


def _extended(own: SeatClock, added: int) -> SeatClock:
    """Return the clock of a seat with more time for its turn."""
    if own.wait is None:
        return own
    return replace(own, left=own.left + added, wait=replace(own.wait, due=own.wait.due + added))


def _time_of_turn(left: int, terms: Deadline, tick: Tick, seat: int) -> int:
    if tick.is_undo and (tick.undo_by == seat or terms.per_move is None):
        return left  # an undo gives no time back: otherwise a seat could play for time with it
    if terms.per_move is not None:
        return terms.per_move * 1000
    return min(terms.full * 1000, left + terms.increment * 1000)
