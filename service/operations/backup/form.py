"""The form of a backup file: a header, numbered blocks, a tail::

    start     8 bytes, then the length of the header (4 bytes) and the header, JSON
    block     length (4 bytes), kind (1 byte), payload with its tag of 16 bytes
    ...
    tail      a block of kind "T": the totals, and the places of all blocks
    end       the tail's place (8 bytes) and number (4 bytes), 8 bytes

A payload is a list of items in MessagePack, compressed by zstd. Its tag covers the header, the
block's number and kind, and the payload, so that a changed, moved or missing block is noticed.
First come the blocks of records (``G``) and feeds (``F``), shard by shard, then those of all other
keys (``K``), then the index. It has a row for each game (``I``) and for each other key (``J``),
including those in the older backup that this one continues.
"""

from typing import Any

import msgspec
from msgspec import Struct

from domain.record.older_entries import present_entry
from service.store.blocks.sealed_games import entries_of

# Contents are logical (entries, fields, members). The server's own dumps (DUMP) would be refused by
# an older server, and by one of the other family.
START, END = b"ANABSIS\x01", b"ANABSEND"
TAG = 16
FORMAT = 1
GAMES, LINES, KEYS, GAME_ROWS, KEY_ROWS, TAIL = b"G", b"F", b"K", b"I", b"J", b"T"
ELSEWHERE = -1
"""The block number in the index of an item that an older file holds."""


class Encryption(Struct, frozen=True):
    """Parameters that derive a file's key from a passphrase; ``check`` verifies the passphrase."""

    salt: str
    n: int
    r: int
    p: int
    check: str
    cipher: str = "chacha20-poly1305"
    kdf: str = "scrypt"


class BackupHeader(Struct, frozen=True):
    """The part of a file that is readable without the passphrase.

    ``since`` is the id of the older backup; without ``contents`` the file has only an index.
    ``schema`` is the number of the stored forms in it (see ``store.schema``).
    """

    id: str
    created: str
    release: str
    since: str = ""
    contents: bool = True
    encryption: Encryption | None = None
    format: int = FORMAT
    schema: int = 0


class Rest(Struct, frozen=True, array_like=True):
    """A game's stored values other than its record.

    ``ids`` are the command ids kept for a week, until ``ids_end`` (ms since 1970, -1: never);
    ``kept`` are those kept permanently.
    """

    summary: bytes
    orders: list[tuple[bytes, bytes]]
    answered: list[tuple[bytes, bytes]]
    ids: list[tuple[bytes, bytes]]
    kept: list[tuple[bytes, bytes]]
    ids_end: int = -1


class GameItem(Struct, frozen=True, array_like=True):
    """A game's entries past version ``after``, and its ``rest``.

    ``versions`` is None if the entries' versions have no gaps. A sealed game has its whole
    ``block`` instead of entries; a game that was left out has only the stub of its block.
    """

    game: str
    after: int
    entries: list[bytes]
    rest: Rest
    versions: list[int] | None = None
    block: bytes = b""

    def numbered(self) -> list[tuple[int, bytes]]:
        """Return the entries with their versions."""
        entries = self.stored()
        numbers = self.versions or range(self.after + 1, self.after + 1 + len(entries))
        return list(zip(numbers, entries, strict=True))

    def stored(self) -> list[bytes]:
        """Return the entries in their present form, also those of a sealed game."""
        return entries_of(self.block) if self.block else list(map(present_entry, self.entries))


class FeedLine(Struct, frozen=True, array_like=True):
    """A line of a feed; ``hash`` is None if it equals the entry's own.

    ``written_out`` says that an older release wrote it in hex; it is no longer used.
    """

    id: str
    game: str
    version: int
    hash: bytes | None = None
    written_out: bool = False


class KeyItem(Struct, frozen=True, array_like=True):
    """Any other key; ``end`` is when it expires (ms since 1970), -1: never.

    ``value`` is the bytes of a string; otherwise a sorted list: the members of a set, the pairs of
    a hash (field, value) or a sorted set (member, score). Lists and streams keep their own order.
    """

    key: bytes
    type: str
    end: int
    value: Any


class GameRow(Struct, frozen=True, array_like=True):
    """A game's head in the index, a digest of its ``Rest``, and its block in this file."""

    game: str
    version: int
    hash: bytes
    rest: bytes
    block: int = ELSEWHERE
    after: int = 0


class KeyRow(Struct, frozen=True, array_like=True):
    """A key in the index, a digest of its value, and its block in this file."""

    key: bytes
    digest: bytes
    block: int = ELSEWHERE


class ShardRow(Struct, frozen=True, array_like=True):
    """A shard's blocks, and its feed.

    The file's lines begin after the line ``after``; if it is empty, at the start. All lines up to
    ``resume`` are in this file or an older one; ``last`` is the last line.
    """

    games: list[int]
    lines: list[int]
    after: str
    resume: str
    last: str


class Tail(Struct, frozen=True):
    """The places and kinds of a file's blocks, its shards, and the totals.

    ``left_out`` are games in the index whose blocks were lost: no file holds their records, and the
    totals do not count them. ``damaged`` are games whose blocks were damaged in the archive: the
    newest file with a block of such a game has the damaged block, unchanged.
    """

    places: list[int]
    kinds: bytes
    shards: list[ShardRow]
    games: int
    events: int
    keys: int
    seconds: float = 0.0
    left_out: list[str] = []
    damaged: list[str] = []


def packed_item(item: Any) -> bytes:
    """Return an item in its written form."""
    return msgspec.msgpack.encode(item)
