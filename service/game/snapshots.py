"""Snapshots of games: with one, a process opens a game without folding its whole record.

A snapshot is trusted only if the record's event at its version has the hash that it names. Any
doubt, or any change of the rules' code, drops it, and the record is folded.
"""

import logging
import zlib
from functools import cache
from hashlib import sha256
from pathlib import Path

import domain
from domain.kernel.game import Game
from domain.kernel.snapshots import game_of, snapshot_of
from domain.record.record import read_entry
from service.game import pages
from service.game.pages import RecordPage
from service.redis.errors import StoreUnavailable
from service.store.snapshots import Opened, SnapshotStore

EVERY = 32
"""The number of events between two snapshots of a game."""
# A snapshot is usually about 20 kB; this bounds the memory that a damaged one can take.
LARGEST = 1_000_000
"""The most bytes of a snapshot, unpacked."""

log = logging.getLogger(__name__)


@cache
def code_key() -> str:
    """Return the key of snapshots that may be read: those made by exactly these rules."""
    # A digest of the rules' code: any change of it drops all snapshots, so they need no upcasters.
    folder, digest = Path(domain.__file__).parent, sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class Snapshots:
    """The snapshots of all games, which hold hidden facts and never leave the service."""

    def __init__(self, stored: SnapshotStore) -> None:
        self._stored = stored
        # Computed now, while the files are those of the loaded code: an update may replace them.
        code_key()

    def open(self, game_id: str) -> tuple[Game | None, RecordPage | None]:
        """Return the game of a snapshot and the page that begins with its event.

        If there is no snapshot, return None and the first page of the record. If the snapshot is of
        another record or cannot be read, or the game is sealed, return two None. Raises
        StoreUnavailable.
        """
        opened = self._stored.open(game_id, code_key(), pages.PAGE)
        if opened is None:
            return None, None
        if opened.snapshot is None:
            return None, RecordPage.of(opened.entries, 0)
        page, game = RecordPage.of(opened.entries, opened.version - 1), _game(opened)
        if game is None or not page.holds(game.version, game.hash):
            log.warning(
                "game %s: its snapshot is not of its record; folding that",
                game_id,
                extra={"game_id": game_id},
            )
            return None, None
        return game, page

    def keep(self, game_id: str, game: Game) -> None:
        """Keep a snapshot of a started game; a failure to do so is only logged."""
        try:
            snapshot = snapshot_of(game)
            if snapshot is None or game.timeline is None or len(snapshot) > LARGEST:
                return
            # The fastest level: this runs between a move and its answer.
            packed, start = zlib.compress(snapshot, 1), game.timeline.start
            self._stored.keep(game_id, code_key(), game.version, start, packed)
        except StoreUnavailable as error:
            log.info(
                "game %s: no snapshot was kept: %s", game_id, error, extra={"game_id": game_id}
            )
        # The move before the snapshot is recorded already, and must be answered as such.
        except Exception:
            log.exception("game %s: no snapshot can be made", game_id, extra={"game_id": game_id})

    def drop(self, game_id: str) -> None:
        """Remove the snapshot of a game whose record is not sound."""
        try:
            self._stored.drop(game_id)
        except StoreUnavailable as error:
            log.warning(
                "game %s: its snapshot was not removed: %s",
                game_id,
                error,
                extra={"game_id": game_id},
            )


def _game(opened: Opened) -> Game | None:
    """Return the game of a snapshot, None if it cannot be read."""
    try:
        unpacked = zlib.decompressobj().decompress(opened.snapshot or b"", LARGEST)
        first, opening = opened.first
        return game_of(unpacked, read_entry(first, 1), read_entry(opening, opened.start))
    # The kind of fault does not matter: the record leads to the same game.
    except Exception:
        log.warning("a snapshot cannot be read", exc_info=True)
        return None
