"""The present line of a game and what was taken back from it: undo, redo and the undo floor.

What a fold builds anew for each event is a msgspec Struct: as frozen as a dataclass, made in a
fifth of the time; it refers to nothing younger, so the garbage collector need not look at it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace


class Moment(Struct, frozen=True, eq=False, gc=False):
    """The position after one event of a line, linked to the moment before it.

    ``seat`` decided the event; ``reveals`` says that it showed that seat something it could not
    know: hidden information or the outcome of chance.
    """

    version: int
    position: Any
    seat: int | None
    reveals: bool
    before: "Moment | None"


class Undone(Struct, frozen=True, eq=False, gc=False):
    """An undo that may still be redone: the head it took back, who did it and by whose leave."""

    head: Moment
    seat: int
    with_consent: bool
    earlier: "Undone | None"


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A seat's wish to go back to event ``to``, and the seats that have agreed so far."""

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
        """The line with one decision more; nothing can be redone after it."""
        return Timeline(self.start, moment)

    def asked(self, version: int, request: UndoRequest | None) -> "Timeline":
        """The line after an undo was asked for or answered: the position stays."""
        head = self.head
        moment = Moment(version, head.position, head.seat, reveals=False, before=head)
        return replace(self, head=moment, request=request)

    def undone(self, to: int, seat: int, with_consent: bool) -> "Timeline":
        """The line cut back to event ``to``; the rest can be redone."""
        lost = Undone(self.head, seat, with_consent, self.redo)
        return Timeline(self.start, self.moment(to), lost)

    def redone(self) -> "Timeline":
        """The line as it was before the latest undo not yet redone."""
        assert self.redo is not None
        return Timeline(self.start, self.redo.head, self.redo.earlier)

    def moments(self) -> Iterator[Moment]:
        """The moments of the present line, the latest first."""
        moment: Moment | None = self.head
        while moment is not None:
            yield moment
            moment = moment.before

    def moment(self, version: int) -> Moment:
        """The moment of an event of the present line. Raises KeyError for any other."""
        for moment in self.moments():
            if moment.version == version:
                return moment
            if moment.version < version:
                break
        raise KeyError(version)

    def has(self, version: int) -> bool:
        """Whether an undo may name this event: before the head, on the line, not too early."""
        if not self.start <= version < self.head.version:
            return False
        return any(moment.version == version for moment in self.moments())

    def floor(self, seat: int) -> int:
        """The last event that revealed something or was another seat's decision."""
        for moment in self.moments():
            if moment.version <= self.start or moment.reveals or moment.seat != seat:
                return moment.version
        return self.start
