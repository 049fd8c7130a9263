"""The end of seats' time: decided on the newest state, recorded once however many workers try."""

from domain.kernel.expiry import abandoned, abandonment_due, expiry, running
from domain.kernel.game import Game
from domain.record.record import Draft, Event, encode
from domain.record.times import moment
from service.game.commands import ATTEMPTS, check_sound
from service.game.outages import Look
from service.game.state_cache import StateCache
from service.store.contract import Append, EventStore, WrongVersion


def expire(store: EventStore, cache: StateCache, game_id: str, look: Look) -> int:
    """Record that the time of a game, or of its overdue seats, is up; return the number of ends.

    Outages are given back first. Raises RecordClosed, StoreUnavailable.
    """
    done = 0
    for _ in range(ATTEMPTS):
        history = cache.current(game_id)
        check_sound(history)
        events = _events(history.game, look)
        if not events:
            break
        try:
            # The same id from every worker: the first one's events answer the others.
            appended = store.append(_append_of(game_id, events))
        except WrongVersion:
            continue  # a move came first, and is in time
        done += not appended.repeated
    return done


def _events(game: Game, look: Look) -> list[Event]:
    """Return the events of the game's end, else of the seat overdue the longest, if any is."""
    due = {seat: look.due(wait.since, wait.due) for seat, wait in running(game).items()}
    seat = min(due, key=due.__getitem__, default=None)
    if (forsaken := _abandoned(game, look)) is not None:
        return [game.seal(forsaken, moment(look.now), f"clock:{game.version}")]
    if seat is None or due[seat] > look.now:
        return []
    return expiry(game, seat, moment(look.now), f"clock:{game.version}:{seat}")


def _abandoned(game: Game, look: Look) -> Draft | None:
    due = abandonment_due(game)
    return abandoned(game, look.now) if due and look.due(*due) <= look.now else None


def _append_of(game_id: str, events: list[Event]) -> Append:
    first, entries = events[0], tuple(map(encode, events))
    return Append(game_id, first.command, "", first.version, first.prev, entries)
