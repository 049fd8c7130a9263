"""The form of a sealed game: its whole record in one compressed block::

    start    4 bytes, then the length of the header (4 bytes) and the header, MessagePack
    body     the entries, compressed by zstd with the dictionary that the header's codec names;
             empty where the block lies outside of the store

Entries are kept bare (see ``domain.record.bare``) where that gives back the same bytes. So opening
a block recomputes each hash, and the last must be the header's.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.record.bare import Before, bare, whole
from domain.record.record import LINK, stated_hash
from service.archive.dictionary import CODECS, PLAIN, codec_for, dictionary_of
from service.backup.zstandard import zstd
from service.game.slices import in_slices
from service.store.contract import StoreUnavailable

START = b"ANS\x01"
FORMAT = 1
LEVEL = 15
"""Compresses 5 % better than level 9 for 4 ms a game of 200 events; 19 takes 15 ms for 1 %."""
MOST_EVENTS = 20_000
"""Events of the longest record in a block: a header that tells of more is damaged."""
LARGEST = 17_000_000
"""Bytes of the largest block, and of the largest record in one: ``sealing`` makes none larger."""
WINDOW_LOG = 24
"""Frames that would have zstd hold a window of more than 16 MB are none of ours."""
_BESIDE = 6
"""Bytes that packing adds to an entry at most: its length, and the mark that it is as it was."""
_AS_IS = b"\0"
"""Before an entry that is kept as it is; a bare one begins with ``[``."""

Pairs = list[tuple[bytes, bytes]]


class BlockDamaged(Exception):
    """A block does not give the record that was sealed."""


class NewerBlock(StoreUnavailable):
    """A newer release has sealed a game: this one cannot read it, nor tell if it is sound."""


class Header(Struct, frozen=True, omit_defaults=True):
    """A sealed game's head, and the bytes of its entries before and after they were packed.

    ``kept`` are command ids and their answers; ``outside`` names the object that holds the block
    if this is a stub. ``codec`` tells how the body is compressed.
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


_header = msgspec.msgpack.Decoder(Header)
_items = msgspec.msgpack.Decoder(list[bytes])


def sealed(game_id: str, entries: Sequence[bytes], kept: Pairs) -> bytes:
    """Return the block of a record. Raises ValueError if its last entry states no hash."""
    head = stated_hash(entries[-1])
    if len(head) != LINK:
        raise ValueError("the last entry states no hash")
    codec = codec_for(entries[0])
    body = _compressed(pack(entries), codec)
    raw = sum(map(len, entries))
    return _written(Header(game_id, len(entries), head, raw, len(body), kept, codec=codec), body)


def header_of(block: bytes) -> Header:
    """Return a block's header. Raises BlockDamaged."""
    return _parted(block)[0]


def stub_of(block: bytes, name: str) -> bytes:
    """Return the stub that the store keeps of a block outside of it, of the object ``name``."""
    return _written(replace(header_of(block), outside=name), b"")


def opened(block: bytes) -> list[bytes]:
    """Return the entries of a block, each as it was sealed. Raises BlockDamaged, NewerBlock."""
    header, body = _parted(block)
    if header.format > FORMAT or header.codec not in CODECS:
        raise NewerBlock(f"a newer release has sealed game {header.game} ({header.codec[:40]!r})")
    try:
        items = _items.decode(_decompressed(body, header))
        entries = list(in_slices(_unpacked(items[: header.version])))
        is_whole = len(items) == header.version and stated_hash(entries[-1]) == header.hash
    except (zstd.ZstdError, msgspec.DecodeError, RecordBroken, LookupError, TypeError) as error:
        raise BlockDamaged(f"the block of {header.game} cannot be read: {error}") from error
    except ValueError as error:
        raise BlockDamaged(f"the block of {header.game} holds another record") from error
    if not is_whole:
        raise BlockDamaged(f"the block of {header.game} does not end with its head")
    return entries


def pack(entries: Iterable[bytes]) -> bytes:
    """Return the entries of a record as a block holds them, before they are compressed."""
    return msgspec.msgpack.encode(list(_packed(entries)))


def _compressed(plain: bytes, codec: str) -> bytes:
    dictionary = dictionary_of(codec)
    return zstd.compress(plain, LEVEL, zstd_dict=dictionary and dictionary.as_digested_dict)


def _decompressed(body: bytes, header: Header) -> bytes:
    """Return what a body holds, if that is no more than its header says. Raises ZstdError."""
    bound = min(header.raw + _BESIDE * header.version, LARGEST) + _BESIDE
    options: dict[int, int] = {zstd.DecompressionParameter.window_log_max: WINDOW_LOG}
    decompressor = zstd.ZstdDecompressor(dictionary_of(header.codec), options)
    plain = decompressor.decompress(body, max(bound, 0))
    if not decompressor.eof or decompressor.unused_data:
        raise zstd.ZstdError("it is cut off, or longer than its header says")
    return plain


def _written(header: Header, body: bytes) -> bytes:
    head = msgspec.msgpack.encode(header)
    return START + len(head).to_bytes(4, "big") + head + body


def _parted(block: bytes) -> tuple[Header, bytes]:
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
            entry, before = item[1:], before.then(item[1:])
        else:
            entry, before = whole(item, before)
        yield entry
