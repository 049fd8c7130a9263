"""A player's games one after the other, each as the player may see it, for an archive.

A page of places is read at a time, and one game is in memory at a time, however many there are.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec

from domain.errors import AnabasisError, RecordBroken
from projections.list_facts import Filters
from service.context import services
from service.game.state_cache import GameUnknown
from service.http.answers import ArchiveEnd, ArchiveFailure
from service.http.asking.auth import address, is_same_asker
from service.machine import clock
from service.machine.slices import in_slices
from service.machine.turns import TooManyWait
from service.readmodels.read_models import Place
from service.readmodels.selecting import ListPosition, ListsOutdated, Selected
from service.redis.errors import StoreUnavailable
from service.store.blocks.archive_storage import ArchiveUnreachable

MOST_GAMES = 1_000
"""The most games of one answer."""
PLACES = 50
"""The most places of games that are read at a time."""

log = logging.getLogger(__name__)

Document = Callable[[str], bytes]
"""Returns the export of a game as JSON, as the asker may see it."""


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A game of an archive: its document, or the failure in its place; and its cursor."""

    game_id: str
    cursor: str
    content: bytes
    has_failed: bool

    @property
    def line(self) -> bytes:
        """The document with the cursor as its first field, in a line."""
        return b'{"cursor":"%s",%s\n' % (self.cursor.encode(), self.content[1:])


@dataclass(slots=True)
class PlayerArchive:
    """The games of a player that have some facts, from a position on; ``end`` says how it ended.

    The first places are read at once, so that what is refused is refused before an answer begins.
    """

    player: str
    filters: Filters
    span: tuple[int, int]
    position: ListPosition | None
    document: Document
    end: ArchiveEnd = field(init=False)
    _first: Selected = field(init=False)

    def __post_init__(self) -> None:
        cursor = self.position and self.position.cursor
        now = clock.now()
        self.end = ArchiveEnd(games=0, failures=0, next=cursor, began_at=now, stopped=None)
        self._first = self._places(self.position)

    def entries(self) -> Iterator[ArchiveEntry]:
        """Yield each game; other requests are served in between."""
        try:
            yield from in_slices(self._entries())
        # The answer has begun, so no status can report it: its last line does.
        except (StoreUnavailable, ArchiveUnreachable):
            self.end.stopped = "store_unavailable"
        except ListsOutdated:
            self.end.stopped = "lists_outdated"
        except TooManyWait:
            self.end.stopped = "too_many_requests"

    def _entries(self) -> Iterator[ArchiveEntry]:
        page = self._first
        while True:
            for score, game, _ in page.members:
                entry = self._entry(game.decode(), ListPosition(int(score), game.decode()))
                yield entry
                self._count(entry)
            self.end.next = page.following and page.following.cursor
            if page.following is None or self.end.games >= MOST_GAMES:
                return
            if not is_same_asker():
                self.end.stopped = "token_unknown"
                return
            page = self._places(page.following)

    def _count(self, entry: ArchiveEntry) -> None:
        self.end.games += 1
        self.end.failures += entry.has_failed
        self.end.next = entry.cursor

    def _places(self, position: ListPosition | None) -> Selected:
        place = Place(position, PLACES)
        return services().read_models.places_of(self.player, self.filters, self.span, place)

    def _entry(self, game_id: str, position: ListPosition) -> ArchiveEntry:
        # Held for each game alone: a slow reader must not keep others waiting.
        with services().long_answers.of(address()):
            code = "internal_error"
            try:
                return ArchiveEntry(
                    game_id, position.cursor, self.document(game_id), has_failed=False
                )
            except (StoreUnavailable, ArchiveUnreachable):
                raise
            except RecordBroken:
                code = "record_broken"
            except (GameUnknown, AnabasisError):
                code = "not_found"
            except Exception:
                log.exception("game %s cannot be exported", game_id, extra={"game_id": game_id})
        failure = msgspec.json.encode(ArchiveFailure(game_id=game_id, failed=code))
        return ArchiveEntry(game_id, position.cursor, failure, has_failed=True)
