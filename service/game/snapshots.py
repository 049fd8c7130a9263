"""Snapshots of games: a game that a process does not know is opened by one, not by its record.

A snapshot is believed only as far as the record goes on from it: the event of its version must have
the hash it names. Any doubt, or any change of the rules' code, drops it, and the record is folded.
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
"""Events between two snapshots of a game."""
LARGEST = 1_000_000
"""Bytes of a snapshot, unpacked: others are about 20 kB."""

log = logging.getLogger(__name__)


@cache
def code_key() -> str:
    """Return the key of snapshots that may be read: positions by these very rules.

    It is a digest of their code, so snapshots need no upcasters: a change of the code drops them.
    """
    folder, digest = Path(domain.__file__).parent, sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class Snapshots:
    """The snapshots of all games, which hold hidden facts and never leave the service."""

    def __init__(self, stored: SnapshotStore) -> None:
        self._stored = stored
        code_key()  # of the code that is loaded now: another release may take its place in files

    def open(self, game_id: str) -> tuple[Game | None, RecordPage | None]:
        """Return the game of a snapshot and the page that begins with its event.

        Without a snapshot it is the first page of the record. Without a page the snapshot is not
        of this record, or cannot be read, or the game is sealed. Raises StoreUnavailable.
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
        """Keep a snapshot of a started game; nothing depends on its being kept."""
        try:
            snapshot = snapshot_of(game)
            if snapshot is None or game.timeline is None or len(snapshot) > LARGEST:
                return
            packed, start = zlib.compress(snapshot, 1), game.timeline.start
            self._stored.keep(game_id, code_key(), game.version, start, packed)
        except StoreUnavailable as error:
            log.info(
                "game %s: no snapshot was kept: %s", game_id, error, extra={"game_id": game_id}
            )
        except Exception:  # the move before it is recorded, and must be answered so
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
    except Exception:  # with any fault: the record tells the same
        log.warning("a snapshot cannot be read", exc_info=True)
        return None
