"""The clock of a game with a deadline: a pure fold over the times of its record.

All times are in milliseconds, moments since 1970. A seat's time runs from the event that makes the
game wait for the seat to the event that ends this wait. Each seat has its own clock, even where
several owe a move at once. When the service records an event, it works out the effect of quiet
hours by the same fold with the seats' calendars; afterwards the record alone states it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.calendars import DAY, CalendarOf, Calendars, all_time
from domain.kernel.deadlines import Deadline
from domain.record.record import Settled
from domain.record.times import milliseconds, moment

NO_CALENDARS: Calendars = {}
NONE_SETTLED: Mapping[int, Settled] = {}


class Wait(Struct, frozen=True, gc=False):
    """The wait for a seat in a stage of a turn.

    ``expired`` is True once the record says that the seat's time is up, ``short`` if its time ran
    out in an earlier wait.
    """

    turn: int
    since: int
    due: int
    expired: bool = False
    stage: int = 0
    short: bool = False


class Vacation(Struct, frozen=True, gc=False):
    """A seat's latest vacation: when it ends, and the days taken in the year in which it began."""

    until: int
    year: int
    days: int


class SeatClock(Struct, frozen=True, gc=False):
    """A seat's time left when its clock last stopped or started, and the wait for it, if any.

    ``absent`` is True while a bot plays for it, from the end of its time to its player's next move.
    ``lapsed`` is the turn in which its time last ran out, until its player is back; None in games
    without an ``absent_wait``.
    """

    left: int
    wait: Wait | None = None
    absent: bool = False
    vacation: Vacation | None = None
    lapsed: int | None = None

    @property
    def away_until(self) -> int:
        """The moment before which no time of the seat runs, as of its latest vacation."""
        return 0 if self.vacation is None else self.vacation.until


class TimeRequest(Struct, frozen=True, gc=False):
    """A seat's request for more time, and the seats that have agreed so far.

    ``seconds`` is None in a request for a pause. Both kinds are answered in the same way, and only
    one request can be pending.
    """

    seat: int
    seconds: int | None
    accepted: tuple[int, ...] = ()


# The clock belongs to the record, not to the present line: undo takes back moves, but no time.
class Clock(Struct, frozen=True, gc=False):
    """The clocks of the seats after an event.

    ``at`` is the time of the event, ``moved`` that of the last move or seat-taking by a player.
    ``acting`` is the seat whose time is up and for which the clock still has to move. ``request``
    is the pending request for a pause or for more time; one for more time ends with the seat's time
    or turn. No time runs from ``paused_at`` on.
    """

    at: int
    seats: tuple[SeatClock, ...]
    moved: int
    acting: int | None = None
    request: TimeRequest | None = None
    paused_at: int | None = None


class Tick(Struct, frozen=True, gc=False):
    """An event as the clock sees it, with the turn and the seats owing a move after it.

    ``stage`` is the part of the turn, ``on_turn`` the seat whose turn it is, None if unknown.
    ``expired`` is the seat whose time the event declares to be up. ``came`` is the seat whose
    player made the event; ``back`` is the same seat, but None if a standing order made the event,
    which then has the time of the event before. ``undo_by`` is the seat that asked for an undo or
    redo. A request for more time is ``asked``, ``agreed`` to by a seat, ``granted``, or
    ``refused``. ``pauses`` and ``resumes`` are True if the event pauses or resumes the clock.
    ``away`` is the seat that takes ``days`` of vacation; the days are 0 if it comes back.
    """

    at: int
    turn: int
    owing: tuple[int, ...]
    expired: int | None = None
    came: int | None = None
    back: int | None = None
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
    stage: int = 0
    on_turn: int | None = None


class _Place(NamedTuple):
    """A seat in a tick: its number, the moment until which time ran, and its calendars."""

    seat: int
    stopped: int
    calendar_of: CalendarOf


def started(terms: Deadline, seats: int, tick: Tick, calendars: Calendars = NO_CALENDARS) -> Clock:
    """Return the clock after the event that starts the game."""
    fresh = (SeatClock(terms.full * 1000),) * seats
    return ticked(Clock(tick.at, fresh, tick.at), terms, tick, calendars)


def ticked(clock: Clock, terms: Deadline, tick: Tick, calendars: Calendars = NO_CALENDARS) -> Clock:
    """Return the clock after one more event; time never runs backwards."""
    at = max(tick.at, clock.at)
    # An order answers at the time of the event before it, unlike a player's return.
    # If an absent player's orders counted as a return, 18 turns of Alexander the Great would take
    # up to 13 days instead of 7.
    tick = replace(tick, at=at, back=tick.came if at > clock.at else None)
    clock = _resumed(clock, terms, tick.at, calendars) if tick.resumes else clock
    # Read after `_resumed`, which clears it.
    paused_at = tick.at if tick.pauses else clock.paused_at
    stopped = tick.at if paused_at is None else paused_at
    places = [_Place(n, stopped, calendars.get(n, all_time)) for n in range(len(clock.seats))]
    each = zip(clock.seats, places, strict=True)
    seats = tuple(_settled(_ticked(own, terms, tick, place), tick, place) for own, place in each)
    acting = clock.acting
    # With the other policies the clock makes no move: a nudge only states that the time is up, and
    # a bot plays by itself.
    if tick.expired is not None and terms.at_zero in ("skip", "resign"):
        acting = tick.expired
    moved = clock.moved if tick.came is None else tick.at
    # The clock acts until the seat owes nothing: a neutral move may need other moves before it.
    acting = acting if _has_expired(seats, acting) else None
    return Clock(tick.at, seats, moved, acting, _request_after(clock, tick, seats), paused_at)


