"""The audit of settled clocks: quiet hours can give a seat time, within bounds, and take none."""

from collections.abc import Iterator

from msgspec import UNSET, structs

from domain.errors import RecordBroken
from domain.kernel.calendars import latest
from domain.kernel.clock_settlement import as_before, counts_quiet_hours
from domain.kernel.clocks import Clock, SeatClock
from domain.kernel.deadlines import TIME_GRANTED
from domain.kernel.game import Game, timed
from domain.record.record import Event, Settled
from domain.record.times import moment


class ClockAudit:
    """Follows a record with a second clock, by which all time counts."""

    def __init__(self) -> None:
        # Quiet hours only ever give time, so no settled moment comes before that of this clock.
        self._plain: Clock | None = None

    def check(self, before: Game, event: Event, after: Game) -> None:
        """Raise RecordBroken unless the clocks that an event settles are possible."""
        deadline = before.terms.deadline
        if deadline is None or not counts_quiet_hours(before):
            if event.settled is not UNSET:
                raise RecordBroken(event.version, "it settles clocks, but no quiet hours count")
            return
        # The service leaves the field out: an empty one would be other bytes for the same facts.
        if event.settled == {}:
            raise RecordBroken(event.version, "it settles no clock")
        unsettled = structs.replace(event, settled=UNSET)
        self._plain = timed(as_before(after, self._plain), deadline, unsettled)
        # Starts from the settled clock before, so that only this event's settlement is judged.
        most = timed(as_before(after, before.clock), deadline, unsettled)
        fault = next(self._faults(before, event, after.clock, most), None)
        if fault is not None:
            raise RecordBroken(event.version, fault)

    def _faults(
        self, before: Game, event: Event, after: Clock | None, most: Clock | None
    ) -> Iterator[str]:
        stated = {} if event.settled is UNSET else event.settled
        if after is None or most is None or self._plain is None:
            if stated:
                yield "it settles clocks before any runs"
            return
        clocks = [None] * len(most.seats) if before.clock is None else before.clock.seats
        seats = {str(n): each for n, each in enumerate(zip(clocks, most.seats, strict=True))}
        for name, settled in stated.items():
            if name not in seats:
                # Cut short, as a forged name may be of any length.
                yield f"it settles a clock of no seat, {name[:20]!r}"
                continue
            own = after.seats[int(name)]
            start = max(after.at, own.away_until, _extended_from(seats[name][0], event))
            if fault := next(_faults_of_seat(settled, own, *seats[name], start), None):
                yield f"{fault} of seat {name}"
        for seat, (own, plain) in enumerate(zip(after.seats, self._plain.seats, strict=True)):
            if _is_short(own, plain):
                yield f"quiet hours take time from seat {seat}"


def _is_short(own: SeatClock, plain: SeatClock) -> bool:
    """True if a clock has less than the one by which all time counts."""
    is_due = own.wait is not None and plain.wait is not None and own.wait.due < plain.wait.due
    return is_due or own.left < plain.left


def _extended_from(before: SeatClock | None, event: Event) -> int:
    if before is None or before.wait is None or event.type != TIME_GRANTED:
        return 0
    return before.wait.due


def _faults_of_seat(
    stated: Settled, own: SeatClock, before: SeatClock | None, most: SeatClock, start: int
) -> Iterator[str]:
    """Yield the faults of a settled clock; ``most`` is the one that it is settled from."""
    if before == most:
        yield "it settles what it does not change: the clock"
    if stated == Settled() or stated.left == most.left:
        yield "it settles nothing new"
    if stated.left is not None and stated.left > most.left:
        yield "it settles more time as left than there was"
    if stated.due is None:
        return
    # An end that is past cannot be put off any more.
    if own.wait is None or own.wait.expired or most.wait is None:
        yield "it settles the end of no turn"
    elif stated.due != moment(own.wait.due) or own.wait.due == most.wait.due:
        yield "it settles no new moment"
    # The calendars stay private, so an audit can only compare the moment with their bound.
    elif own.wait.due > latest(start, own.left):
        yield "it settles too late a moment"
