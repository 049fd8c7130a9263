"""The present line of a game and its undone lines: undo, redo and the undo floor.

Values created for each event are msgspec Structs: frozen like dataclasses, created in a fifth of
the time. They refer only to older values, so no cycle can arise and ``gc=False`` is safe.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace


class Moment(Struct, frozen=True, eq=False, gc=False):
    """The position after one event of a line, linked to the moment before it.

    ``seat`` decided the event; ``reveals`` is True if the event showed that seat hidden information
    or the outcome of chance.
    """

    version: int
    position: Any
    seat: int | None
    reveals: bool
    before: "Moment | None"


class Undone(Struct, frozen=True, eq=False, gc=False):
    """An undo that may still be redone: the head it took back, its seat, and the undo before it."""

    head: Moment
    seat: int
    with_consent: bool
    earlier: "Undone | None"


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A seat's request to go back to event ``to``, and the seats that have accepted so far."""

    seat: int
    to: int
    accepted: tuple[int, ...] = ()


class Timeline(Struct, frozen=True, eq=False, gc=False):
    """The moments of the present line from ``start`` to ``head``; undone lines hang on ``redo``."""

    start: int
    head: Moment
    redo: Undone | None = None
    request: UndoRequest | None = None

    def moved(self, moment: Moment) -> "Timeline":
        """Return the line with one more decision, after which nothing can be redone."""
        return Timeline(self.start, moment)

    def asked(self, version: int, request: UndoRequest | None) -> "Timeline":
        """Return the line after an event that leaves the position, with the request after it."""
        head = self.head
        # The seat of the decision before: a request must not raise that seat's undo floor.
        moment = Moment(version, head.position, head.seat, reveals=False, before=head)
        return replace(self, head=moment, request=request)

    def undone(self, to: int, seat: int, with_consent: bool) -> "Timeline":
        """Return the line cut back to event ``to``; the rest can be redone."""
        undone = Undone(self.head, seat, with_consent, self.redo)
        return Timeline(self.start, self.moment(to), undone)

    def redone(self) -> "Timeline":
        """Return the line as it was before the latest undo not yet redone."""
        assert self.redo is not None
        return Timeline(self.start, self.redo.head, self.redo.earlier)

    def moments(self) -> Iterator[Moment]:
        """Yield the moments of the present line, latest first."""
        moment: Moment | None = self.head
        while moment is not None:
            yield moment
            moment = moment.before

    def moment(self, version: int) -> Moment:
        """Return the moment of an event of the line. Raises KeyError for any other event."""
        for moment in self.moments():
            if moment.version == version:
                return moment
            if moment.version < version:
                break
        raise KeyError(version)

    def has(self, version: int) -> bool:
        """True if an undo may go back to this event: on the line and before its head."""
        if not self.start <= version < self.head.version:
            return False
        return any(moment.version == version for moment in self.moments())

    def last_reveal(self) -> int:
        """Return the last event that revealed something, to whichever seat decided it."""
        for moment in self.moments():
            if moment.version <= self.start or moment.reveals:
                return moment.version
        return self.start

    def floor(self, seat: int) -> int:
        """Return the last event that revealed something or was another seat's decision."""
        for moment in self.moments():
            if moment.version <= self.start or moment.reveals or moment.seat != seat:
                return moment.version
        return self.start
