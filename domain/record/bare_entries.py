"""Entries without the values that follow from the rest of their record.

Links follow from the events before them, and commitments from the game's secret and the values
committed to. Orders of shuffles follow from the secret and the contributions. Versions are counted.
In place of a time stands the gap, the milliseconds since the event before.

A bare entry is this gap and the other fields of an event as JSON, without brackets:
``4012,2,"road_built",3,{"edge":31},{},"-"``. An entry of an older release has brackets, version and
time.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.record.bare_luck import Contributions, contributed, with_orders, without_orders
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
from domain.record.times import milliseconds, moment
from domain.record.visibility import JsonObject, look_up

_LINKS = len(PACKED) + 2 * LINK
_NO_LINKS = PACKED + bytes(2 * LINK)
_OWN, _SAME, _NONE = "", "=", "-"
"""Short forms of a bare entry's command: named by the event's version, same as before, none."""
_ERRORS = (RecordBroken, LookupError, TypeError, ValueError)
# A forged gap must not lead beyond all calendars.
_MOST_DIGITS = 15
"""The most digits that a gap may have."""


class Before(Struct, frozen=True):
    """The context of an entry: the number of entries before it, and the game's chance so far.

    ``prev`` (hex), ``command`` and ``at`` (ms) are the hash, command and time of the entry before.
    """

    prev: str = GENESIS
    command: str = ""
    secret: bytes | None = None
    version: int = 0
    at: int = 0
    contributions: Contributions = {}

    def begun(self, data: JsonObject) -> "Before":
        """Return the context with the secret or contribution that an event's data add."""
        if self.secret is not None:
            contributions = contributed(self.contributions, data)
            is_new = contributions is not self.contributions
            return replace(self, contributions=contributions) if is_new else self
        try:
            return replace(self, secret=bytes.fromhex(data["secret"]))
        except _ERRORS:
            # Empty, not None: otherwise the secret would be read from the next event.
            return replace(self, secret=b"")

    def then(self, entry: bytes) -> "Before":
        """Return the context of the next entry."""
        try:
            (event,) = decode([entry])
            begun = self.begun(event.data)
            return begun.after(stated_hash(entry).hex(), event, self.time_of(event))
        except _ERRORS:
            # An unreadable entry is kept whole, and the entries after it are made bare without its
            # help.
            return replace(self, prev=GENESIS, command="", version=self.version + 1)

    def after(self, prev: str, event: Event, at: int) -> "Before":
        """Return the context of the entry after an event with this hash and this time."""
        return Before(prev, event.command, self.secret, self.version + 1, at, self.contributions)

    def time_of(self, event: Event) -> int:
        """Return an event's time in ms since 1970; the one before it if its own is none."""
        try:
            return milliseconds(event.recorded_at)
        except (ValueError, OverflowError):
            return self.at


def with_commands_let_go(entries: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the entries with each command's id replaced by the version of its first event.

    Events of one command still share a name. Entries that are not in the packed form stay as they
    are.
    """
    ids, name = "", ""
    for entry in entries:
        event = _packed_event(entry)
        if event is None or not event.command:
            ids = ""
            yield entry
            continue
        # The command is outside the hash, so it may change. Ids take 16 random bytes an event: half
        # of a sealed game.
        name = name if event.command == ids else str(event.version)
        ids = event.command
        yield encode(replace(event, command=name))


def bare(entry: bytes, before: Before) -> bytes | None:
    """Return an entry without the parts that ``whole`` adds.

    None if adding them would not give the same entry again.
    """
    event = _packed_event(entry)
    if event is None:
        return None
    try:
        begun = before.begun(event.data)
        secret = begun.secret or b""
        data = without_orders(event.data, secret, begun.contributions)
        # Links and commitments are random bytes. Apart from them and the ids of commands, nothing
        # in a record resists compression.
        due = _commitments(event, dict.fromkeys(event.commitments, ""), secret)
        left = {p: "" if due[p] == stated else stated for p, stated in event.commitments.items()}
        command = _shortened(event, before)
        fields = encode(replace(event, data=data, commitments=left, command=command))[_LINKS:]
        stripped = _undated(fields, event, before)
        # Checked by reversing it: an entry that does not come back byte for byte is kept whole.
        return stripped if whole(stripped, before)[0] == entry else None
    except _ERRORS:
        return None


def whole(stripped: bytes, before: Before) -> tuple[bytes, Before]:
    """Return the next entry of a record, and the context of the one after it.

    Raises RecordBroken, LookupError, TypeError or ValueError if it is no valid entry.
    """
    # The form of older releases, which blocks in archives keep.
    if stripped[:1] == b"[":
        (event,) = decode([_NO_LINKS + stripped])
        return _linked(event, before, before.begun(event.data), before.time_of(event))
    dated, at = _dated(stripped, before)
    (event,) = decode([_NO_LINKS + dated])
    begun = before.begun(event.data)
    data = with_orders(event.data, begun.secret or b"", begun.contributions)
    event = event if data is event.data else replace(event, data=data)
    return _linked(event, before, begun, at)


def _linked(event: Event, before: Before, begun: Before, at: int) -> tuple[bytes, Before]:
    """Return the entry of an event that lacks its links, and the context of the next one."""
    names = {_OWN: str(event.version), _SAME: before.command, _NONE: ""}
    named = replace(event, command=names.get(event.command, event.command))
    commitments = _commitments(event, event.commitments, begun.secret or b"")
    linked = resealed(named, prev=before.prev, commitments=commitments)
    return encode(linked), begun.after(linked.hash, linked, at)


def _undated(fields: bytes, event: Event, before: Before) -> bytes:
    """Return an event's fields with the gap before it in place of version and time."""
    start = b'[%d,%d,"%b",' % (event.version, event.schema, event.recorded_at.encode())
    # Digits that rise with each event would break the repetition that a compressor finds: versions
    # and times took a third of a block.
    gap = milliseconds(event.recorded_at) - before.at
    return b"%d,%d,%b" % (gap, event.schema, fields[len(start) : -1])


def _dated(stripped: bytes, before: Before) -> tuple[bytes, int]:
    """Return a bare entry in the form of older releases, with version and time; and its time."""
    gap, schema, rest = stripped.split(b",", 2)
    # Checked before int(), which takes longer the more digits there are.
    if len(gap) > _MOST_DIGITS:
        raise ValueError("no time is so far from another")
    at = before.at + int(gap)
    return b'[%d,%b,"%b",%b]' % (before.version + 1, schema, moment(at).encode(), rest), at


def _packed_event(entry: bytes) -> Event | None:
    """Return the event of an entry in the packed form, None for any other entry."""
    try:
        (event,) = decode([entry])
        # Only an entry that encodes to the same bytes again can be taken apart.
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
    """Return the commitments; the empty ones are computed from the event's values."""
    return {
        # A commitment that did not match was kept as stated, so that an audit still finds it.
        path: value or commit(salt(secret, event.version, path), look_up(event.data, path))
        for path, value in stated.items()
    }
