"""The clocks of seats whose players have quiet hours, settled as events are appended."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from domain.kernel.game import Game, evolve, fold
from domain.kernel.settling import counts_quiet_hours, settled
from domain.record.record import Event
from service.quiet import Quiet

QuietOf = Callable[[Iterable[str]], Mapping[str, Quiet]]
"""Returns the quiet hours of those players who have some. Raises StoreUnavailable."""


class QuietClocks:
    """Settles clocks by what the players have set at the time of the append.

    What was settled once stays: other settings count from a seat's next turn on.
    """

    def __init__(self, quiet_of: QuietOf | None = None) -> None:
        self._quiet_of = quiet_of

    def settled(self, game: Game | None, events: Sequence[Event]) -> tuple[Event, ...]:
        """Return the next events of a game (its first without one) as they are to be recorded."""
        if not events or self._quiet_of is None:
            return tuple(events)
        terms = game or evolve(None, events[0])
        if not counts_quiet_hours(terms):
            return tuple(events)
        players = {n: s.player for n, s in enumerate(fold(events, game).seats) if s and s.player}
        quiet = self._quiet_of(players.values())
        calendars = {n: quiet[player] for n, player in players.items() if player in quiet}
        return tuple(settled(game, events, calendars)) if calendars else tuple(events)
