"""The clock of a game with a deadline: a pure fold over the times of its record.

All times are in milliseconds, moments since 1970. A turn's time runs from the event after which
the game waits for the seat to the one after which it does not; each seat has its own, also where
several owe a move at once. The service settles the effect of quiet hours as it records an event, by
the same fold with the seats' calendars; afterwards the record alone tells it. A wait keeps to the
calendar with which it began, so that what is left is the rest of what it was given.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.calendars import DAY, CalendarOf, Calendars, all_time
from domain.kernel.deadlines import SHORTEST, Deadline
from domain.record.record import Settled
from domain.record.times import milliseconds, moment

LEAST = SHORTEST * 1000
"""No turn begins with less: a seat whose reserve is used up, or whose move was taken back, can
still be reached."""


NO_CALENDARS: Calendars = {}
NONE_SETTLED: Mapping[int, Settled] = {}


class Wait(Struct, frozen=True, gc=False):
    """The wait for a seat in a turn; ``expired`` once the record says that its time is up."""

    turn: int
    since: int
    due: int
    expired: bool = False


class Vacation(Struct, frozen=True, gc=False):
    """A seat's latest vacation: when it ends, and the days taken in the year in which it began."""

    until: int
    year: int
    days: int


class SeatClock(Struct, frozen=True, gc=False):
    """A seat's time left when its clock last stopped, and the wait for it, if any.

    ``absent`` is True while a bot plays for it, from the end of its time to its player's next move.
    """

    left: int
    wait: Wait | None = None
    absent: bool = False
    vacation: Vacation | None = None

    @property
    def away_until(self) -> int:
        """The moment before which no time of the seat runs, as of its latest vacation."""
        return 0 if self.vacation is None else self.vacation.until


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
    ``resumes`` it. ``away`` is the seat that takes ``days`` of vacation, none if it comes back.
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
    away: int | None = None
    days: int = 0
    settled: Mapping[int, Settled] = NONE_SETTLED


class _Place(NamedTuple):
    """A seat's place in a tick: its calendars, and when time last ran at all."""

    seat: int
    stopped: int
    calendar_of: CalendarOf


def started(terms: Deadline, seats: int, tick: Tick, calendars: Calendars = NO_CALENDARS) -> Clock:
    """Return the clock after the event that starts the game."""
    fresh = (SeatClock(terms.full * 1000),) * seats
    return ticked(Clock(tick.at, fresh, tick.at), terms, tick, calendars)


def ticked(clock: Clock, terms: Deadline, tick: Tick, calendars: Calendars = NO_CALENDARS) -> Clock:
    """Return the clock after one more event; time never runs backwards."""
    tick = replace(tick, at=max(tick.at, clock.at))
    clock = _resumed(clock, tick.at, calendars) if tick.resumes else clock
    paused_at = tick.at if tick.pauses else clock.paused_at
    stopped = tick.at if paused_at is None else paused_at
    places = [_Place(n, stopped, calendars.get(n, all_time)) for n in range(len(clock.seats))]
    each = zip(clock.seats, places, strict=True)
    seats = tuple(_settled(_ticked(own, terms, tick, place), tick, place) for own, place in each)
    acting = clock.acting
    if tick.expired is not None and terms.at_zero in ("skip", "resign"):
        acting = tick.expired
    moved = clock.moved if tick.came is None else tick.at
    acting = acting if _has_expired(seats, acting) else None
    return Clock(tick.at, seats, moved, acting, _request_after(clock, tick, seats), paused_at)


def _settled(own: SeatClock, tick: Tick, place: _Place) -> SeatClock:
    """Return the seat's clock with the values that the record settled."""
    stated = tick.settled.get(place.seat)
    if stated is None:
        return own
    left, wait = own.left if stated.left is None else stated.left, own.wait
    if wait is not None and stated.due is not None:
        wait = replace(wait, due=milliseconds(stated.due))
    return replace(own, left=left, wait=wait)


