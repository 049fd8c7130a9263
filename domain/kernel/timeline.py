"""The present line of a game and its undone lines: undo, redo and the undo floor."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

# Two numbers, because a cut copies the moments that it keeps: with them it happens once in 17
# events.
MOST_KEPT, KEPT = 32, 16
"""A trimmed line with more than ``MOST_KEPT`` moments beneath its head is cut to ``KEPT``."""
UNDOS_KEPT = 4
"""The number of latest undos whose lines keep ``KEPT`` moments; older undos keep only the head."""


# Not a refusal: the caller folds the record untrimmed and asks again.
class BeyondWindow(Exception):
    """A trimmed line no longer has the moment that is asked for: fold the record untrimmed."""


# Values created for each event are msgspec Structs: frozen like dataclasses, created in a fifth of
# the time. They refer only to older values, so no cycle can arise and `gc=False` is safe.
class Run(Struct, frozen=True, eq=False, gc=False):
    """Events of the line in succession, from ``first`` to ``last``, and the run before them."""

    first: int
    last: int
    before: "Run | None"


# A moment has all answers about the line up to it, so nobody has to walk back, and old positions
# may be dropped.
class Moment(Struct, frozen=True, eq=False, gc=False):
    """The position after one event of a line, linked to the moment before it.

    ``seat`` is the seat that made the latest decision, which may be before this event: a request
    must not raise its seat's undo floor. ``kept`` is the number of moments linked beneath.

    The other fields are versions of events on the line up to here: ``decided`` is the latest that
    changed the position, ``revealed`` the latest that revealed something, ``floor`` the undo floor
    of ``seat``. Since ``began`` only ``seat`` has decided in its turn. ``back`` is the event before
    a person's latest decision. ``first`` is the first event of the present run, and ``earlier`` are
    the runs before it.
    """

    version: int
    position: Any
    seat: int | None
    before: "Moment | None"
    kept: int
    decided: int
    revealed: int
    floor: int
    began: int
    back: int | None
    first: int
    earlier: Run | None


class Decision(Struct, frozen=True, eq=False, gc=False):
    """A seat's move: its event and the position after it.

    ``reveals`` is True if the event showed the seat hidden information or the outcome of chance.
    """

    version: int
    position: Any
    seat: int | None
    reveals: bool
    is_persons: bool
    begins_turn: bool


class Undone(Struct, frozen=True, eq=False, gc=False):
    """An undo that may still be redone: the head it took back, its seat, the previous undo.

    ``is_bare`` is True if this undo and all before it keep only their heads. A cut stops there, as
    there may be thousands.
    """

    head: Moment
    seat: int
    with_consent: bool
    earlier: "Undone | None"
    is_bare: bool

    @classmethod
    def of(cls, head: Moment, seat: int, with_consent: bool, earlier: "Undone | None") -> "Undone":
        """Return an undo that comes after the ``earlier`` ones."""
        is_bare = not head.kept and (earlier is None or earlier.is_bare)
        return cls(head, seat, with_consent, earlier, is_bare)


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

    @classmethod
    def opened(cls, version: int, position: Any) -> "Timeline":
        """Return a line of one moment, which begins the game."""
        start = Moment(
            version=version,
            position=position,
            seat=None,
            before=None,
            kept=0,
            decided=version,
            revealed=version,
            floor=version,
            began=version,
            back=None,
            first=version,
            earlier=None,
        )
        return cls(version, start)

    def moved(self, decision: Decision) -> "Timeline":
        """Return the line with one more decision, after which nothing can be redone."""
        # A move also ends the pending request.
        return Timeline(self.start, _decided(self.head, decision))

    def asked(self, version: int, request: UndoRequest | None) -> "Timeline":
        """Return the line after an event that keeps the position but sets the pending request."""
        head = self.head
        first, earlier = _run_with(head, version)
        # The position stays, but the event has to be on the line, where undo and audit look for it.
        moment = replace(
            head, version=version, before=head, kept=head.kept + 1, first=first, earlier=earlier
        )
        return replace(self, head=moment, request=request)

    def undone(self, to: int, seat: int, with_consent: bool) -> "Timeline":
        """Return the line cut back to event ``to``; the rest can be redone."""
        undone = Undone.of(self.head, seat, with_consent, self.redo)
        # The moment itself, not a copy: its position is the same object as before.
        return Timeline(self.start, self.moment(to), undone)

    def redone(self) -> "Timeline":
        """Return the line as it was before the latest undo not yet redone."""
        assert self.redo is not None
        return Timeline(self.start, self.redo.head, self.redo.earlier)

    def moments(self) -> Iterator[Moment]:
        """Yield the moments of the present line, latest first.

        Raises BeyondWindow after the last one kept, if the line was trimmed.
        """
        moment: Moment | None = self.head
        while moment is not None:
            yield moment
            # The oldest moment kept is not the start: ending silently would hide that some are
            # missing.
            if moment.before is None and moment.version > self.start:
                raise BeyondWindow
            moment = moment.before

    def earlier(self) -> tuple[Any, ...]:
        """Return the positions before the present one, oldest first, as far as they are kept."""
        positions, moment = [], self.head.before
        while moment is not None:
            positions.append(moment.position)
            moment = moment.before
        return tuple(reversed(positions))

    def moment(self, version: int) -> Moment:
        """Return the moment of an event of the line. Raises KeyError for any other event.

        Raises BeyondWindow if the line was trimmed and no longer has the moment.
        """
        # Runs survive a trim, so they distinguish an undone event from one that was cut away.
        if not self.holds(version):
            raise KeyError(version)
        return next(moment for moment in self.moments() if moment.version == version)

    def since(self, version: int) -> Iterator[Moment]:
        """Yield the moments after an event, latest first. Raises BeyondWindow like ``moments``."""
        for moment in self.moments():
            if moment.version <= version:
                return
            yield moment

    def has(self, version: int) -> bool:
        """True if an undo may go back to this event: on the line and before its head."""
        return version < self.head.version and self.holds(version)

    def holds(self, version: int) -> bool:
        """True if the event is on the line."""
        return any(first <= version <= last for first, last in self.runs())

    def runs(self) -> Iterator[tuple[int, int]]:
        """Yield the first and last events of each run of the line, latest run first."""
        head = self.head
        yield head.first, head.version
        run = head.earlier
        while run is not None:
            yield run.first, run.last
            run = run.before

    def last_reveal(self) -> int:
        """Return the last event that revealed something, to whichever seat decided it.

        That includes a bot's roll: everybody has seen those dice, too.
        """
        return self.head.revealed

    def floor(self, seat: int) -> int:
        """Return the last event that revealed something or was another seat's decision."""
        # Another seat's decision is always a floor: nobody takes back an opponent's move freely.
        return self.head.floor if self.head.seat == seat else self.head.version

    def trimmed(self) -> "Timeline":
        """Return the line without its older moments, itself if it has only the newest ones."""
        # Undone lines are always checked, as they may be long while the present one is short.
        if self.head.kept <= MOST_KEPT and self.redo is None:
            return self
        return replace(self, head=_cut(self.head), redo=_cut_undos(self.redo, KEPT))

    def at_head(self) -> "Timeline":
        """Return the line with only its head and the heads of undone lines."""
        if not self.head.kept and self.redo is None:
            return self
        return replace(self, head=_newest(self.head, 0), redo=_cut_undos(self.redo, 0))