def _settled(own: SeatClock, tick: Tick, place: _Place) -> SeatClock:
    """Return the seat's clock with the settled values that the event states."""
    stated = tick.settled.get(place.seat)
    if stated is None:
        return own
    left, wait = own.left if stated.left is None else stated.left, own.wait
    if wait is not None and stated.due is not None:
        wait = replace(wait, due=milliseconds(stated.due))
    return replace(own, left=left, wait=wait)


def _resumed(clock: Clock, terms: Deadline, at: int, calendars: Calendars) -> Clock:
    """Return the clock at the end of a pause: each seat has the time that it had left before."""
    if clock.paused_at is None:
        return clock
    seats = tuple(
        _continued(own, terms, at, _Place(n, clock.paused_at, calendars.get(n, all_time)))
        for n, own in enumerate(clock.seats)
    )
    # The pause does not count towards abandonment; moves made within it do.
    moved = clock.moved + at - max(clock.paused_at, clock.moved)
    return replace(clock, seats=seats, moved=moved, paused_at=None)


def _continued(own: SeatClock, terms: Deadline, at: int, place: _Place) -> SeatClock:
    wait = own.wait
    if wait is None or wait.expired:
        return own
    # The seat gets at least the shortest wait, as it cannot foresee when another seat resumes.
    left = max(_rest(own, wait, terms, place), terms.least_wait * 1000)
    due = place.calendar_of(wait.since).after(max(at, own.away_until), left)
    return replace(own, wait=replace(wait, due=due))


def _rest(own: SeatClock, wait: Wait, terms: Deadline, place: _Place) -> int:
    """Return the time that was left of a wait when time last ran."""
    stopped = max(place.stopped, wait.since, own.away_until)
    # Counted by the calendar that was in force when the wait began, as its length was.
    counted = place.calendar_of(wait.since).counted(stopped, wait.due)
    return min(_short(own.left, terms) if wait.short else own.left, counted)


def _left(own: SeatClock, terms: Deadline, place: _Place) -> int:
    """Return the time that a seat had left when time last ran, at most its full time."""
    if own.wait is None:
        return min(terms.full * 1000, own.left)
    rest = _rest(own, own.wait, terms, place)
    if own.wait.short:  # a short wait takes no more from the reserve than its own length
        rest += max(0, own.left - _short(own.left, terms))
    return min(terms.full * 1000, rest)


def _request_after(clock: Clock, tick: Tick, seats: tuple[SeatClock, ...]) -> TimeRequest | None:
    # A request for time belongs to the clock, an undo request to the line: neither ends the other.
    request = tick.asked or clock.request
    if request is None or tick.granted is not None or tick.refused or tick.pauses:
        return None
    # A request for a pause belongs to no turn: it is pending until it is answered.
    if request.seconds is None:
        return _agreed(request, tick)
    before, wait = clock.seats[request.seat].wait, seats[request.seat].wait
    if before is None or wait is None or wait.expired:
        return None
    # A new wait ends the request, unless asking began it: a player who asks during a short wait is
    # back, and gets a whole one.
    if wait.since != before.since and tick.asked is None:
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
    # This comes first: a player who is back gets a whole wait, which the same event may then end.
    if tick.back == seat and own.lapsed is not None:
        own = _back(own, terms, tick, place)
    if tick.granted is not None and tick.granted.seat == seat:
        own = _extended(own, (tick.granted.seconds or 0) * 1000, place.calendar_of)
    if tick.away == seat:
        own = _away(own, terms, tick, place)
    if tick.expired == seat and terms.at_zero == "bot":
        # No wait while a bot plays: it moves at once, and nobody's time runs.
        return SeatClock(0, absent=True, vacation=own.vacation)
    # The seat is absent until its player moves by hand: the bot's moves are no return.
    if own.absent and tick.came != seat:
        return own
    # Neither other seats' moves nor several of its own in one turn restart the seat's time.
    if own.wait is not None and seat in tick.owing and _goes_on(own.wait, tick):
        return _lapsed(own, own.wait, terms, tick) if tick.expired == seat else own
    left = _left(own, terms, place)
    if seat not in tick.owing:
        return SeatClock(left, vacation=own.vacation, lapsed=own.lapsed)
    return _begun(replace(own, left=left), terms, tick, place)


