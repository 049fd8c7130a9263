"""The cache of games in their present state; each process has one and drops the least used."""

import logging
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import astuple
from functools import lru_cache, partial
from time import monotonic

from domain.errors import RecordBroken
from domain.kernel.timeline import BeyondWindow
from domain.record.origin import Origin
from domain.record.record import GENESIS, Event
from projections.game_cache import GameCache
from projections.record_fault import RecordFault
from service.game import pages
from service.game.folded_games import Evolved, FoldedGame, History
from service.game.pages import RecordPage, read_page
from service.game.past import Past
from service.game.snapshots import EVERY, Snapshots
from service.machine.slices import yield_control
from service.redis.errors import StoreUnavailable
from service.store.contract import EventStore

BreakOf = Callable[[str], RecordFault | None]
"""Returns the break that the verifier has found in a game's record, if any."""

# Page by page, the events before a snapshot are checked as well.
RECHECK_SECONDS = 60.0
"""Seconds until the next page of a cached game's record is read again, the last page first."""
LOGGED = 1_000
"""The number of broken records remembered as already logged."""
_NOTHING = nullcontext()

__all__ = ["GameUnknown", "History", "StateCache"]

log = logging.getLogger(__name__)


class GameUnknown(LookupError):
    """No game has this id."""


class CacheObserver:
    """Is notified of a cache's work, in any of its threads; this one does nothing."""

    def on_hit(self) -> None:
        """Note a game that was asked for and found."""

    def on_opened(self) -> None:
        """Note a game that was opened by a snapshot or its record."""

    def on_fold(self, _game_id: str) -> AbstractContextManager[object]:
        """Return a context around the folding of a page of a game's record."""
        return _NOTHING


