"""Pages of a record: stored entries, and their events as far as they are sound."""

from dataclasses import dataclass
from itertools import pairwise

from domain.errors import RecordBroken
from domain.record.record import Event, read_entry
from projections.record_fault import RecordFault
from service.store.contract import EventStore

# Read and folded in a few milliseconds, before other requests get their turn.
PAGE = 100
"""The number of events read and folded at a time."""


@dataclass(frozen=True, slots=True)
class RecordPage:
    """Stored entries past ``after``, and their events up to the first that is not sound."""

    after: int
    entries: list[bytes]
    events: list[Event]
    broken: RecordFault | None

    @classmethod
    def of(cls, entries: list[bytes], after: int) -> "RecordPage":
        """Check each entry's form, place and hash; its link is checked as it is folded."""
        # Commitments, chance and decisions are left to `verify`: they cost ten times as much.
        events: list[Event] = []
        try:
            for version, entry in enumerate(entries, start=after + 1):
                events.append(read_entry(entry, version))
        except RecordBroken as error:
            return cls(after, entries, events, RecordFault(error.version, error.reason))
        return cls(after, entries, events, None)

    def until(self, break_: RecordFault | None) -> "RecordPage":
        """Return the page up to a known break; the whole page if the break lies after it."""
        if break_ is None or break_.version > self.after + len(self.entries) + 1:
            return self
        if self.broken is not None and self.broken.version <= break_.version:
            return self
        sound = self.events[: max(0, break_.version - self.after - 1)]
        return RecordPage(self.after, self.entries, sound, break_)

    @property
    def has_next(self) -> bool:
        """True if there may be entries after these."""
        return len(self.entries) == PAGE and self.broken is None

    def around(self, version: int) -> list[bytes]:
        """Return the entries of the event before a version and of its own."""
        return self.entries[max(0, version - 2 - self.after) : version - self.after]

    def holds(self, version: int, hash_: str) -> bool:
        """True if the page has this event; version 0, before the first event, always counts."""
        place = version - self.after - 1
        if not version:
            return True
        return 0 <= place < len(self.events) and self.events[place].hash == hash_

    def is_linked(self) -> bool:
        """True if each event follows the one before it."""
        return all(event.prev == before.hash for before, event in pairwise(self.events))


def read_page(store: EventStore, game_id: str, after: int, most: int | None = None) -> RecordPage:
    """Read the next page of a record, at most ``most`` events. Raises StoreUnavailable."""
    return RecordPage.of(store.read(game_id, after=after, limit=most or PAGE), after)