def _decided(head: Moment, decision: Decision) -> Moment:
    version, seat = decision.version, decision.seat
    is_same_seat = head.seat == seat
    first, earlier = _run_with(head, version)
    return Moment(
        version=version,
        position=decision.position,
        seat=seat,
        before=head,
        kept=head.kept + 1,
        decided=version,
        revealed=version if decision.reveals else head.revealed,
        # If the seat changes, another seat decided the head: this seat cannot go back beyond it.
        floor=version if decision.reveals else head.floor if is_same_seat else head.version,
        began=_began(head, decision, is_same_seat),
        # A bot's move leaves it as it is: undone alone, the move would be made again at once.
        back=head.version if decision.is_persons else head.back,
        first=first,
        earlier=earlier,
    )


def _began(head: Moment, decision: Decision, is_same_seat: bool) -> int:
    if decision.begins_turn:
        return decision.version
    return head.began if is_same_seat else head.decided


def _run_with(head: Moment, version: int) -> tuple[int, Run | None]:
    """Return the first event of the run that an event belongs to, and the runs before it."""
    # A gap in the versions comes from an undo: the undone events lie in it.
    if version == head.version + 1:
        return head.first, head.earlier
    return version, Run(head.first, head.version, head.earlier)


def _cut(moment: Moment) -> Moment:
    return moment if moment.kept <= MOST_KEPT else _newest(moment, KEPT)


def _newest(moment: Moment, kept: int) -> Moment:
    """Return the moment with at most ``kept`` moments beneath it."""
    if moment.kept <= kept:
        return moment
    newest, each = [], moment
    for _ in range(kept):
        newest.append(each)
        assert each.before is not None
        each = each.before
    # Copies, because undone lines and other games in memory share the originals.
    cut = replace(each, before=None, kept=0)
    for each in reversed(newest):
        cut = replace(each, before=cut, kept=cut.kept + 1)
    return cut


def _cut_undos(undone: Undone | None, kept: int) -> Undone | None:
    undos = []
    # Stop at the first bare undo: thousands more may follow.
    while undone is not None and not undone.is_bare:
        undos.append(undone)
        undone = undone.earlier
    cut = undone
    for place, each in reversed(list(enumerate(undos))):
        head = _newest(each.head, kept if place < UNDOS_KEPT else 0)
        cut = Undone.of(head, each.seat, each.with_consent, cut)
    return cut