class StateCache:
    """An LRU of games, bounded by the memory that they take; the least used are kept short.

    The store is always asked outside the lock. A long record is read and folded in pieces, between
    which the lock is free, so that another reader can go on from there. A game that is not in the
    cache is opened from its snapshot, if it has one, unless ``break_of`` says that its record is
    broken: then it is folded up to the break. An ``observer`` is notified of all this.
    """

    def __init__(
        self,
        store: EventStore,
        most_bytes: int,
        snapshots: Snapshots | None = None,
        break_of: BreakOf = lambda _: None,
        observer: CacheObserver | None = None,
    ) -> None:
        self._store = store
        self.observer = observer or CacheObserver()
        self._snapshots = snapshots
        self._break_of = break_of
        self._lines: GameCache[FoldedGame] = GameCache(most_bytes, FoldedGame.shorten)
        self._lock = threading.Lock()
        self._log_once = lru_cache(LOGGED)(_log)

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def weight(self) -> int:
        """About how many bytes the games and their boards take."""
        return self._lines.weight

    def known(self, game_id: str) -> History:
        """Return the history as this process knows it, read from the store if it knows none."""
        broken_at = self._break_of(game_id)
        with self._lock:
            line = self._lines.get(game_id)
            if line is not None and line.broken is None and broken_at is None and not line.ends_at:
                self.observer.on_hit()
                return line.history()
        return self.current(game_id)

    def current(self, game_id: str) -> History:
        """Return the history with all sound events that are recorded by now.

        Raises GameUnknown, or RecordBroken if not even the first event is sound.
        """
        broken_at = self._break_of(game_id)
        with self._lock:
            line = self._lines.get(game_id)
            known = None if line is None else line.history()
        if line is None or known is None:
            return self._opened(game_id)
        self.observer.on_hit()
        if line.ends_at != broken_at or not self._has_origin(game_id, line):
            return self._refolded(game_id)
        if known.broken is not None:
            newest = self._store.read(game_id, known.version - 1, limit=2)
            return known if newest == line.stuck else self._refolded(game_id)
        # Read again from the last known event: a store that was restored from a backup may lack it
        # or have another in its place.
        after = known.version - 1
        stored = self._store.read(game_id, after, limit=pages.PAGE)
        is_newest = broken_at is None and known.ends_with(stored)
        page = None if is_newest else RecordPage.of(stored, after).until(broken_at)
        is_line = page is None or page.holds(known.version, known.game.hash)
        if not is_line or not self._is_sound(game_id, line, known):
            return self._refolded(game_id)
        return known if page is None else self._read_on(game_id, line, page)

    def _has_origin(self, game_id: str, line: FoldedGame) -> bool:
        """True unless an imported game was deleted, and imported again by somebody else."""
        return line.origin is None or self._store.origin(game_id) == line.origin

    def is_broken(self, game_id: str) -> bool:
        """True if this process knows that the record is broken, without reading it."""
        if self._break_of(game_id) is not None:
            return True
        with self._lock:
            line = self._lines.get(game_id)
            return line is not None and line.broken is not None

    def at_least(self, game_id: str, version: int) -> History:
        """Return the history up to ``version`` or later, asking the store only if needed."""
        history = self.known(game_id)
        return history if history.version >= version else self.current(game_id)

    def appended(self, game_id: str, event: Event, evolved: Evolved | None = None) -> History:
        """Return the history with an event that was just recorded.

        ``evolved`` spares folding the event if it was made with the cached game.
        """
        with self._lock:
            line = self._lines.get(game_id)
            history = None
            if line is not None and evolved is not None and line.take(event, evolved):
                self._put(game_id, line)
                history = line.history()
        if line is None or not (history or line.is_before(event)):
            return self.current(game_id)
        if history is None:
            history = self._read_on(game_id, line, RecordPage(event.version - 1, [], [event], None))
        if not event.version % EVERY:
            self._keep_snapshot(game_id, history)
        return history

    def widened(self, game_id: str) -> History:
        """Return the history with earlier moments than it has now.

        If the cache has shortened the game, it is opened again. Otherwise an undo reaches past the
        usual window: the game is folded again, and keeps all its moments while it is cached.
        """
        # It keeps them all, since one undo so far back is likely to be followed by more.
        return self._opened(game_id) if self._drops_short(game_id) else self._whole(game_id)

    def _drops_short(self, game_id: str) -> bool:
        """Drop a game if it was kept short; return whether it was."""
        with self._lock:
            line = self._lines.get(game_id)
            is_short = line is not None and line.short
            if is_short:
                self._lines.pop(game_id)
            return is_short

    def _whole(self, game_id: str) -> History:
        origin = self._store.origin(game_id)
        line = self._new_line(game_id, self._break_of(game_id), origin, whole=True)
        page = self._page(game_id, line, 0)
        line.extend(page)
        while page.has_next and line.broken is None:
            yield_control()
            page = self._page(game_id, line, line.version - 1)
            line.extend(page)
        with self._lock:
            if line.game is not None:
                self._put(game_id, line)
        return self.current(game_id)

    def forget(self, game_id: str) -> None:
        """Drop a game, so that it is folded from the store again."""
        with self._lock:
            self._lines.pop(game_id)

    def _opened(self, game_id: str) -> History:
        """Return the history of a game that this process does not know."""
        self.observer.on_opened()
        if self._snapshots is None or self._break_of(game_id) is not None:
            return self._folded(game_id)
        game, page = self._snapshots.open(game_id)
        if page is None:
            return self._folded(game_id)
        line = self._new_line(game_id, None)
        if game is not None:
            line.begin(game, page.events[0])
        opened = line.version
        history = self._read_on(game_id, line, page)
        if history.version >= opened + EVERY:
            self._keep_snapshot(game_id, history)
        return history

    def _folded(self, game_id: str) -> History:
        """Return the history of a game by its record alone."""
        line = self._new_line(game_id, self._break_of(game_id), self._store.origin(game_id))
        history = self._read_on(game_id, line, self._page(game_id, line, 0))
        # Between the two trips an import may have given way to another's of the same game: taken
        # for a game of this server, its players would have seats here.
        is_over = history.game.status == "finished"
        if is_over and self._store.origin(game_id) != line.origin:
            return self._refolded(game_id)
        return history

    def _refolded(self, game_id: str) -> History:
        """Return the history of a game whose record is no longer as it was."""
        self._distrust(game_id)
        return self._folded(game_id)

    def _keep_snapshot(self, game_id: str, history: History) -> None:
        """Keep a snapshot, with the moments that an undo may go back to."""
        if self._snapshots is None or history.broken is not None:
            return
        try:
            whole = self._opened(game_id) if self._drops_short(game_id) else history
        except (StoreUnavailable, RecordBroken) as error:
            # The move is recorded and must be answered in any case.
            log.info(
                "game %s: no snapshot was kept: %s", game_id, error, extra={"game_id": game_id}
            )
            return
        self._snapshots.keep(game_id, whole.game)

    def _new_line(
        self,
        game_id: str,
        ends_at: RecordFault | None,
        origin: Origin | None = None,
        *,
        whole: bool = False,
    ) -> FoldedGame:
        read, on_break = partial(read_page, self._store, game_id), partial(self._distrust, game_id)
        past = Past(read, on_break, partial(self._reweigh, game_id), origin)
        return FoldedGame(past, whole=whole, ends_at=ends_at, origin=origin)

    def _page(self, game_id: str, line: FoldedGame, after: int) -> RecordPage:
        """Read the next page of a record, as far as the line may go."""
        return read_page(self._store, game_id, after).until(line.ends_at)

    def _distrust(self, game_id: str) -> None:
        """Drop a game and its snapshot, as not all of its record is sound."""
        self.forget(game_id)
        if self._snapshots is not None:
            self._snapshots.drop(game_id)

    def _is_sound(self, game_id: str, line: FoldedGame, known: History) -> bool:
        """True unless a page of the record, read again when it is due, is no longer sound."""
        # Marked as checked before reading, so that one reader serves all listeners of a game.
        before, now = line.checked, monotonic()
        if now - before < RECHECK_SECONDS:
            return True
        line.checked, is_sound = now, False
        try:
            is_sound = self._is_page_sound(game_id, line, known)
        finally:
            if not is_sound:
                # Due again at once: another thread may still hold the line, and put it back.
                line.checked = before
        return is_sound

    def _is_page_sound(self, game_id: str, line: FoldedGame, known: History) -> bool:
        """Read the next page towards the start; each page proves the hash that ends the next."""
        version, hash_ = line.unchecked or (known.version, known.game.hash)
        after = max(0, version - pages.PAGE)
        page = read_page(self._store, game_id, after)
        if page.broken is not None or not page.is_linked() or not page.holds(version, hash_):
            return False
        first = page.events[0].prev
        line.unchecked = (after, first) if after else None
        return bool(after) or first == GENESIS

    def _read_on(self, game_id: str, line: FoldedGame, page: RecordPage) -> History:
        """Return the history with a page and later ones; each begins with the last known event."""
        try:
            line, history = self._extended(game_id, line, page)
            while page.has_next and history.broken is None:
                yield_control()
                page = self._page(game_id, line, page.after + pages.PAGE - 1)
                line, history = self._extended(game_id, line, page)
        except BeyondWindow:
            return self.widened(game_id)
        if history.broken is not None:
            self._log_once(game_id, history.broken)
        return history

    def _extended(
        self, game_id: str, line: FoldedGame, page: RecordPage
    ) -> tuple[FoldedGame, History]:
        """Add the page to the line, or to a longer one that another thread has cached meanwhile."""
        with self.observer.on_fold(game_id), self._lock:
            present = self._lines.get(game_id)
            if present is not None and present.is_like(line):
                line = max(present, line, key=lambda each: each.version)
            line.extend(page)
            if line.game is not None:
                self._put(game_id, line)
                return line, line.history()
        if line.broken is None:
            raise GameUnknown(game_id)
        self._log_once(game_id, line.broken)
        raise RecordBroken(*astuple(line.broken))

    def _reweigh(self, game_id: str) -> None:
        """Weigh a game again after a look at its past."""
        # Now, as the game might never be asked for again, and until then its moments do not count.
        with self._lock:
            line = self._lines.get(game_id)
            if line is not None:
                self._put(game_id, line)

    def _put(self, game_id: str, line: FoldedGame) -> None:
        assert line.game is not None
        self._lines.put(game_id, line.game, line, line.weight)


def _log(game_id: str, broken: RecordFault) -> None:
    log.error(
        "game %s: the record breaks at version %d: %s",
        game_id,
        *astuple(broken),
        extra={"game_id": game_id},
    )
