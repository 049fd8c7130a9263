"""The form of a sealed game: its whole record in one compressed block::

    start    4 bytes, then the length of the header (4 bytes) and the header, MessagePack
    body     the entries, compressed by zstd with the dictionary that the header's codec names;
             empty if the block lies outside of the store

An entry is stored bare (see ``domain.record.bare_entries``) if its bytes can be rebuilt from that
form. So opening a block recomputes each hash, and the last one must be the header's.

If a body is damaged, the digests of its ``parts`` prove its first entries. Blocks of older releases
have no digests: their head proves the whole record or nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.record.bare_entries import Before, bare, whole
from domain.record.older_entries import present_entry
from domain.record.origin import Origin
from domain.record.record import LINK, stated_hash
from service.machine.slices import in_slices
from service.machine.zstandard import zstd
from service.redis.errors import StoreUnavailable
from service.store.blocks.dictionary import CODECS, PLAIN, codec_for, codec_of
from service.store.blocks.parts import (
    compressed,
    decompressed,
    digests_of,
    gathered,
    part_size,
    spread,
    undamaged,
)

START = b"ANS\x01"
FORMAT, IMPORTED = 1, 2
"""The forms of a block; older releases take an imported game's for a newer one, and open none."""
MOST_EVENTS = 20_000
"""The most events of a record in a block: a header that states more is damaged."""
LARGEST = 17_000_000
"""The most bytes of a block, and of the record in it; ``sealing`` makes none larger."""
_BESIDE = 6
"""The most bytes that packing adds to an entry: its length, and the mark ``_AS_IS``."""
_AS_IS = b"\0"
"""Precedes an entry that is stored unchanged; a bare entry begins with its gap or ``[``."""

Pairs = list[tuple[bytes, bytes]]


class BlockDamaged(Exception):
    """A block does not give back the sealed record; ``sound`` are the first entries, if proved."""

    def __init__(self, reason: str, sound: Sequence[bytes] = ()) -> None:
        super().__init__(reason)
        self.sound = list(sound)


class NewerBlock(StoreUnavailable):
    """A newer release has sealed the game: this release can neither read nor check it."""


class BlockHeader(Struct, frozen=True, omit_defaults=True):
    """A sealed game's head, and the size of its entries before and after they were packed.

    ``kept`` are command ids and their answers; ``outside`` names the object that holds the block
    if this is a stub. ``codec`` is the compression of the body; ``digests`` are the digests of its
    parts, one after another.
    """

    game: str
    version: Annotated[int, Meta(ge=1, le=MOST_EVENTS)]
    hash: bytes
    raw: int
    packed: int
    kept: Pairs = []
    outside: str = ""
    codec: str = PLAIN
    format: int = FORMAT
    digests: bytes = b""
    origin: Origin | None = None


_header = msgspec.msgpack.Decoder(BlockHeader)
_items = msgspec.msgpack.Decoder(list[bytes])
_UNREADABLE = (zstd.ZstdError, RecordBroken, LookupError, TypeError, ValueError)
"""The errors of a damaged body."""


def seal_block(
    game_id: str, entries: Sequence[bytes], kept: Pairs, origin: Origin | None = None
) -> bytes:
    """Return the block of a record. Raises ValueError if its last entry states no hash."""
    head = stated_hash(entries[-1])
    if len(head) != LINK:
        raise ValueError("the last entry states no hash")
    codec = codec_for(entries[0])
    items = gathered(list(in_slices(_packed(entries))))
    body = compressed(items, codec)
    header = BlockHeader(
        game_id,
        version=len(entries),
        hash=head,
        raw=sum(map(len, entries)),
        packed=len(body),
        kept=kept,
        codec=codec,
        format=FORMAT if origin is None else IMPORTED,
        digests=digests_of(items),
        origin=origin,
    )
    return _written(header, body)


def origin_of(start: bytes) -> Origin | None:
    """Return the origin of the game of a block, of which only the start is needed.

    None for a game that was played here, and for a damaged header.
    """
    with suppress(BlockDamaged):
        return header_of(start).origin
    return None


def header_of(block: bytes) -> BlockHeader:
    """Return a block's header. Raises BlockDamaged."""
    return _parted(block)[0]


