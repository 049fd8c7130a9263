"""Reading an exported game that somebody brings: strictly, and one event at a time."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.errors import RecordBroken
from domain.record.record import Event, encode
from domain.record.visibility import JsonObject
from projections.exports import plain

# A board of one's own is the longest part of an event, and its request may have 64 kB.
LONGEST_EVENT = 200_000
"""The most bytes of an event in a document, and of all that is beside the events."""
MOST_EVENTS = 20_000
"""The most events of a game that is imported."""

_parts = msgspec.json.Decoder(dict[str, msgspec.Raw])
_events = msgspec.json.Decoder(list[msgspec.Raw])


class ImportRefused(Exception):
    """A document is not imported: ``reason`` says why, ``event`` where, None for all of it."""

    def __init__(self, reason: str, event: int | None = None) -> None:
        self.reason, self.event = reason, event
        super().__init__(reason if event is None else f"event {event}: {reason}")


class _Shell(Struct):
    """The fields without which nothing is an event."""

    version: msgspec.Raw
    prev: msgspec.Raw
    hash: msgspec.Raw


_shells = msgspec.json.Decoder(list[_Shell])


class ExportParts(Struct, frozen=True):
    """A document's fields beside its events, and its events as they are written there."""

    heading: JsonObject
    events: Sequence[msgspec.Raw]


def parts_of(document: bytes) -> ExportParts:
    """Return the parts of an exported game. Raises ImportRefused."""
    written, events = _split(document)
    # Parsed without the events: those follow one by one, with other requests in between.
    at = document.find(written)
    rest = document[:at] + b"[]" + document[at + len(written) :]
    if len(rest) > LONGEST_EVENT:
        raise ImportRefused(f"the fields beside its events have over {LONGEST_EVENT:,} bytes")
    heading = _plain(rest, None)
    if heading.pop("events") != []:
        raise ImportRefused("the document has its events twice")
    _refuse_unfinished(heading)
    if not 1 <= len(events) <= MOST_EVENTS:
        raise ImportRefused(f"it has {len(events)} events, not 1 to {MOST_EVENTS:,}")
    return ExportParts(heading, events)


def _split(document: bytes) -> tuple[bytes, Sequence[msgspec.Raw]]:
    try:
        parts = _parts.decode(document)
        # Stops at the first thing that is no event: millions of small ones would fill the memory.
        _shells.decode(parts["events"])
        return bytes(parts["events"]), _events.decode(parts["events"])
    except KeyError:
        raise ImportRefused("it is no exported game: it lacks events") from None
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ImportRefused(f"it is no exported game ({error})") from error


def _refuse_unfinished(heading: JsonObject) -> None:
    if missing := {"format", "game_id", "seats"} - heading.keys():
        raise ImportRefused(f"it is no exported game: it lacks {', '.join(sorted(missing))}")
    if heading.get("redacted") is not False or heading.get("complete") is not True:
        raise ImportRefused("it is not of a finished game: its hidden values cannot be checked")
    if "broken" in heading:
        raise ImportRefused("the record was broken where it was exported")


def entry_of(written: msgspec.Raw, version: int) -> tuple[bytes, JsonObject]:
    """Return the stored form of an event, and its fields as the document shows them.

    Raises ImportRefused.
    """
    if len(bytes(written)) > LONGEST_EVENT:
        raise ImportRefused(f"it has over {LONGEST_EVENT:,} bytes", version)
    shown = _plain(bytes(written), version)
    if unknown := shown.keys() - _FIELDS:
        raise ImportRefused(f"it has unknown fields: {', '.join(sorted(unknown))[:80]}", version)
    try:
        event = msgspec.convert(shown, Event)
        return encode(event), {name: shown.get(name) for name in ("undone", "salts")}
    except (msgspec.ValidationError, ValueError, RecursionError, OverflowError) as error:
        raise ImportRefused(f"the event is malformed ({error})", version) from error


_FIELDS = {*Event.__struct_fields__, "undone", "salts"} - {"command"}


def _plain(document: bytes, version: int | None) -> JsonObject:
    try:
        return plain(document)
    except RecordBroken as broken:
        raise ImportRefused(broken.reason, version) from broken


def names_in(seats: Any) -> dict[str, str | None]:
    """Return the names of the players in a document's seats by id, None for those who had left.

    Raises ImportRefused.
    """
    names: dict[str, str | None] = {}
    for player, name in _named(seats):
        if names.setdefault(player, name) != name:
            raise ImportRefused("the document gives a player two names")
    return names


def _named(seats: Any) -> Iterator[tuple[str, str | None]]:
    for seat in seats if isinstance(seats, list) else ():
        if isinstance(seat, Mapping) and isinstance(player := seat.get("player_id"), str):
            name = seat.get("name")
            if not isinstance(name, str | None):
                raise ImportRefused("a player's name in the document is no text")
            yield player, name
