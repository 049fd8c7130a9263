"""The blocks of sealed games for a backup: whole, from the store or the archive, unless lost."""

from contextlib import suppress
from typing import Any

from service.store.blocks.archive_identity import shows_id
from service.store.blocks.archive_storage import ArchiveUnreachable, Outside
from service.store.blocks.block import BlockDamaged, NewerBlock, check, header_of

# With so many the backup fails anyway, and each further search might wait for a hanging archive.
MOST_LOST = 10
"""The number of lost blocks that ends the search; also the most games that a message names."""


class BlocksLost(Exception):
    """Too many blocks are lost, or there is no archive: the search for blocks ends."""


class Blocks:
    """Fetches the blocks of a store's games from its archive.

    ``lost`` are the games whose blocks are not in the archive, with the reasons; the backup takes
    their stubs. With ``leaves_out`` any number may be lost, as long as the archive shows the
    store's id. ``damaged`` are the games whose blocks are damaged; they are taken as they are.
    """

    def __init__(self, client: Any, outside: Outside, *, leaves_out: bool = False) -> None:
        self._client = client
        self._outside = outside
        self._leaves_out = leaves_out
        self.lost: dict[str, ArchiveUnreachable | BlockDamaged] = {}
        self.damaged: dict[str, BlockDamaged] = {}

    def whole(self, block: bytes) -> bytes:
        """Return a block with its body.

        Returns the stub if the body is lost, and the block itself if its header is damaged.

        Raises BlocksLost, StoreUnavailable.
        """
        try:
            header = header_of(block)
        except BlockDamaged:
            return block
        if not header.outside:
            return block
        try:
            whole = self._outside.fetch(header)
        except (ArchiveUnreachable, BlockDamaged) as error:
            self.lost[header.game] = error
            if not self._goes_on(error):
                raise BlocksLost from error
            return block
        self._note_damage(header.game, whole)
        return whole

    def _note_damage(self, game: str, block: bytes) -> None:
        try:
            with suppress(NewerBlock):
                check(block)
        except BlockDamaged as error:
            self.damaged[game] = error

    def is_archive_there(self) -> bool:
        """True if there is an archive, and it has the store's id. Raises StoreUnavailable."""
        objects = self._outside.objects
        return objects is not None and shows_id(self._client, objects)

    def _goes_on(self, error: ArchiveUnreachable | BlockDamaged) -> bool:
        if self._leaves_out:
            # If the archive is not mounted, every block is missing: do not leave them all out.
            return self.is_archive_there()
        answers = isinstance(error, BlockDamaged) or error.is_missing
        return answers and len(self.lost) < MOST_LOST
