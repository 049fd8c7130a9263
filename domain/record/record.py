"""The record of a game: its events, their canonical form, commitments and hash chain.

An event is hashed as RFC 8785 canonical JSON of its ``version``, ``schema``, ``recorded_at``,
``type``, ``seat``, ``data``, ``commitments`` and ``prev`` (the hash of the event before, 64 zeros
for the first event), and of ``by`` and ``settled`` where it has them.
In the hashed ``data`` every hidden value is null; ``commitments`` maps its path to
HMAC-SHA-256(salt, canonical JSON of the value), where the salt is
HMAC-SHA-256(secret of the game, "anabasis salt 1:<version>:<path>").

Schema 2 (all events of games made since): ``created`` names its game in ``game_id``, and an event
that used chance states it in the hidden field ``luck`` of its data (see ``domain.record.chance``).
Games of schema 1 go on in schema 1.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.record.visibility import JsonObject, Visibility, conceal, hidden_values, look_up

GENESIS = "0" * 64
SCHEMA = 1
NEWEST_SCHEMA = 2
"""The schema of the events of new games: `created` names the game, and events state their luck."""

_sorted = msgspec.json.Encoder(order="sorted").encode

Upcaster = Callable[[JsonObject], JsonObject]
Upcasters = Mapping[tuple[str, int], Upcaster]
"""Pure functions by event type and schema version, each to the data of the next version."""


class Draft(Struct, frozen=True):
    """An event as decided, before the record gives it a place."""

    type: str
    seat: int | None
    data: JsonObject
    by: str | None = None


class Settled(Struct, frozen=True, omit_defaults=True):
    """A seat's clock after an event, as the service settled it by the player's quiet hours.

    ``due`` is when its time will be up, ``left`` the time that counted as left, in milliseconds;
    each is left out where it is the same as without quiet hours.
    """

    due: str | None = None
    left: int | None = None


class Event(Struct, frozen=True):
    """One event as it is stored: ``data`` whole, hidden values included.

    ``recorded_at`` is UTC, ISO 8601 with milliseconds; ``command`` is the id of the command that
    caused it and is outside the hash; ``by`` says who made it for the seat (``clock``), and is
    left out where the seat did; ``settled`` holds clocks by seat, and is left out where there is
    nothing to settle.
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
    # Outside the hash: it may be dropped once no client can repeat the command.
    command: str = ""
    by: str | UnsetType = UNSET
    settled: dict[str, Settled] | UnsetType = UNSET


class Link(Struct, frozen=True):
    """The place of the next event: after ``version``, whose hash is ``prev``, at its own time."""

    version: int
    prev: str
    recorded_at: str


def seal(  # noqa: PLR0913, PLR0917 - all that an event is made of
    draft: Draft,
    link: Link,
    secret: bytes,
    visibility: Visibility,
    command: str,
    schema: int = SCHEMA,
) -> Event:
    """Return the event of a draft, with its hash and commitments to its hidden values."""
    version = link.version + 1
    paths = [hidden.path for hidden in hidden_values(draft.data, visibility, draft.seat)]
    event = Event(
        version=version,
        schema=schema,
        recorded_at=link.recorded_at,
        type=draft.type,
        seat=draft.seat,
        data=draft.data,
        commitments={
            path: commit(salt(secret, version, path), look_up(draft.data, path)) for path in paths
        },
        prev=link.prev,
        hash="",
        command=command,
        by=draft.by or UNSET,
    )
    # The hash comes last: it covers every field but itself and the command.
    return replace(event, hash=digest(event))


def resealed(event: Event, **changes: Any) -> Event:
    """Return the event with changes outside of its data, and the hash that follows from them."""
    changed = replace(event, **changes)
    return replace(changed, hash=digest(changed))


def digest(event: Event) -> str:
    """Return the hash of an event (hex); it is the same whether its data are whole or concealed."""
    form = _HashedForm(
        event.by,
        event.commitments,
        _concealed(event),
        event.prev,
        event.recorded_at,
        event.schema,
        event.seat,
        event.settled,
        event.type,
        event.version,
    )
    return hashlib.sha256(canonical(form)).hexdigest()


class _HashedForm(Struct, gc=False):
    """The hashed fields of an event, sorted by name: a dict would need sorting for each hash."""

    by: str | UnsetType
    commitments: dict[str, str]
    data: JsonObject
    prev: str
    recorded_at: str
    schema: int
    seat: int | None
    settled: dict[str, Settled] | UnsetType
    type: str
    version: int


def _concealed(event: Event) -> JsonObject:
    # Nothing hidden: the data are hashed as they are, without a copy.
    if not event.commitments:
        return event.data
    data: JsonObject = conceal(event.data, list(event.commitments))
    return data


def salt(secret: bytes, version: int, path: str) -> bytes:
    """Return the salt (32 bytes) of the hidden value at ``path`` of event ``version``."""
    # It comes from the game's secret: no salt is stored, and revealing the secret opens all values.
    # With version and path, equal values have different commitments.
    return hmac.digest(secret, f"anabasis salt 1:{version}:{path}".encode(), "sha256")


def commit(salt: bytes, value: Any) -> str:
    """Return the commitment (hex) to a hidden value."""
    return hmac.digest(salt, canonical(value), "sha256").hex()


def canonical(value: Any) -> bytes:
    """Return the RFC 8785 JSON of objects with ASCII keys, arrays, strings and small integers."""
    # The domain has no other values, and for these the sorted output of msgspec is canonical.
    return _sorted(value)


def is_same(stated: Any, due: Any) -> bool:
    """True if two values are the same JSON: 1 is neither 1.0 nor true."""
    # By bytes: to Python 1 equals 1.0 and true, to the hash it does not.
    return canonical(stated) == canonical(due)