def _resumed(clock: Clock, at: int, calendars: Calendars) -> Clock:
    """Return the clock at the end of a pause: all have the time that they had left."""
    if clock.paused_at is None:
        return clock
    seats = tuple(
        _continued(own, at, _Place(n, clock.paused_at, calendars.get(n, all_time)))
        for n, own in enumerate(clock.seats)
    )
    moved = clock.moved + at - max(clock.paused_at, clock.moved)
    return replace(clock, seats=seats, moved=moved, paused_at=None)


def _continued(own: SeatClock, at: int, place: _Place) -> SeatClock:
    wait = own.wait
    if wait is None or wait.expired:
        return own
    # Nobody can know beforehand when another seat resumes.
    left = max(_left(own, wait, place), LEAST)
    due = place.calendar_of(wait.since).after(max(at, own.away_until), left)
    return replace(own, wait=replace(wait, due=due))


def _left(own: SeatClock, wait: Wait, place: _Place) -> int:
    """Return the time that is left of a wait when time last ran."""
    stopped = max(place.stopped, wait.since, own.away_until)
    return min(own.left, place.calendar_of(wait.since).counted(stopped, wait.due))


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


def _ticked(own: SeatClock, terms: Deadline, tick: Tick, place: _Place) -> SeatClock:
    """Return a seat's clock after an event."""
    seat = place.seat
    if tick.granted is not None and tick.granted.seat == seat:
        own = _extended(own, (tick.granted.seconds or 0) * 1000, place.calendar_of)
    if tick.away == seat:
        own = _away(own, tick, place)
    wait = own.wait
    if tick.expired == seat and terms.at_zero == "bot":
        return SeatClock(0, absent=True, vacation=own.vacation)
    if own.absent and tick.came != seat:
        return own
    if wait is not None and seat in tick.owing and wait.turn == tick.turn:
        return replace(own, wait=replace(wait, expired=True)) if tick.expired == seat else own
    left = own.left if wait is None else _left(own, wait, place)
    left = min(terms.full * 1000, left)
    if seat not in tick.owing:
        return SeatClock(left, vacation=own.vacation)
    left = max(LEAST, _time_of_turn(left, terms, tick, seat))
    due = place.calendar_of(tick.at).after(max(tick.at, own.away_until), left)
    return SeatClock(left, Wait(tick.turn, tick.at, due), vacation=own.vacation)


def _extended(own: SeatClock, added: int, calendar_of: CalendarOf) -> SeatClock:
    """Return the clock of a seat with more time for its turn."""
    if own.wait is None:
        return own
    due = calendar_of(own.wait.since).after(own.wait.due, added)
    return replace(own, left=own.left + added, wait=replace(own.wait, due=due))


def _away(own: SeatClock, tick: Tick, place: _Place) -> SeatClock:
    """Return the clock of a seat that goes on vacation, or comes back: no time runs until then."""
    vacation, wait = _vacation(own.vacation, tick), own.wait
    if wait is None or wait.expired:
        return replace(own, vacation=vacation)
    since = max(place.stopped, wait.since, vacation.until)
    due = place.calendar_of(wait.since).after(since, _left(own, wait, place))
    return replace(own, wait=replace(wait, due=due), vacation=vacation)


def _vacation(before: Vacation | None, tick: Tick) -> Vacation:
    year = int(moment(tick.at)[:4])
    before = before or Vacation(0, year, 0)
    if not tick.days:
        back = max(0, before.until - tick.at) // DAY
        return replace(before, until=tick.at, days=max(0, before.days - back))
    days = before.days if before.year == year else 0
    return Vacation(max(tick.at, before.until) + tick.days * DAY, year, days + tick.days)


def _time_of_turn(left: int, terms: Deadline, tick: Tick, seat: int) -> int:
    if tick.is_undo and (tick.undo_by == seat or terms.per_move is None):
        return left  # an undo gives no time back: otherwise a seat could play for time with it
    if terms.per_move is not None:
        return terms.per_move * 1000
    return min(terms.full * 1000, left + terms.increment * 1000)
