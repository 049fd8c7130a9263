"""Entries without the values that follow from the rest of their record.

Links follow from the events before them, and commitments from the game's secret and the values
committed to. These are random bytes, so nothing else in a record resists compression but the ids of
commands, which are let go once they are of no use.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.record.record import (
    GENESIS,
    LINK,
    PACKED,
    Event,
    commit,
    decode,
    encode,
    resealed,
    salt,
    stated_hash,
)
from domain.record.visibility import JsonObject, look_up

_LINKS = len(PACKED) + 2 * LINK
_NO_LINKS = PACKED + bytes(2 * LINK)
_OWN, _SAME, _NONE = "", "=", "-"
"""In a bare entry's place for its command: one named by its version, the one before it, none."""
_ERRORS = (RecordBroken, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Before:
    """The entries before one: the last one's hash (hex) and command, and the game's secret."""

    prev: str = GENESIS
    command: str = ""
    secret: bytes | None = None

    def begun(self, first: JsonObject) -> "Before":
        """Return the same with the game's secret, given the data of its first event."""
        try:
            secret = bytes.fromhex(first["secret"])
        except _ERRORS:
            secret = b""
        return Before(self.prev, self.command, secret) if self.secret is None else self

    def then(self, entry: bytes) -> "Before":
        """Return what comes before the next entry."""
        try:
            (event,) = decode([entry])
            begun = self.begun(event.data)
            return Before(stated_hash(entry).hex(), event.command, begun.secret)
        except _ERRORS:
            return Before(GENESIS, "", self.secret)


def with_commands_let_go(entries: Iterable[bytes]) -> Iterator[bytes]:
    """Yield entries whose commands are named by their first event's version, not by their ids.

    That is outside of the hash. Which events are of one command can still be told; entries that
    are not in the packed form stay as they are.
    """
    ids, name = "", ""
    for entry in entries:
        event = _packed_event(entry)
        if event is None or not event.command:
            ids = ""
            yield entry
            continue
        name = name if event.command == ids else str(event.version)
        ids = event.command
        yield encode(replace(event, command=name))


def bare(entry: bytes, before: Before) -> bytes | None:
    """Return an entry without all that ``whole`` adds, None if that gives another entry."""
    event = _packed_event(entry)
    if event is None:
        return None
    try:
        secret = before.begun(event.data).secret or b""
        due = _commitments(event, dict.fromkeys(event.commitments, ""), secret)
        left = {p: "" if due[p] == stated else stated for p, stated in event.commitments.items()}
        command = _shortened(event, before)
        stripped = encode(replace(event, commitments=left, command=command))[_LINKS:]
        return stripped if whole(stripped, before)[0] == entry else None
    except _ERRORS:
        return None


def whole(stripped: bytes, before: Before) -> tuple[bytes, Before]:
    """Return the entry that comes after others in a record, and what comes before the next one.

    Raises RecordBroken, LookupError, TypeError or ValueError if it cannot be one.
    """
    (event,) = decode([_NO_LINKS + stripped])
    begun = before.begun(event.data)
    names = {_OWN: str(event.version), _SAME: before.command, _NONE: ""}
    named = replace(event, command=names.get(event.command, event.command))
    commitments = _commitments(event, event.commitments, begun.secret or b"")
    linked = resealed(named, prev=before.prev, commitments=commitments)
    return encode(linked), Before(linked.hash, linked.command, begun.secret)


def _packed_event(entry: bytes) -> Event | None:
    """Return the event of an entry in the packed form, None if it is not of that."""
    try:
        (event,) = decode([entry])
        return event if entry[: len(PACKED)] == PACKED and encode(event) == entry else None
    except _ERRORS:
        return None


def _shortened(event: Event, before: Before) -> str:
    if not event.command:
        return _NONE
    if event.command == str(event.version):
        return _OWN
    return _SAME if event.command == before.command else event.command


def _commitments(event: Event, stated: dict[str, str], secret: bytes) -> dict[str, str]:
    """Return commitments, with those that are empty made from the event's values."""
    return {
        path: value or commit(salt(secret, event.version, path), look_up(event.data, path))
        for path, value in stated.items()
    }
