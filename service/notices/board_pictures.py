"""Pictures of boards for mails, as everybody may see them, or none if painting takes too long."""

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate

from service.game.removals import Removals
from service.game.state_cache import StateCache
from service.notices.contract import NoticeItem
from service.people.names import Names
from service.pictures.studio import Studio
from service.pictures.subjects import Look, subject_at

SECONDS = 6.0
"""The time for a picture; without one in time the mail goes without it."""
WIDTH = 1200
KEPT_BYTES = 4_000_000

log = logging.getLogger(__name__)


class BoardPictures:
    """Paints one picture at a time, in a thread of its own so that no mail waits for long."""

    def __init__(
        self,
        histories: StateCache,
        names: Names,
        removals: Removals,
        studio: Studio | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._histories = histories
        self._names, self._removals = names, removals
        self._studio = studio or Studio(KEPT_BYTES)
        self._seconds = seconds
        self._painting = ThreadPoolExecutor(1, "mail-pictures")

    def of(self, item: NoticeItem, language: str) -> bytes | None:
        """Return the picture of an item's board as a PNG; None if there is none in time."""
        picture: Future[bytes] = self._painting.submit(self._painted, item, language)
        try:
            return picture.result(self._seconds)
        except TooLate:
            picture.cancel()
            log.warning(
                "game %s: a mail goes without its picture",
                item.game_id,
                extra={"game_id": item.game_id},
            )
        except Exception:
            log.warning(
                "game %s: a mail goes without its picture",
                item.game_id,
                exc_info=True,
                extra={"game_id": item.game_id},
            )
        return None

    def close(self) -> None:
        """End the process that paints."""
        self._painting.shutdown(wait=False, cancel_futures=True)
        self._studio.close()

    def _painted(self, item: NoticeItem, language: str) -> bytes:
        history = self._histories.current(item.game_id)
        names = self._names.in_game(history.at(item.version))
        look = Look(language, "wide", WIDTH, self._removals.marks.of(item.game_id))
        subject = subject_at(item.game_id, history, item.version, names.__getitem__, look)
        return self._studio.png(subject)
