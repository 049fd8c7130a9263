"""The record of a game: its events, their canonical form, commitments and hash chain.

An event is hashed as RFC 8785 canonical JSON of its ``version``, ``schema``, ``recorded_at``,
``type``, ``seat``, ``data``, ``commitments`` and ``prev`` (the hash before it, 64 zeros at first).
In the hashed ``data`` every hidden value is null; ``commitments`` holds for its path
HMAC-SHA-256(salt, canonical JSON of the value), where the salt is
HMAC-SHA-256(secret of the game, "anabasis salt 1:<version>:<path>").
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.record.visibility import JsonObject, Visibility, conceal, look_up, restricted

GENESIS = "0" * 64
SCHEMA = 1

Upcaster = Callable[[JsonObject], JsonObject]
Upcasters = Mapping[tuple[str, int], Upcaster]
"""By event type and schema version: a pure function to the next version's data."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a decision wants recorded, before the record gives it a place."""

    type: str
    seat: int | None
    data: JsonObject


class Event(Struct, frozen=True):
    """One event as it is stored: ``data`` whole, hidden values included.

    ``recorded_at`` is UTC, ISO 8601 with milliseconds; ``command`` is the id of the command that
    caused it and is outside the hash.
    """

    version: int
    schema: int
    recorded_at: str
    type: str
    seat: int | None
    data: JsonObject
    commitments: dict[str, str]
    prev: str
    hash: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the next event goes: after ``version`` with the hash ``prev``, at ``recorded_at``."""

    version: int
    prev: str
    recorded_at: str


def seal(draft: Draft, place: Place, secret: bytes, visibility: Visibility, command: str) -> Event:
    """The event of a draft, with commitments to its hidden values and its hash."""
    version = place.version + 1
    paths = [hidden.path for hidden in restricted(draft.data, visibility, draft.seat)]
    event = Event(
        version=version,
        schema=SCHEMA,
        recorded_at=place.recorded_at,
        type=draft.type,
        seat=draft.seat,
        data=draft.data,
        commitments={
            path: commit(salt(secret, version, path), look_up(draft.data, path)) for path in paths
        },
        prev=place.prev,
        hash="",
        command=command,
    )
    return replace(event, hash=digest(event))


def digest(event: Event) -> str:
    """The hash of an event (hex), whose data may be whole or concealed: it is the same."""
    return hashlib.sha256(canonical(hashed_form(event))).hexdigest()


def hashed_form(event: Event) -> JsonObject:
    """What of an event enters its hash: all of it but the hidden values and the command id."""
    return {
        "version": event.version,
        "schema": event.schema,
        "recorded_at": event.recorded_at,
        "type": event.type,
        "seat": event.seat,
        "data": conceal(event.data, list(event.commitments)),
        "commitments": event.commitments,
        "prev": event.prev,
    }


def salt(secret: bytes, version: int, path: str) -> bytes:
    """The salt (32 bytes) of the hidden value at ``path`` of event ``version``."""
    return hmac.digest(secret, f"anabasis salt 1:{version}:{path}".encode(), "sha256")


def commit(salt: bytes, value: Any) -> str:
    """The commitment (hex) to a hidden value."""
    return hmac.digest(salt, canonical(value), "sha256").hex()


def canonical(value: Any) -> bytes:
    """RFC 8785 JSON of a value made of objects with ASCII keys, arrays, strings and small integers.

    The domain has no other numbers; for these msgspec's sorted output is the canonical one.
    """
    return msgspec.json.encode(value, order="sorted")


def verify_chain(events: Sequence[Event], secret: bytes | None = None) -> None:
    """Check versions, links, hashes and, with the secret, every commitment.

    Raises RecordBroken at the first version that does not hold.
    """
    prev = GENESIS
    for number, event in enumerate(events, start=1):
        if event.version != number:
            raise RecordBroken(number, f"version {event.version} stands in its place")
        if event.prev != prev:
            raise RecordBroken(number, "prev is not the hash of the event before")
        check_hash(event)
        if secret is not None:
            check_commitments(event, secret)
        prev = event.hash


def check_hash(event: Event) -> None:
    """Raise RecordBroken unless the event has the hash it states."""
    try:
        found = digest(event)
    except Exception as error:  # a forged commitment may name a place that is not there
        raise malformed(event, error) from error
    if found != event.hash:
        raise RecordBroken(event.version, "the event does not have the hash it states")


def malformed(event: Event, error: Exception) -> RecordBroken:
    """Return the break of an event that lacks something; the error's text might tell a secret."""
    return RecordBroken(event.version, f"the event is malformed ({type(error).__name__})")


def check_commitments(event: Event, secret: bytes) -> None:
    """Raise RecordBroken unless each value committed to is the one that stands there."""
    for path, stated in event.commitments.items():
        if commit(salt(secret, event.version, path), look_up(event.data, path)) != stated:
            raise RecordBroken(event.version, f"the value at {path} is not the one committed to")


def upcast(event: Event, upcasters: Upcasters) -> Event:
    """The event in its type's newest schema; the stored record is never rewritten."""
    while (step := upcasters.get((event.type, event.schema))) is not None:
        event = replace(event, schema=event.schema + 1, data=step(event.data))
    return event


def newest_schema(type_: str, upcasters: Upcasters) -> int:
    """Return the newest schema version of a type's data."""
    return max((schema + 1 for name, schema in upcasters if name == type_), default=SCHEMA)


_decoder = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """The stored form of an event: one JSON object."""
    return msgspec.json.encode(event)


def decode(entries: Iterable[bytes]) -> list[Event]:
    """The events of stored entries, in their order. Raises RecordBroken for what is no event."""
    return [_decoded(entry, version) for version, entry in enumerate(entries, start=1)]


def read_entry(entry: bytes, version: int) -> Event:
    """Return the event stored as a version. Raises RecordBroken unless place and hash fit."""
    event = _decoded(entry, version)
    if event.version != version:
        raise RecordBroken(version, f"version {event.version} stands in its place")
    check_hash(event)
    return event


def _decoded(entry: bytes, version: int) -> Event:
    try:
        return _decoder.decode(entry)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordBroken(version, f"the entry is not an event ({error})") from error
