"""Sealed games as the event store reads them: a block replaces the game's stream.

The block has the stream's own key, so the server itself refuses to read or append to it as a
stream. So no process, even of an older release, takes a sealed game for an empty one, and an append
to a running game needs no further check.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from redis.exceptions import ResponseError

from domain.record.origin import Origin
from service.machine.byte_cache import ByteCache
from service.redis.scripts import Script
from service.redis.shards import stream_key
from service.store.append_script import commands_key
from service.store.blocks.block import BlockDamaged, BlockHeader, header_of, open_block, origin_of

# A game is read page by page: opening its block again for each page would take far longer.
KEPT_BYTES = 8_000_000
"""Bytes of opened blocks that a process keeps."""
ATTEMPTS = 5
"""Attempts to read a game, as it may be sealed or unsealed at the same moment."""
HEADER_BYTES = 4_096
"""More than the header of any imported game: it has few names, and no command ids."""
DAMAGED = b"the block of this game is damaged"
"""Stands for each damaged entry of a block: it is no event, so the record breaks there."""

T = TypeVar("T")

UNSEAL = Script.of("service.store.blocks", "unseal.lua")

_entries = msgspec.msgpack.Decoder(list[bytes])
Fetch = Callable[[BlockHeader], bytes]
"""Fetches the block of a header from the outside store. Raises StoreUnavailable."""


def is_no_stream(error: ResponseError) -> bool:
    """True if the server refused a command because the key holds no stream."""
    return "WRONGTYPE" in str(error)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed game: its block or stub in the store, and the header (None if that is damaged)."""

    block: bytes
    header: BlockHeader | None

    @property
    def version(self) -> int:
        """The last version; 1 if the header is damaged."""
        return self.header.version if self.header else 1

    def answer(self, command_id: bytes) -> bytes | None:
        """Return the kept answer of a command, given its packed id."""
        return dict(self.header.kept).get(command_id) if self.header else None


class SealedGames:
    """The sealed games of a store, with some opened blocks kept in memory."""

    def __init__(self, client: Any, fetch: Fetch) -> None:
        self._client = client
        self._fetch = fetch
        self._opened = ByteCache(KEPT_BYTES)

    def find(self, game_id: str) -> Sealed | None:
        """Return a sealed game, None without one. Raises RedisError."""
        try:
            block = self._client.get(stream_key(game_id))
        except ResponseError as error:
            if is_no_stream(error):  # it is a stream, so not sealed
                return None
            raise
        return None if block is None else Sealed(block, _header(block, game_id))

    def origin(self, game_id: str) -> Origin | None:
        """Return the origin of an imported game, None for any other. Raises RedisError."""
        try:
            start = self._client.getrange(stream_key(game_id), 0, HEADER_BYTES - 1)
        except ResponseError as error:
            if is_no_stream(error):  # it is a stream, so not sealed
                return None
            raise
        return origin_of(start) if start else None

    def either(self, game_id: str, ask: Callable[[], T]) -> "T | Sealed":
        """Return what ``ask`` gets from a game's stream, or the sealed game.

        Raises RedisError.
        """
        for _ in range(ATTEMPTS):
            try:
                return ask()
            except ResponseError as error:
                if not is_no_stream(error):
                    raise
            sealed = self.find(game_id)
            if sealed is not None:
                return sealed
        return ask()

    def entries(self, sealed: Sealed) -> list[bytes]:
        """Return a game's entries, with DAMAGED for each damaged one.

        Raises StoreUnavailable, also if a newer release has sealed it.
        """
        try:
            return self.sound_entries(sealed)
        except BlockDamaged as damage:
            return _with_damaged(damage, sealed.version)

    def sound_entries(self, sealed: Sealed) -> list[bytes]:
        """Return a game's entries. Raises BlockDamaged, StoreUnavailable."""
        header = sealed.header
        if header is None:
            raise BlockDamaged("its header is damaged")
        # The key is made of the block's own bytes: a block that was replaced is opened again.
        key = hashlib.sha256(sealed.block).digest()
        packed = self._opened.get_or_make(key, lambda: self._open(sealed.block, header))
        return _entries.decode(packed)

    def _open(self, block: bytes, header: BlockHeader) -> bytes:
        return msgspec.msgpack.encode(open_block(self._fetch(header) if header.outside else block))


def unseal_call(sealed: Sealed, entries: list[bytes]) -> tuple[list[str], list[Any]]:
    """Return keys and arguments of UNSEAL for a game whose header is sound."""
    assert sealed.header is not None
    game, kept = sealed.header.game, sealed.header.kept
    pairs = [part for pair in kept for part in pair]
    return [stream_key(game), commands_key(game)], [sealed.block, len(kept), *pairs, *entries]


def entries_of(block: bytes) -> list[bytes]:
    """Return the entries of a whole block, with DAMAGED for each damaged one. Raises NewerBlock."""
    try:
        return open_block(block)
    except BlockDamaged as damage:
        return _with_damaged(damage, version_of(block))


def version_of(block: bytes) -> int:
    """Return the last version of a sealed game, 1 if the header is damaged."""
    try:
        return header_of(block).version
    except BlockDamaged:
        return 1


def _with_damaged(damage: BlockDamaged, version: int) -> list[bytes]:
    """Return a damaged block's entries up to a version: the sound ones, then DAMAGED."""
    sound = damage.sound[:version]
    return [*sound, *[DAMAGED] * (version - len(sound))]


def _header(block: bytes, game_id: str) -> BlockHeader | None:
    try:
        header = header_of(block)
    except BlockDamaged:
        return None
    return header if header.game == game_id else None