def _goes_on(wait: Wait, tick: Tick) -> bool:
    """True unless an event begins a new wait for a seat that still owes a move."""
    # An undo to an earlier stage begins no wait: otherwise a seat that took a founding back and
    # made it again would get its time twice.
    return wait.turn == tick.turn and tick.stage <= wait.stage


def _begun(own: SeatClock, terms: Deadline, tick: Tick, place: _Place) -> SeatClock:
    """Return the clock of a seat for which a wait begins."""
    is_short = own.lapsed is not None and _has_short_waits(own.lapsed, tick, place.seat)
    length = left = _whole(own.left, terms, tick, place.seat)
    if is_short:
        # A short wait brings no increment: otherwise an absent player's reserve would grow in each
        # auction of other seats.
        length = _short(own.left, terms)
        left = length if terms.per_move is not None else own.left
    due = place.calendar_of(tick.at).after(max(tick.at, own.away_until), length)
    wait = Wait(tick.turn, tick.at, due, stage=tick.stage, short=is_short)
    return SeatClock(left, wait, vacation=own.vacation, lapsed=own.lapsed)


def _has_short_waits(lapsed: int, tick: Tick, seat: int) -> bool:
    """True in the turn in which a seat's time ran out, and in the turns of others."""
    # The seat's own next turn has its whole time: an absent player costs one long wait a turn.
    return lapsed == tick.turn or tick.on_turn not in (None, seat)


def _whole(left: int, terms: Deadline, tick: Tick, seat: int) -> int:
    """Return the length of a wait that is not short."""
    # The least wait leaves time to move even if the reserve is used up, or a move was taken back.
    return max(terms.least_wait * 1000, _time_of_turn(left, terms, tick, seat))


def _short(left: int, terms: Deadline) -> int:
    """Return the length of a short wait, which is never longer than a whole one."""
    # It depends only on the time left, which the record settles in games with quiet hours.
    whole = terms.full if terms.per_move is not None else left // 1000 + terms.increment
    return max(terms.least_wait, min(terms.absent_wait or 0, whole)) * 1000


def _lapsed(own: SeatClock, wait: Wait, terms: Deadline, tick: Tick) -> SeatClock:
    """Return the clock of a seat whose time is up."""
    lapsed = None if terms.absent_wait is None else tick.turn
    return replace(own, wait=replace(wait, expired=True), lapsed=lapsed)


def _back(own: SeatClock, terms: Deadline, tick: Tick, place: _Place) -> SeatClock:
    """Return the clock of a seat whose player is back; a short wait becomes a whole one."""
    # Otherwise a player who returned in the last minute of ten would have only that minute for the
    # whole turn.
    wait = own.wait
    if wait is None or wait.expired or not wait.short:
        return replace(own, lapsed=None)
    left = _whole(_left(own, terms, place), terms, tick, place.seat)
    due = place.calendar_of(tick.at).after(max(tick.at, own.away_until), left)
    wait = replace(wait, since=tick.at, due=due, short=False)
    return replace(own, left=left, wait=wait, lapsed=None)


def _extended(own: SeatClock, added: int, calendar_of: CalendarOf) -> SeatClock:
    """Return the clock of a seat with more time for its turn."""
    if own.wait is None:
        return own
    # Added to the end that was due, not to the present time: time granted late is worth as much.
    due = calendar_of(own.wait.since).after(own.wait.due, added)
    return replace(own, left=own.left + added, wait=replace(own.wait, due=due))


def _away(own: SeatClock, terms: Deadline, tick: Tick, place: _Place) -> SeatClock:
    """Return the clock of a seat that begins or ends a vacation, in which no time runs."""
    vacation, wait = _vacation(own.vacation, tick), own.wait
    if wait is None or wait.expired:
        return replace(own, vacation=vacation)
    since = max(place.stopped, wait.since, vacation.until)
    due = place.calendar_of(wait.since).after(since, _rest(own, wait, terms, place))
    return replace(own, wait=replace(wait, due=due), vacation=vacation)


def _vacation(before: Vacation | None, tick: Tick) -> Vacation:
    # The year is in UTC: the record does not state the player's time zone.
    year = int(moment(tick.at)[:4])
    before = before or Vacation(0, year, 0)
    if not tick.days:
        # Whole days are given back; a day that has begun counts as taken.
        back = max(0, before.until - tick.at) // DAY
        return replace(before, until=tick.at, days=max(0, before.days - back))
    # The days count in the year in which the vacation begins, even if it ends in the next.
    days = before.days if before.year == year else 0
    return Vacation(max(tick.at, before.until) + tick.days * DAY, year, days + tick.days)


def _time_of_turn(left: int, terms: Deadline, tick: Tick, seat: int) -> int:
    # The increment is added when a turn begins: if it were added at the end, undoing and moving
    # again would earn it twice.
    if tick.is_undo and (tick.undo_by == seat or terms.per_move is None):
        return left  # an undo gives no time back: otherwise a seat could play for time with it
    if terms.per_move is not None:
        return terms.per_move * 1000
    return min(terms.full * 1000, left + terms.increment * 1000)
