"""Entries without the values that follow from the rest of their record.

Links follow from the events before them, and commitments from the game's secret and the values
committed to. These are random bytes, so nothing else in a record resists compression.
"""

import msgspec

from domain.errors import RecordBroken
from domain.record.record import (
    LINK,
    PACKED,
    Event,
    commit,
    decode,
    encode,
    resealed,
    salt,
)
from domain.record.visibility import look_up

_LINKS = len(PACKED) + 2 * LINK
_NO_LINKS = PACKED + bytes(2 * LINK)


def bare(entry: bytes, prev: str, secret: bytes) -> bytes | None:
    """Return an entry without all that ``whole`` adds, None if that gives another entry."""
    if entry[: len(PACKED)] != PACKED:
        return None
    try:
        (event,) = decode([entry])
        due = _commitments(event, dict.fromkeys(event.commitments, ""), secret)
        left = {path: "" if due[path] == stated else stated for path, stated in _stated(event)}
        stripped = encode(msgspec.structs.replace(event, commitments=left))[_LINKS:]
        return stripped if whole(stripped, prev, secret) == entry else None
    except (RecordBroken, LookupError, TypeError, ValueError):
        return None


def whole(stripped: bytes, prev: str, secret: bytes) -> bytes:
    """Return the entry that follows the hash ``prev`` in the record of a game with this secret.

    Raises RecordBroken, LookupError, TypeError or ValueError if it cannot be one.
    """
    (event,) = decode([_NO_LINKS + stripped])
    commitments = _commitments(event, event.commitments, secret)
    return encode(resealed(event, prev=prev, commitments=commitments))


def secret_of(first: bytes) -> bytes:
    """Return the secret of the game that an entry, bare or whole, begins; empty without one."""
    try:
        (event,) = decode([first if first[:1] in (PACKED, b"{") else _NO_LINKS + first])
        return bytes.fromhex(event.data["secret"])
    except (RecordBroken, LookupError, TypeError, ValueError):
        return b""


def _stated(event: Event) -> list[tuple[str, str]]:
    return list(event.commitments.items())


def _commitments(event: Event, stated: dict[str, str], secret: bytes) -> dict[str, str]:
    """Return commitments, with those that are empty made from the event's values."""
    return {
        path: value or commit(salt(secret, event.version, path), look_up(event.data, path))
        for path, value in stated.items()
    }