def stub_of(block: bytes, name: str) -> bytes:
    """Return the stub that stays in the store if the block is outside, in the object ``name``."""
    return _written(replace(header_of(block), outside=name, digests=b""), b"")


def open_block(block: bytes) -> list[bytes]:
    """Return the entries of a block, each as it was sealed. Raises BlockDamaged, NewerBlock."""
    header, body = _parted(block)
    codec = codec_of(body) or header.codec
    if header.format > IMPORTED or codec not in CODECS:
        raise _newer(header)
    try:
        return _record(body, header, codec)
    except _UNREADABLE as error:
        if header.codec not in CODECS:
            raise _newer(header) from error
        reason = f"the block of {header.game} cannot be read: {error}"
        raise BlockDamaged(reason, _sound(body, header, codec)) from error


def check(block: bytes) -> None:
    """Raise BlockDamaged unless a block's parts have their digests. Raises NewerBlock.

    This is faster than ``open_block``, which also recomputes the hashes.
    """
    header, body = _parted(block)
    if header.format > IMPORTED or header.codec not in CODECS or not header.digests:
        open_block(block)
        return
    codec = codec_of(body) or header.codec
    try:
        items = _items.decode(decompressed(body, codec, _bound(header)))
    except _UNREADABLE as error:
        raise BlockDamaged(f"the block of {header.game} cannot be read: {error}") from error
    if digests_of(items) != header.digests:
        raise BlockDamaged(f"the block of {header.game} has parts with other digests")


def _newer(header: BlockHeader) -> NewerBlock:
    codec = repr(header.codec[:40])
    return NewerBlock(f"a newer release has sealed game {header.game} ({codec}): use that release")


def pack(entries: Iterable[bytes]) -> bytes:
    """Return a record's entries in the form of a block's body, before compression."""
    return msgspec.msgpack.encode(gathered(list(_packed(entries))))


def _record(body: bytes, header: BlockHeader, codec: str) -> list[bytes]:
    """Return all entries of a body. Raises one of _UNREADABLE."""
    items = _items.decode(decompressed(body, codec, _bound(header)))
    packed = islice(spread(items, part_size(len(items))), header.version)
    entries = list(in_slices(_unpacked(packed)))
    if len(items) != header.version or stated_hash(entries[-1]) != header.hash:
        raise ValueError("it does not end with its head")
    return entries


def _sound(body: bytes, header: BlockHeader, codec: str) -> list[bytes]:
    """Return a damaged body's first entries, as far as the digests and the head prove them."""
    items = undamaged(body, codec, _bound(header), header.digests)
    with suppress(*_UNREADABLE):  # only a forged part raises one
        entries = list(in_slices(_unpacked(items)))
        has_head = len(entries) < header.version or stated_hash(entries[-1]) == header.hash
        return entries if has_head else entries[:-1]
    return []


def _bound(header: BlockHeader) -> int:
    """Return the most bytes that a body may unpack to, according to its header."""
    # Anybody may have written a block outside of the store, so it may unpack to any size.
    return max(min(header.raw + _BESIDE * header.version, LARGEST) + _BESIDE, 0)


def _written(header: BlockHeader, body: bytes) -> bytes:
    head = msgspec.msgpack.encode(header)
    return START + len(head).to_bytes(4, "big") + head + body


def _parted(block: bytes) -> tuple[BlockHeader, bytes]:
    """Return a block's header and body."""
    length = int.from_bytes(block[4:8], "big")
    try:
        if block[:4] != START:
            raise BlockDamaged("it is no block")
        return _header.decode(block[8 : 8 + length]), block[8 + length :]
    except (msgspec.DecodeError, ValueError) as error:
        raise BlockDamaged(f"its header cannot be read: {error}") from error


def _packed(entries: Iterable[bytes]) -> Iterator[bytes]:
    before = Before()
    for entry in entries:
        yield bare(entry, before) or _AS_IS + entry
        before = before.then(entry)


def _unpacked(items: Iterable[bytes]) -> Iterator[bytes]:
    before = Before()
    for item in items:
        if item[:1] == _AS_IS:
            entry = present_entry(item[1:])  # the game began before entries were packed
            before = before.then(entry)
        else:
            entry, before = whole(item, before)
        yield entry
