"""The past of a game: older events and moments, read and folded again on demand."""

import sys
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.kernel.game import Game, evolve_recorded
from domain.kernel.timeline import BeyondWindow
from domain.kernel.window import evolve_long
from domain.record.origin import Origin
from domain.record.record import Event
from projections.game_cache import BYTES_A_POSITION
from service.game.pages import PAGE, RecordPage
from service.machine.slices import yield_control

MARK = 32
"""The number of events between two kept moments, from which folding goes on."""
USED_FOR = 64
"""The number of events after which a running game drops kept moments that nobody asks for."""

ReadPage = Callable[[int, int], RecordPage]
"""Reads the page of a game's record after a version, with at most so many events."""


class Past:
    """Events and moments of one game, which can be made again at any time. It is thread-safe.

    ``on_break`` is called when the record turns out to be broken where it was sound before,
    ``on_growth`` when more moments are kept. ``origin`` is that of an imported game.
    """

    # Moments that were asked for are kept, so stepping through a game folds it only once.

    __slots__ = (
        "_evolve",
        "_marks",
        "_on_break",
        "_on_growth",
        "_origin",
        "_read",
        "_unused",
        "latest",
        "weight",
    )

    def __init__(
        self,
        read: ReadPage,
        on_break: Callable[[], None],
        on_growth: Callable[[], None] = lambda: None,
        origin: Origin | None = None,
    ) -> None:
        self._read, self._origin = read, origin
        self._on_break, self._on_growth = on_break, on_growth
        self._evolve: Callable[[Game | None, Event], Game] = evolve_long
        self._marks: dict[int, Game] = {}
        self.latest: tuple[Game, Sequence[Event]] | None = None
        """The moment last asked for, and the known events after it."""
        self.weight = 0
        """About how many bytes the kept moments take."""
        self._unused = 0

    def age(self, events: int) -> None:
        """Drop the kept moments if none was asked for during many events."""
        self._unused += events
        if self._unused > USED_FOR:
            self.clear()

    def clear(self) -> None:
        """Drop the kept moments."""
        self._marks, self.latest, self.weight = {}, None, 0

    def events(self, after: int, until: int) -> Iterator[Event]:
        """Yield the events past ``after`` up to ``until``, read a page at a time.

        Raises RecordBroken.
        """
        prev = ""
        while after < until:
            if prev:
                yield_control()
            page = self._page(after, until)
            if prev and page[0].prev != prev:
                raise self._broken(after + 1, "prev is not the hash of the event before")
            yield from page
            after, prev = page[-1].version, page[-1].hash

    def steps(self, after: int, until: int) -> Iterator[tuple[Event, Game]]:
        """Yield the events past ``after`` up to ``until``, each with the game after it.

        Each is read and folded once, and no moment is kept. Raises RecordBroken.
        """
        game = self.at(after) if after else None
        while after < until:
            for event in self._page(after, until):
                game = self._next(game, event)
                yield event, game
            after = event.version
            yield_control()

    def at(self, version: int) -> Game:
        """Return the game after an event of its record. Raises RecordBroken."""
        try:
            return self._at(version)
        except BeyondWindow:
            # An older release allowed an undo this far back, late in a long record.
            self.clear()
            self._evolve = evolve_recorded
            return self._at(version)

    def _at(self, version: int) -> Game:
        (game, ahead), before = self._nearest(version), self.weight
        while game is None or game.version < version:
            if not ahead:
                yield_control()
                ahead = self._page(game.version if game else 0)
            game, ahead = self._folded(game, ahead, version)
        self.latest, self._unused = (game, ahead), 0
        if self.weight > before:
            self._on_growth()
        return game

    def _nearest(self, version: int) -> tuple[Game | None, Sequence[Event]]:
        """Return the latest kept game up to a version, and the known events after it."""
        marks = (self._marks.get(n) for n in range(version - version % MARK, 0, -MARK))
        mark = next(filter(None, marks), None)
        latest, ahead = self.latest or (None, ())
        if latest is None or latest.version > version:
            return mark, ()
        return (mark, ()) if mark and mark.version > latest.version else (latest, ahead)

    def _folded(
        self, game: Game | None, events: Sequence[Event], until: int
    ) -> tuple[Game, Sequence[Event]]:
        """Return the game after ``until`` or after the last event, and the events left over."""
        place = 0
        while place < len(events) and (game is None or game.version < until):
            game = self._evolved(game, events[place])
            place += 1
            if not game.version % MARK:
                self._marks[game.version] = game
                self.weight = max(self.weight, BYTES_A_POSITION * game.version)
        assert game is not None
        return game, events[place:]

    def _next(self, game: Game | None, event: Event) -> Game:
        try:
            return self._evolved(game, event)
        except BeyondWindow:
            return self.at(event.version)

    def _evolved(self, game: Game | None, event: Event) -> Game:
        try:
            return with_origin(self._evolve(game, event), self._origin)
        except RecordBroken as error:
            raise self._broken(error.version, error.reason) from error

    def _page(self, after: int, until: int = sys.maxsize) -> list[Event]:
        """Return the next events, at least one, each sound and linked to the one before."""
        page = self._read(after, min(PAGE, until - after))
        if page.broken is not None and not page.events:
            raise self._broken(page.broken.version, page.broken.reason)
        if not page.events or not page.is_linked():
            raise self._broken(after + 1, "the record does not go on as it did")
        return page.events

    def _broken(self, version: int, reason: str) -> RecordBroken:
        self.clear()
        self._on_break()
        return RecordBroken(version, reason)


def with_origin(game: Game, origin: Origin | None) -> Game:
    """Return a game with its origin, from its first event on; no other game is copied."""
    return game if origin is None or game.origin is origin else replace(game, origin=origin)
