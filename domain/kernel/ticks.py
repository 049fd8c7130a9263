"""Events of a record as the clock sees them."""

from msgspec import UNSET

from domain.kernel.clocks import Tick, TimeRequest
from domain.kernel.deadlines import (
    PAUSED,
    RESUMED,
    TIME_ASKED,
    TIME_EXPIRED,
    TIME_GRANTED,
    TIME_REFUSED,
    VACATION_TAKEN,
    VACATION_TYPES,
)
from domain.record.record import Event
from domain.record.times import milliseconds


def is_by_hand(event: Event) -> bool:
    """True unless the clock made an event, or a bot or an order for an absent player."""
    return event.by is UNSET and event.type != TIME_EXPIRED


def tick_of(event: Event, turn: int, owing: tuple[int, ...], people: tuple[int, ...]) -> Tick:
    """Return an event as a tick; ``turn`` and ``owing`` are those after it, ``people`` have no bot
    in their seat."""
    # An answer by order counts like a move by hand. The record does not distinguish them, and a
    # clock that did would show everybody who has orders.
    is_players = is_by_hand(event) and event.seat in people
    return Tick(
        at=milliseconds(event.recorded_at),
        turn=turn,
        owing=owing,
        expired=event.seat if event.type == TIME_EXPIRED else None,
        came=event.seat if is_players else None,
        is_undo=event.type in ("undone", "redone"),
        undo_by=event.data["requested_by"] if event.type == "undone" else event.seat,
        asked=_asked(event),
        agreed=event.seat if event.type == TIME_GRANTED else None,
        granted=_granted(event),
        refused=event.type == TIME_REFUSED,
        pauses=event.type == PAUSED,
        resumes=event.type == RESUMED,
        away=event.seat if event.type in VACATION_TYPES else None,
        days=event.data["days"] if event.type == VACATION_TAKEN else 0,
        settled={} if event.settled is UNSET else {int(n): s for n, s in event.settled.items()},
    )


def _asked(event: Event) -> TimeRequest | None:
    if event.type != TIME_ASKED or event.seat is None:
        return None
    return TimeRequest(event.seat, event.data["seconds"])


def _granted(event: Event) -> TimeRequest | None:
    # A yes that is not the last grants nothing yet.
    if event.type != TIME_GRANTED or event.data["seconds"] is None:
        return None
    return TimeRequest(event.data["asker"], event.data["seconds"])
