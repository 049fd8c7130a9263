"""The clocks of seats whose players have quiet hours, settled when events are appended."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from domain.kernel.calendars import ALL_TIME, Calendar, CalendarOf
from domain.kernel.clock_settlement import counts_quiet_hours, settle_clocks
from domain.kernel.game import Game, evolve, fold
from domain.record.record import Event
from service.people.quiet_history import QuietHistory

QuietOf = Callable[[Iterable[str]], Mapping[str, QuietHistory]]
"""Returns the quiet hours of all players who have had some. Raises StoreUnavailable."""


class QuietClocks:
    """Settles clocks by the quiet hours in force when each wait began."""

    # New settings apply from a seat's next turn: otherwise a player could use them to get back the
    # time that the present turn has taken.

    def __init__(self, quiet_of: QuietOf | None = None) -> None:
        self._quiet_of = quiet_of

    def settled(self, game: Game | None, events: Sequence[Event]) -> tuple[Event, ...]:
        """Return the next events as they are to be recorded; ``game`` is None before the first."""
        if not events or self._quiet_of is None:
            return tuple(events)
        terms = game or evolve(None, events[0])
        if not counts_quiet_hours(terms):
            return tuple(events)
        players = {n: s.player for n, s in enumerate(fold(events, game).seats) if s and s.player}
        known = self._quiet_of(players.values())
        calendars = {n: _calendar_of(known[p]) for n, p in players.items() if p in known}
        return tuple(settle_clocks(game, events, calendars)) if calendars else tuple(events)


def _calendar_of(history: QuietHistory) -> CalendarOf:
    def calendar(since: int) -> Calendar:
        return history.at(since) or ALL_TIME

    return calendar