def verify_chain(events: Sequence[Event], secret: bytes | None = None) -> None:
    """Check versions, links, hashes and, given the secret, every commitment.

    Raises RecordBroken for the first version that fails.
    """
    prev = GENESIS
    for number, event in enumerate(events, start=1):
        # Versions are counted, not trusted: a missing event shows here, before its link fails.
        if event.version != number:
            raise RecordBroken(number, f"the entry states version {event.version}")
        if event.prev != prev:
            raise RecordBroken(number, "prev is not the hash of the event before")
        check_hash(event)
        if secret is not None:
            check_commitments(event, secret)
        prev = event.hash


def check_hash(event: Event) -> None:
    """Raise RecordBroken unless the event has the hash it states."""
    try:
        computed = digest(event)
    except Exception as error:  # a forged commitment may name a path that does not exist
        raise malformed(event, error) from error
    if computed != event.hash:
        raise RecordBroken(event.version, "the event does not have the hash it states")


def malformed(event: Event, error: Exception) -> RecordBroken:
    """Return the error for a malformed event, without the cause's text: it might name a secret."""
    return RecordBroken(event.version, f"the event is malformed ({type(error).__name__})")


def check_commitments(event: Event, secret: bytes) -> None:
    """Raise RecordBroken unless every hidden value matches its commitment."""
    for path, stated in event.commitments.items():
        if commit(salt(secret, event.version, path), look_up(event.data, path)) != stated:
            raise RecordBroken(event.version, f"the value at {path} does not match its commitment")


def upcast(event: Event, upcasters: Upcasters) -> Event:
    """Return the event in the newest schema of its type; the stored record is never rewritten."""
    while (step := upcasters.get((event.type, event.schema))) is not None:
        # Step by step: each upcaster makes one change, and never has to be edited.
        event = replace(event, schema=event.schema + 1, data=step(event.data))
    return event


def newest_schema(type_: str, upcasters: Upcasters, since: int = SCHEMA) -> int:
    """Return the newest schema version of a type's data in a game that began with ``since``."""
    steps = (schema + 1 for name, schema in upcasters if name == type_)
    return max(steps, default=since)


class _Packed(Struct, array_like=True, frozen=True, gc=False):
    """An event's packed fields, without its hashes; ``by`` is None where it has none."""

    version: int
    schema: int
    recorded_at: str
    type: str
    seat: int | None
    data: JsonObject
    commitments: dict[str, str]
    command: str
    by: str | None = None
    settled: dict[str, Settled] | UnsetType = UNSET


# No JSON begins with it, so the first byte shows whether an entry is from an older release.
PACKED = b"\2"
"""The first byte of an entry."""
LINK = 32
"""The length of a hash in an entry."""
_HASH, _PREV = slice(1, 1 + LINK), slice(1 + LINK, 1 + 2 * LINK)
_FIELDS = slice(1 + 2 * LINK, None)

_as_packed = msgspec.json.Decoder(_Packed)


def encode(event: Event) -> bytes:
    """Return the stored form of an event: both hashes as bytes, then its other fields as JSON.

    Raises ValueError if it has no valid hashes.
    """
    return PACKED + _links(event) + msgspec.json.encode(_fields(event))


def _links(event: Event) -> bytes:
    """Return an event's two hashes as bytes. Raises ValueError unless both are 64 hex digits."""
    stated = event.hash + event.prev
    links = bytes.fromhex(stated)
    # Compared with what is written back: `fromhex` also takes capitals and blanks, which would be
    # lost.
    if len(event.hash) != 2 * LINK or len(links) != 2 * LINK or links.hex() != stated:
        raise ValueError("the event has no valid hashes")
    return links


def _fields(event: Event) -> tuple[Any, ...]:
    fields = (
        event.version,
        event.schema,
        event.recorded_at,
        event.type,
        event.seat,
        event.data,
        event.commitments,
        event.command,
    )
    # Most events have neither field. In an array, which has no names, only trailing ones can be
    # left out.
    if event.by is UNSET and event.settled is UNSET:
        return fields
    by = None if event.by is UNSET else event.by
    return (*fields, by) if event.settled is UNSET else (*fields, by, event.settled)


def stated_hash(entry: bytes) -> bytes:
    """Return the hash that an entry states. Raises ValueError without one."""
    if entry[:1] != PACKED:
        raise ValueError("it is not packed")
    return entry[_HASH]


def decode(entries: Iterable[bytes]) -> list[Event]:
    """Return the events of stored entries, in order. Raises RecordBroken if one is not an event."""
    return [_decoded(entry, version) for version, entry in enumerate(entries, start=1)]


def read_entry(entry: bytes, version: int) -> Event:
    """Return the event stored as a version. Raises RecordBroken unless version and hash match."""
    event = _decoded(entry, version)
    if event.version != version:
        raise RecordBroken(version, f"the entry states version {event.version}")
    check_hash(event)
    return event


def _decoded(entry: bytes, version: int) -> Event:
    try:
        return _unpacked(entry)
    # RecursionError: a forged entry may nest as deep as it likes.
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordBroken(version, f"the entry is not an event ({error})") from error


def _unpacked(entry: bytes) -> Event:
    if entry[:1] != PACKED:
        raise ValueError("it is not packed")
    fields = _as_packed.decode(entry[_FIELDS])
    return Event(
        fields.version,
        fields.schema,
        fields.recorded_at,
        fields.type,
        fields.seat,
        fields.data,
        fields.commitments,
        entry[_PREV].hex(),
        entry[_HASH].hex(),
        fields.command,
        UNSET if fields.by is None else fields.by,
        fields.settled,
    )
