"""The blocks of sealed games as a backup takes them: whole, wherever they lie, or found lost."""

from contextlib import suppress
from typing import Any

from service.store.blocks.archive_identity import shows_id
from service.store.blocks.archive_storage import ArchiveUnreachable, Outside
from service.store.blocks.block import BlockDamaged, NewerBlock, check, header_of

MOST_LOST = 10
"""Lost blocks after which the others are not looked for, and games that a message names."""


class BlocksLost(Exception):
    """Too many blocks are lost, or there is no archive: the others are not looked for."""


class Blocks:
    """Fetches the blocks of a store's games from its archive.

    ``lost`` are the games whose blocks the archive does not give, with the reasons; their stubs are
    taken. With ``leaves_out`` any number may be lost, as long as the archive shows the store's id.
    ``damaged`` are the games whose blocks the archive gives with damage: taken as they are.
    """

    def __init__(self, client: Any, outside: Outside, *, leaves_out: bool = False) -> None:
        self._client = client
        self._outside = outside
        self._leaves_out = leaves_out
        self.lost: dict[str, ArchiveUnreachable | BlockDamaged] = {}
        self.damaged: dict[str, BlockDamaged] = {}

    def whole(self, block: bytes) -> bytes:
        """Return a block with its body; its stub if that is lost, itself if its header is damaged.

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
        """True if there is an archive that shows the store's id. Raises StoreUnavailable."""
        objects = self._outside.objects
        return objects is not None and shows_id(self._client, objects)

    def _goes_on(self, error: ArchiveUnreachable | BlockDamaged) -> bool:
        if self._leaves_out:
            return self.is_archive_there()
        answers = isinstance(error, BlockDamaged) or error.is_missing
        return answers and len(self.lost) < MOST_LOST
