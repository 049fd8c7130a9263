"""The quiet hours that clocks use: a change counts a day after it is made.

So nobody can gain time by a change during their turn.
"""

from dataclasses import dataclass

import msgspec
from msgspec import Struct

from domain.kernel.calendars import LONGEST_WAIT
from service.people.quiet_hours import DAY, Quiet


class Counted(Struct, frozen=True):
    """Quiet hours, or none, and the moment from which they count."""

    since: int
    quiet: Quiet | None


@dataclass(frozen=True, slots=True)
class QuietHistory:
    """A player's quiet hours over time, the oldest first; the last ones may not count yet."""

    entries: tuple[Counted, ...] = (Counted(0, None),)

    @property
    def is_empty(self) -> bool:
        """True if the player never had quiet hours that count, and will have none."""
        return all(each.quiet is None for each in self.entries)

    def at(self, moment: int) -> Quiet | None:
        """Return the hours that count at a moment; before all entries the oldest ones."""
        known = [each for each in self.entries if each.since <= moment]
        return (known or self.entries[:1])[-1].quiet

    def changed(self, quiet: Quiet | None, now: int) -> "QuietHistory":
        """Return the history after a change, which replaces one that does not count yet."""
        if quiet == self.entries[-1].quiet:
            return self
        passed = [each for each in self.entries if each.since <= now]
        if not passed or quiet != passed[-1].quiet:
            passed.append(Counted(now + DAY, quiet))
        return QuietHistory(_without_oldest(passed, now - LONGEST_WAIT))


NEVER_QUIET = QuietHistory()


def _without_oldest(entries: list[Counted], moment: int) -> tuple[Counted, ...]:
    """Return the entries without those that had stopped counting by a moment."""
    older = sum(each.since <= moment for each in entries)
    return tuple(entries[max(0, older - 1) :])


def encode_history(history: QuietHistory) -> str:
    """Return the stored form of a history; it is empty for most players."""
    return "" if history.is_empty else msgspec.json.encode(history.entries).decode()


def read(stored: bytes | None, present: Quiet | None) -> QuietHistory:
    """Return a stored history; without one, the present hours have always counted."""
    if not stored:
        return QuietHistory((Counted(0, present),))
    return QuietHistory(msgspec.json.decode(stored, type=tuple[Counted, ...]))
