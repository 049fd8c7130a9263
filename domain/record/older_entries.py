"""The older form of stored entries: one JSON object an event."""

import msgspec

from domain.record.record import PACKED, Event, decode, encode

_event = msgspec.json.Decoder(Event)


def present_entry(entry: bytes) -> bytes:
    """Return an entry in its present form; unchanged if it could not be read back the same."""
    if entry[:1] == PACKED:
        return entry
    try:
        event = _event.decode(entry)
        packed = encode(event)
    except (ValueError, RecursionError):  # a damaged entry is kept as it is
        return entry
    # Checked by reading it back: an entry that would lose something stays as it is.
    return packed if decode([packed]) == [event] else entry
