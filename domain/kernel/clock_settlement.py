"""The changes that quiet hours make to clocks, settled when an event is recorded.

An event is first decided as if all time counted. The same fold with the seats' calendars then
shows the differences, which go into the event: so a record can be read without calendars.
"""

from collections.abc import Iterable
from itertools import count

from msgspec import structs

from domain.kernel.calendars import Calendars
from domain.kernel.clocks import Clock, SeatClock
from domain.kernel.game import Game, evolve, timed
from domain.record.record import Event, Settled, resealed
from domain.record.times import moment


def counts_quiet_hours(game: Game) -> bool:
    """True if no time of a seat runs in its player's quiet hours."""
    return game.terms.deadline is not None and game.terms.deadline.quiet_hours


def settle_clocks(game: Game | None, events: Iterable[Event], calendars: Calendars) -> list[Event]:
    """Return events that continue a game, with the changes that the calendars make to clocks."""
    made = list[Event]()
    for event in events:
        made.append(_settled(game, event, calendars))
        game = evolve(game, made[-1])
    return made


def _settled(before: Game | None, event: Event, calendars: Calendars) -> Event:
    if before is None:
        return event
    # The event before may have been resealed with settled clocks: then this one follows another
    # hash.
    event = event if event.prev == before.hash else resealed(event, prev=before.hash)
    # Twice by the same fold, with and without calendars: so no second rule can drift from the
    # first.
    plain, deadline = evolve(before, event), before.terms.deadline
    if plain.clock is None or deadline is None:
        return event
    by_calendars = timed(as_before(plain, before.clock), deadline, event, calendars)
    assert by_calendars is not None
    differing = _differing(plain.clock, by_calendars)
    return resealed(event, settled=differing) if differing else event


def as_before(game: Game, clock: Clock | None) -> Game:
    """Return a game after an event with a clock from before it, as ``timed`` takes it."""
    return structs.replace(game, clock=clock)


def _differing(plain: Clock, by_calendars: Clock) -> dict[str, Settled]:
    seats = zip(count(), plain.seats, by_calendars.seats)
    return {str(n): _stated(own, settled) for n, own, settled in seats if own != settled}


def _stated(plain: SeatClock, settled: SeatClock) -> Settled:
    # Only the differences: a value that follows from the record is not stated, and audits refuse
    # it.
    left = None if settled.left == plain.left else settled.left
    if settled.wait == plain.wait or settled.wait is None:
        return Settled(left=left)
    return Settled(due=moment(settled.wait.due), left=left)
