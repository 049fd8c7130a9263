"""Sealing a finished game: read and pack its record, check the block, then replace the record."""

from enum import Enum
from typing import Any, NamedTuple

from redis.exceptions import ResponseError

from domain.kernel.game import ENDED
from domain.record.bare_entries import with_commands_let_go
from projections.stored_summaries import Stored
from projections.summary import SummaryUnreadable, decode
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.shards import shard_of, snapshot_key, stream_key
from service.redis.writing import NO_REPLICAS, Writer
from service.store.append_script import commands_key, orders_key
from service.store.blocks.archive_identity import check_belongs
from service.store.blocks.archive_storage import NOWHERE, Outside
from service.store.blocks.block import MOST_EVENTS, header_of, open_block, seal_block, stub_of
from service.store.blocks.sealed_games import is_no_stream
from service.store.broken_games import broken_key

PAGE = 500
"""Entries read at once, which takes less than 2 ms of the server's time."""
# The block of a longer record would still be read and replaced in one piece; and it would be opened
# again for each page, as a process would not keep so much (``KEPT_BYTES``).
MOST_BYTES = 7_500_000
"""Bytes of the longest record that is sealed."""

_SEAL = Script.of("service.operations.archive", "seal.lua")


class SealingOutcome(Enum):
    """The outcome of an attempt to seal a game."""

    SEALED = "sealed"
    BEFORE = "sealed before"
    GOES_ON = "not over"
    CHANGED = "changed meanwhile"
    BROKEN = "broken"
    TOO_LONG = "too long"


class Sealing(NamedTuple):
    """An outcome, and the bytes that the record takes in the store before and after."""

    outcome: SealingOutcome
    raw: int = 0
    left: int = 0


class _Record(NamedTuple):
    """A game's entries, and its permanently kept command ids, as they were read."""

    entries: list[bytes]
    kept: list[tuple[bytes, bytes]]
    is_numbered: bool


class Sealer:
    """Seals games of one store. The client ``write`` must not repeat commands by itself."""

    def __init__(self, read: Any, write: Any, outside: Outside = NOWHERE) -> None:
        self._read = read
        self._writer = Writer(write, NO_REPLICAS)
        self._outside = outside

    def seal(self, game_id: str, stored: Stored) -> Sealing:
        """Seal a game if it has ended, given its newest summary.

        Raises StoreUnavailable; then the game may be sealed or not, but nothing is lost.
        """
        head = _head_of_ended(stored)
        return Sealing(SealingOutcome.GOES_ON) if head is None else self.seal_at(game_id, *head)

    def seal_at(self, game_id: str, version: int, head: bytes) -> Sealing:
        """Seal a game whose last event has this version and hash. Raises as ``seal``."""
        with translated_errors():
            try:
                record = self._record(game_id)
            except ResponseError as error:
                if is_no_stream(error):
                    return Sealing(SealingOutcome.BEFORE)
                raise
        if record is None:
            return Sealing(SealingOutcome.TOO_LONG)
        if not record.is_numbered or len(record.entries) != version:
            return Sealing(SealingOutcome.CHANGED)
        return self._sealed(game_id, record, head)

    def _sealed(self, game_id: str, record: _Record, head: bytes) -> Sealing:
        entries = list(with_commands_let_go(record.entries))
        try:
            block = seal_block(game_id, entries, record.kept)
        except ValueError:  # its last entry states no hash
            return Sealing(SealingOutcome.BROKEN)
        # The record will be deleted: a block is trusted only once it has given back every entry.
        if header_of(block).hash != head or open_block(block) != entries:
            return Sealing(SealingOutcome.BROKEN)
        if self._outside.objects is not None:
            # An unmounted archive is an empty folder: the next mount would hide the block.
            check_belongs(self._writer.client, self._outside.objects)
            block = stub_of(block, self._outside.keep(block))
        outcome = self._replaced(game_id, record, block)
        return Sealing(outcome, header_of(block).raw, len(block))

    def _replaced(self, game_id: str, record: _Record, block: bytes) -> SealingOutcome:
        keys = (
            stream_key(game_id),
            commands_key(game_id),
            snapshot_key(game_id),
            orders_key(game_id),
            broken_key(shard_of(game_id)),
        )
        entries = record.entries
        arguments = (game_id, len(entries), entries[-1], len(record.kept), block)
        with translated_errors("the game may have been sealed or not"):
            # One script compares the record with what was read, and replaces it: so a crash leaves
            # either the whole stream or the whole block.
            outcome, _ = self._writer.run(_SEAL, keys, arguments)
        return SealingOutcome[outcome.decode()]

    def _record(self, game_id: str) -> _Record | None:
        """Return a game's record, None if it is too long. Raises RedisError."""
        entries: list[bytes] = []
        ids: list[bytes] = []
        size, last = 0, "-"
        while page := self._read.xrange(stream_key(game_id), last, "+", PAGE):
            ids += [name for name, _ in page]
            entries += [fields.get(b"e", b"") for _, fields in page]
            size += sum(map(len, entries[-len(page) :]))
            if len(entries) > MOST_EVENTS or size > MOST_BYTES:
                return None
            last = f"({ids[-1].decode()}"
        kept = sorted(self._read.hgetall(commands_key(game_id)).items())
        numbered = [b"%d-0" % version for version in range(1, len(ids) + 1)]
        return _Record(entries, kept, ids == numbered)


def _head_of_ended(stored: Stored) -> tuple[int, bytes] | None:
    """Return a game's version and hash from its summary, None unless the game has ended."""
    try:
        game = decode(stored.summary).game
    except SummaryUnreadable:  # another release wrote it: an append or a rebuild renews it
        return None
    return (game.version, bytes.fromhex(game.hash)) if game.status in ENDED else None
