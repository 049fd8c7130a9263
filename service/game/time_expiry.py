"""The end of seats' time: decided on the newest state, recorded once even if several workers try.

Players are promised that no time runs out early, and that a move recorded first is in time.
"""

from domain.kernel.expiry import abandonment, abandonment_due, expiry, running
from domain.kernel.game import Game
from domain.kernel.pauses import pause_over
from domain.record.record import Draft, Event
from domain.record.times import moment
from service.game.commands import Commands
from service.game.outages import ClockReading


def expire(commands: Commands, game_id: str, look: ClockReading) -> int:
    """Record that the time of a game, or of its overdue seats, is up; return the number of ends.

    Outages are given back first, and a move that comes first is in time. Raises RecordClosed,
    GameFrozen, StoreUnavailable.
    """
    return commands.follow_clock(game_id, lambda game: _events(game, look))


def _events(game: Game, look: ClockReading) -> list[Event]:
    """Return the events of the game's end, otherwise of the seat that is overdue the longest."""
    due = {seat: look.due(wait.since, wait.due) for seat, wait in running(game).items()}
    seat = min(due, key=due.__getitem__, default=None)
    # The ids depend on the state alone, so the store takes the event of several workers once.
    if (resumed := pause_over(game, look.now)) is not None:
        return [game.seal(resumed, moment(look.now), f"clock:{game.version}")]
    if (forsaken := _abandoned(game, look)) is not None:
        return [game.seal(forsaken, moment(look.now), f"clock:{game.version}")]
    if seat is None or due[seat] > look.now:
        return []
    return expiry(game, seat, moment(look.now), f"clock:{game.version}:{seat}")


def _abandoned(game: Game, look: ClockReading) -> Draft | None:
    due = abandonment_due(game)
    return abandonment(game, look.now) if due and look.due(*due) <= look.now else None
