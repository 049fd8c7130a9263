"""The moves since a player's last, for mails: lines of the page's log, as the player may see it."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from dataclasses import dataclass

import msgspec

from domain.kernel.game import UNDONE, viewer_of
from domain.record.record import Event
from projections.redact import redaction, undone_test
from projections.view import players_of, view
from service.game.removals import Removals
from service.game.state_cache import History, StateCache
from service.machine.plain_text import cut
from service.notices.contract import NoticeItem
from service.notices.games import LOOKED_BACK
from service.notices.items import is_told
from service.people.names import Names
from service.pictures.painter import LogLines
from service.pictures.studio import Studio
from service.pictures.subjects import SHOWN, words_of
from service.texts import house_name

MOST = 12
"""The most lines; of more moves, the newest are listed."""
LENGTH = 300
"""The most characters of a line."""
SECONDS = 6.0
"""The time for the lines; without them in time a mail only counts the moves."""
FIELDS = (*SHOWN, "phase", "host")
"""The fields of a view that the log uses; the board is sent once."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MailLog:
    """Lines of the log, oldest first, and the number of earlier ones that were left out."""

    lines: Sequence[str]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Words:
    """The names and the language of a log, and the texts that the host has removed."""

    names: Names
    removals: Removals
    language: str


class MailLogs:
    """Words moves for one game at a time, in a thread: a mail waits ``seconds`` at most."""

    def __init__(
        self,
        histories: StateCache,
        names: Names,
        removals: Removals,
        studio: Studio,
        seconds: float = SECONDS,
    ) -> None:
        self._histories, self._names, self._removals = histories, names, removals
        self._studio, self._seconds = studio, seconds
        self._wording = ThreadPoolExecutor(1, "mail-logs")

    def of(self, item: NoticeItem, language: str) -> MailLog | None:
        """Return the moves since the player's last; None if there are none, or none in time."""
        waiting = self._wording.submit(self._log, item, language)
        try:
            return waiting.result(self._seconds)
        except TooLate:
            waiting.cancel()
            self._warn(item, exc_info=False)
        except Exception:
            self._warn(item, exc_info=True)
        return None

    def close(self) -> None:
        """End the thread."""
        self._wording.shutdown(wait=False, cancel_futures=True)

    def _warn(self, item: NoticeItem, *, exc_info: bool) -> None:
        more = {"game_id": item.game_id}
        said = "game %s: a mail only counts the moves"
        log.warning(said, item.game_id, exc_info=exc_info, extra=more)

    def _log(self, item: NoticeItem, language: str) -> MailLog | None:
        history = self._histories.at_least(item.game_id, item.version)
        events = moves_since(history, item)
        if not events:
            return None
        words = Words(self._names, self._removals, language)
        subject = subject_of(item, history, events[-MOST:], words)
        lines = self._studio.lines(LogLines(item.ruleset, subject))
        left_out = max(len(events) - MOST, 0)
        return MailLog([cut(line, LENGTH) for line in lines], left_out) if lines else None


def subject_of(item: NoticeItem, history: History, events: Sequence[Event], words: Words) -> bytes:
    """Return events and the views around them as the seat's player may see them, encoded.

    The lines follow from nothing else.
    """
    game = history.at(item.version)
    viewer = viewer_of(game, item.seat)
    name_of = words.names.of(players_of(game)).__getitem__
    shown = redaction(game, viewer)
    after = max(events[0].version - 2, 0)
    views = {
        event.version: words.removals.hide_in(view(item.game_id, moment, viewer, name_of))
        for event, moment in history.steps(after, item.version)
    }
    record = history.between(item.version - LOOKED_BACK, item.version)
    subject = {
        "words": words_of(words.language, house_name()),
        "board": views[item.version].board,
        "record": {event.version: shown(event) for event in record},
        "views": {
            version: {name: getattr(each, name) for name in FIELDS if name != "board"}
            for version, each in views.items()
        },
        "told": [event.version for event in events],
    }
    return msgspec.json.encode(subject)


def moves_since(history: History, item: NoticeItem) -> list[Event]:
    """Return the others' moves since the seat's own last event that still stand."""
    events = history.between(item.version - LOOKED_BACK, item.version)
    own = [number for number, event in enumerate(events) if event.seat == item.seat]
    is_undone = undone_test(history.at(item.version))
    first = events[0].version if events else 0
    return [
        event
        for event in (events[own[-1] + 1 :] if own else events)
        if is_told(event) and not is_undone(event) and not _reaches_before(event, first)
    ]


def _reaches_before(event: Event, first: int) -> bool:
    """True for an undo of moves before an event, which cannot be worded without them."""
    return event.type == UNDONE and event.data["to"] < first - 1
