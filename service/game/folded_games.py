"""A game in a process's memory: its newest state, its last events, and access to older ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

from msgspec import Struct

from domain.errors import RecordBroken
from domain.kernel.game import Game, evolve_recorded
from domain.kernel.timeline import KEPT, Timeline
from domain.kernel.window import evolve_long
from domain.record.origin import Origin
from domain.record.record import Event, encode
from projections.game_cache import own_board_weight
from projections.record_fault import RecordFault
from service.game.pages import RecordPage
from service.game.past import Past, with_origin
from service.store.contract import RecordClosed

# Streams still ask for these, and so do commands that came second to another one.
RECENT = 8
"""The number of last events kept, with the game after each."""
BYTES_A_GAME = 5_500
BYTES_A_STEP = 1_600
BYTES_A_MOMENT = 500
"""The memory of a short game without its board, of a recent event, and of a moment for undo."""


class Evolved(NamedTuple):
    """A game before and after events, so that these need not be folded again."""

    before: Game
    after: Game


class FoldedEvent(NamedTuple):
    """An event, and the game just after it without the moments before."""

    event: Event
    game: Game


class History(Struct, frozen=True):
    """A game's events up to ``version`` and the game after each; it never changes.

    The newest are in memory. Older ones are read from the store and folded, which takes time and
    may raise StoreUnavailable, or RecordBroken if the record is no longer sound. ``broken`` says
    where and why the record goes on but is not sound, None if it is sound.
    """

    version: int
    broken: RecordFault | None
    game: Game
    _recent: tuple[FoldedEvent, ...]
    _past: Past

    def ends_with(self, stored: Sequence[bytes]) -> bool:
        """True if ``stored``, the record's entries from the last event on, has nothing newer."""
        return bool(self._recent) and [encode(self._recent[-1].event)] == stored

    @property
    def events(self) -> list[Event]:
        """All events of this history."""
        return self.between(0, self.version)

    def at(self, version: int) -> Game:
        """Return the game after an event (1 to ``version``), to be read but not continued."""
        if version == self.version:
            return self.game
        for step in self._recent:
            if step.event.version == version:
                return step.game
        return self._past.at(version)

    def whole_at(self, version: int) -> Game:
        """Return the game after an event with all moments of its line, folded from its record.

        If the record is too long for an undo to the start, the game has only its newest moments.
        """
        return self._past.at(version)

    def steps(self, after: int, until: int) -> Iterator[tuple[Event, Game]]:
        """Yield the events past ``after`` up to ``until``, each with the game just after it.

        This costs a third of reading events and moments one by one.
        """
        return self._past.steps(after, min(until, self.version))

    def event(self, version: int) -> Event:
        """Return an event (1 to ``version``)."""
        return self.between(version - 1, version)[0]

    def between(self, after: int, until: int) -> list[Event]:
        """Return the events past ``after`` up to ``until``, as far as this history goes."""
        return list(self.each(after, until))

    def each(self, after: int, until: int) -> Iterator[Event]:
        """Yield the events past ``after`` up to ``until``, with few of them in memory at a time."""
        after, until = max(0, after), min(until, self.version)
        first = self.version + 1 - len(self._recent)
        yield from self._past.events(after, min(until, first - 1))
        yield from (s.event for s in self._recent if after < s.event.version <= until)


