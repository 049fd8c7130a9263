"""The body of a block: packed entries, compressed in parts that each have a digest.

All parts are in one zstd frame, a block of it for each or more. So damage to a part leaves those
before it, and their digests prove them; the hashes of entries do not, as opening makes them anew.

The gaps of a part's entries (see ``domain.record.bare_entries``) are before the first of these:
side by side they leave a body 8 % smaller than among words. A part of an older release begins with
an entry.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import accumulate, islice, pairwise, zip_longest

import msgspec

from service.machine.slices import in_slices
from service.machine.zstandard import zstd
from service.store.blocks.dictionary import dictionary_of

LEVEL = 15
"""Compresses 5 % better than level 9 for 4 ms a game of 200 events; 19 takes 15 ms for 1 %."""
PART, MOST_PARTS = 64, 8
"""Entries of a part at least, and parts of a body at most: each takes some 35 bytes of its own.

They make blocks 4 % longer. On average a flipped byte leaves a quarter of a game of 200 events, and
a third of a long one.
"""
DIGEST = 8
"""Bytes of a digest: enough to find damage."""
PIECE = 64
"""Bytes of a damaged body decompressed at once: a piece that fails yields nothing."""
WINDOW_LOG = 24
"""A frame that needs a window of more than 16 MB is not one of ours."""
_ENTRY = (b"[", b"\0", b"")
"""The first bytes of entries without a gap: of older releases, kept as they are, or damaged."""
_END = b";"
"""Behind the gaps of a part."""
_LENGTHS = {b"\xc4": 1, b"\xc5": 2, b"\xc6": 4}
"""By the first byte of bytes in MessagePack, the number of those that give their length."""
_COUNTS = {b"\xdc": 2, b"\xdd": 4}
"""The same of a list; that of a short one is in the first byte."""


def gathered(entries: Sequence[bytes]) -> list[bytes]:
    """Return packed entries as a body holds them: their gaps before the first of each part."""
    parts = _parts(entries, part_size(len(entries)))
    return [item for part in parts for item in _with_gaps_first(part)]


def _with_gaps_first(part: list[bytes]) -> Iterator[bytes]:
    pairs = [_gap_and_rest(entry) for entry in part]
    gaps = b",".join(gap for gap, _ in pairs)
    yield gaps + _END + pairs[0][1]
    yield from (rest for _, rest in pairs[1:])


def _gap_and_rest(entry: bytes) -> tuple[bytes, bytes]:
    """Return the gap of an entry and the rest; one that is kept as it is has none."""
    if entry[:1] in _ENTRY:
        return b"", entry
    gap, _, rest = entry.partition(b",")
    return gap, rest


def spread(items: Iterable[bytes], size: int) -> Iterator[bytes]:
    """Yield the packed entries of a body with parts of this size."""
    for part in _parts(items, size):
        yield from _with_own_gaps(part)


def _with_own_gaps(part: list[bytes]) -> list[bytes]:
    if part[0][:1] in _ENTRY:
        return part
    gaps, _, first = part[0].partition(_END)
    each = gaps.split(b",", len(part) - 1)
    pairs = zip_longest(each, [first, *part[1:]], fillvalue=b"")
    return [gap + b"," + rest if gap else rest for gap, rest in pairs]


def compressed(items: Sequence[bytes], codec: str) -> bytes:
    """Return the body of gathered entries: a list in MessagePack, compressed."""
    plain = msgspec.msgpack.encode(items)
    lengths = [len(msgspec.msgpack.encode(item)) for item in items]
    ends = list(accumulate(lengths, initial=len(plain) - sum(lengths)))
    dictionary = dictionary_of(codec)
    compressor = zstd.ZstdCompressor(LEVEL, zstd_dict=dictionary and dictionary.as_digested_dict)
    compressor.set_pledged_input_size(len(plain))
    size = part_size(len(items))
    starts = [0, *ends[size:-1:size]]
    blocks = [
        compressor.compress(plain[start:end], zstd.ZstdCompressor.FLUSH_BLOCK)
        for start, end in pairwise(starts)
    ]
    blocks.append(compressor.compress(plain[starts[-1] :], zstd.ZstdCompressor.FLUSH_FRAME))
    return b"".join(blocks)


def part_size(count: int) -> int:
    """Return the number of entries in each part of so many."""
    return max(PART, -(-count // MOST_PARTS))


def digests_of(items: Sequence[bytes]) -> bytes:
    """Return the digests of all parts of gathered entries, one behind the other."""
    return b"".join(map(_digest, _parts(items, part_size(len(items)))))


def decompressed(body: bytes, codec: str, bound: int) -> bytes:
    """Return the list that a body holds, if that has no more bytes. Raises ZstdError."""
    decompressor = _decompressor(codec)
    plain = decompressor.decompress(body, bound)
    if not decompressor.eof or decompressor.unused_data:
        raise zstd.ZstdError("it is cut off, or longer than its header says")
    return plain


def undamaged(body: bytes, codec: str, bound: int, digests: bytes) -> list[bytes]:
    """Return the packed entries of a damaged body before the first part with another digest."""
    items: list[bytes] = []
    plain = b"".join(_readable(body, codec, bound))
    start = 1 + _COUNTS.get(plain[:1], 0)
    size = part_size(int.from_bytes(plain[1:start], "big"))
    for number, part in enumerate(in_slices(_parts(_items(plain, start), size))):
        if _digest(part) != digests[number * DIGEST : (number + 1) * DIGEST]:
            break
        items += _with_own_gaps(part)
    return items


def _parts(items: Iterable[bytes], size: int) -> Iterator[list[bytes]]:
    each = iter(items)
    while part := list(islice(each, size)):
        yield part


def _digest(part: Iterable[bytes]) -> bytes:
    digest = blake2b(digest_size=DIGEST)
    for item in part:
        digest.update(len(item).to_bytes(4, "big") + item)
    return digest.digest()


def _readable(body: bytes, codec: str, bound: int) -> Iterator[bytes]:
    """Yield the pieces that zstd gives of a damaged body, up to a number of bytes."""
    decompressor = _decompressor(codec)
    with suppress(zstd.ZstdError, EOFError):
        for start in in_slices(range(0, len(body), PIECE)):
            plain = decompressor.decompress(body[start : start + PIECE], bound)
            yield plain
            bound -= len(plain)
            if bound <= 0:
                return


def _items(plain: bytes, at: int) -> Iterator[bytes]:
    """Yield the items of a list that may be cut off or damaged; the last may be cut off, too."""
    while width := _LENGTHS.get(plain[at : at + 1]):
        start = at + 1 + width
        at = start + int.from_bytes(plain[at + 1 : start], "big")
        yield plain[start:at]


def _decompressor(codec: str) -> zstd.ZstdDecompressor:
    options: dict[int, int] = {zstd.DecompressionParameter.window_log_max: WINDOW_LOG}
    return zstd.ZstdDecompressor(dictionary_of(codec), options)
