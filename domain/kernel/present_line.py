"""The present line after the events of undo, and after those that leave the position as it is."""

from dataclasses import replace

from domain.errors import RecordBroken
from domain.kernel.deadlines import TIME_EXPIRED, TIME_TYPES
from domain.kernel.stand_in_state import STAND_IN_TYPES
from domain.kernel.timeline import Timeline, UndoRequest
from domain.record.record import Event


def after(line: Timeline, event: Event) -> Timeline:
    """Return the line after an event of the kernel.

    Raises RecordBroken for a type that a live game cannot have.
    """
    match event.type:
        case "undone":
            data = event.data
            # The seat that asked, not the one whose consent completed it: only that seat may redo.
            return line.undone(data["to"], data["requested_by"], data["with_consent"])
        case "redone":
            return line.redone()
        case _:
            return line.asked(event.version, _request_after(line, event))


def _request_after(line: Timeline, event: Event) -> UndoRequest | None:
    match event.type:
        case "undo_requested":
            return UndoRequest(_seat(event), event.data["to"])
        case "undo_accepted":
            return _agreed(line, _seat(event))
        case "undo_declined" | "abandoned":
            return None
        # These change only clocks and stand-ins, so a pending request stays.
        case type_ if type_ == TIME_EXPIRED or type_ in TIME_TYPES | STAND_IN_TYPES:
            return line.request
        case _:
            # Types of an open game in a live one: the record was tampered with, or written by
            # another release.
            raise RecordBroken(event.version, f"{event.type} has no place here")


def _seat(event: Event) -> int:
    if event.seat is None:
        raise RecordBroken(event.version, f"{event.type} names no seat")
    return event.seat


def _agreed(line: Timeline, seat: int) -> UndoRequest | None:
    request = line.request
    return request and replace(request, accepted=(*request.accepted, seat))