@dataclass(slots=True, eq=False)
class FoldedGame:
    """A game as far as it is folded; it only grows, under the cache's lock.

    ``whole`` is True if it keeps all moments, because an undo went back further than usual;
    ``short`` if it has dropped moments that are usually kept, to make room.
    ``broken`` says why the line ends before its record does; ``stuck`` are the entries of its last
    event and of the next one, as they were when that was found. ``checked`` is the time at which a
    page of the record was last read again, ``unchecked`` the version and hash before which the
    next page ends. ``ends_at`` is the break that the verifier has found: the line ends before it.
    ``origin`` is that of an imported game.
    """

    # The newest state without the past: a move costs the same in the 5th event and in the 5,000th.
    past: Past
    game: Game | None = None
    recent: tuple[FoldedEvent, ...] = ()
    whole: bool = False
    short: bool = False
    broken: RecordFault | None = None
    stuck: list[bytes] = field(default_factory=list)
    checked: float = field(default_factory=monotonic)
    unchecked: tuple[int, str] | None = None
    ends_at: RecordFault | None = None
    origin: Origin | None = None
    board_weight: int = 0

    @property
    def version(self) -> int:
        return 0 if self.game is None else self.game.version

    @property
    def hash(self) -> str:
        return "" if self.game is None else self.game.hash

    @property
    def weight(self) -> int:
        """About the number of bytes it takes, without the shared board."""
        moments = _moments(self.game) if self.game else 0
        own = (
            BYTES_A_GAME
            + self.board_weight
            + BYTES_A_STEP * len(self.recent)
            + BYTES_A_MOMENT * moments
        )
        return own + self.past.weight

    def is_like(self, other: "FoldedGame") -> bool:
        """True if both lines go as far as the same break, and have the same origin."""
        return (self.ends_at, self.origin) == (other.ends_at, other.origin)

    def begin(self, game: Game, event: Event) -> None:
        """Begin with a game after an event of the record, before anything is folded."""
        self._advance(game, [FoldedEvent(event, game)], is_newest=True)

    def is_before(self, event: Event) -> bool:
        """True if the event is the next one."""
        return (self.version, self.hash) == (event.version - 1, event.prev)

    def take(self, event: Event, evolved: Evolved) -> bool:
        """Add the next event with the game after it; False unless both continue this very line."""
        # Compared by identity: an equal game of another line may keep other moments.
        before, after = evolved
        if before is not self.game or not self.is_before(event) or after.hash != event.hash:
            return False
        self._advance(after, [FoldedEvent(event, after)], is_newest=True)
        self.broken, self.stuck = None, []
        return True

    def shorten(self) -> int:
        """Drop all but the present position; return the weight."""
        # A game then takes 5 to 6 kB instead of 25: 64 MB hold 10,000 running games, and a move in
        # any of them reads nothing.
        assert self.game is not None
        self.game, self.recent = self.game.at_head(), ()
        self.whole, self.short = False, True
        self.past.clear()
        return self.weight

    def extend(self, page: RecordPage) -> None:
        """Fold the events that come next; those known already are passed over.

        Raises BeyondWindow, and stays as it was, if that needs moments it has dropped.
        """
        game, steps, broken = self.game, [], page.broken
        evolve = evolve_recorded if self.whole else evolve_long
        try:
            for event in page.events[max(0, self.version - page.after) :]:
                game = with_origin(evolve(game, event), self.origin)
                steps.append(FoldedEvent(event, game))
        except RecordBroken as error:
            broken = RecordFault(error.version, error.reason)
        self._advance(game, steps, is_newest=not page.has_next)
        is_here = broken is not None and broken.version == self.version + 1
        self.broken = broken if is_here and page.holds(self.version, self.hash) else None
        self.stuck = page.around(self.version + 1) if self.broken else []

    def _advance(self, game: Game | None, steps: list[FoldedEvent], *, is_newest: bool) -> None:
        # An undo in a later page may go back anywhere, so nothing is dropped before the newest one.
        if self.game is None and game is not None:
            self.board_weight = own_board_weight(game)
        is_trimmed = game is not None and is_newest and not self.whole
        self.game = game.trimmed() if game is not None and is_trimmed else game
        self.short = self.short and not _has_enough(game)
        newest = [FoldedEvent(event, each.at_head()) for event, each in steps[-RECENT:]]
        self.recent = (*self.recent, *newest)[-RECENT:]
        if self.past.latest is not None:
            self.past.age(len(steps))

    def history(self) -> History:
        """Return the history up to now."""
        assert self.game is not None
        return History(self.game.version, self.broken, self.game, self.recent, self.past)


def _has_enough(game: Game | None) -> bool:
    """True if a game has as many moments as lines keep."""
    return game is not None and game.timeline is not None and game.timeline.head.kept >= KEPT


def _moments(game: Game) -> int:
    """Return the number of moments that a game has before the present one."""
    return max(_kept(game.timeline)) if game.timeline else 0


def _kept(line: Timeline) -> Iterator[int]:
    """Yield the number of moments of a line and of each undone one, most of them shared."""
    yield line.head.kept
    # Bare undone lines have only their heads, and there may be thousands of them.
    undone = line.redo
    while undone is not None and not undone.is_bare:
        yield undone.head.kept
        undone = undone.earlier


def check_sound(history: History) -> None:
    """Raise RecordClosed if the game's record is broken."""
    if history.broken is not None:
        raise RecordClosed(history.broken)
