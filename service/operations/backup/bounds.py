"""Bounds of a block's contents: a forged block takes no more memory than a large honest one."""

from itertools import chain

from service.machine.zstandard import zstd
from service.store.blocks.parts import WINDOW_LOG

LARGEST = 34_000_000
"""The most bytes of a block, compressed or not: twice the largest record ever sealed."""
MOST_ELEMENTS = 1_000_000
"""The most values in a block; each value in a list or object counts, too."""
# An event is made from the body of a request, which has 64 kB at most.
LONGEST_ENTRY = 2_000_000
"""The most bytes of an event."""
# A writer closes a block at 2 MB, but older releases wrote a large value as one item. So the bounds
# grow with the file, far above those of honest files, up to the memory that a machine can spare.
_RATIO, _ELEMENTS_PER_BYTE = 100, 2
_LARGEST_EVER, _MOST_ELEMENTS_EVER = 600_000_000, 12_000_000
"""The most bytes and values of a block in any file: a server holds no longer string."""
# With this weight, 2 MB hold at most half a million values: half of MOST_ELEMENTS.
_WEIGHT = 4
"""The least bytes that a writer counts for a value in a block."""

_SIZES = {
    **dict.fromkeys([0xCC, 0xD0], 1),
    **dict.fromkeys([0xCD, 0xD1], 2),
    **dict.fromkeys([0xCA, 0xCE, 0xD2], 4),
    **dict.fromkeys([0xCB, 0xCF, 0xD3], 8),
    **{0xD4 + power: 1 + (1 << power) for power in range(5)},
    **{first: first & 0x1F for first in range(0xA0, 0xC0)},
}
"""The bytes after a value's first byte in MessagePack; 0 for first bytes not listed here."""
_LENGTHS = {
    **{0xC4 + power: (1 << power, 0) for power in range(3)},
    **{0xC7 + power: (1 << power, 1) for power in range(3)},
    **{0xD9 + power: (1 << power, 0) for power in range(3)},
}
"""For bytes, extensions and texts: the bytes of their length, and the bytes of their type."""
_WIDTHS = {0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
"""For long lists and objects: the bytes of their count."""
_OBJECTS = frozenset(chain(range(0x80, 0x90), (0xDE, 0xDF)))


class Unbounded(ValueError):
    """A block holds more than any release writes."""


class MemoryBudget:
    """The bytes and values that a reader may hold in memory for a file of this size."""

    def __init__(self, size: int) -> None:
        self.largest = min(LARGEST + 10 * size, _LARGEST_EVER)
        self.most = min(MOST_ELEMENTS + _ELEMENTS_PER_BYTE * size, _MOST_ELEMENTS_EVER)
        self._bytes = LARGEST + _RATIO * size
        self._elements = MOST_ELEMENTS + _ELEMENTS_PER_BYTE * size

    def spend(self, plain: bytes, elements: int) -> None:
        """Count a block. Raises Unbounded once there are too many bytes or values."""
        self._bytes -= len(plain)
        self._elements -= elements
        if self._bytes < 0 or self._elements < 0:
            raise Unbounded("and those before it hold more than a file of this size can")


def weight_of(encoded: bytes, elements: int = 0) -> int:
    """Return the bytes that an item counts for in a block; counts its ``elements`` if 0."""
    return max(len(encoded), _WEIGHT * (elements or elements_in(encoded)))


def decompressed(payload: bytes, largest: int = LARGEST) -> bytes:
    """Return a block's contents. Raises Unbounded if they are too large, ZstdError."""
    options: dict[int, int] = {zstd.DecompressionParameter.window_log_max: WINDOW_LOG}
    decompressor = zstd.ZstdDecompressor(None, options)
    # The bound is not the size that the frame states, as a forger may choose that.
    plain = decompressor.decompress(payload, largest)
    if not decompressor.eof and not decompressor.needs_input:
        raise Unbounded(f"holds more than {largest:,} bytes")
    if not decompressor.eof or decompressor.unused_data:
        raise zstd.ZstdError("it is cut off, or has more behind its end")
    return plain


def elements_in(plain: bytes, flat: int = 0, most: int = MOST_ELEMENTS) -> int:
    """Count the values in MessagePack.

    If ``flat`` is given, each item of the list counts as so many values; otherwise every value is
    counted. Raises Unbounded, or IndexError if the bytes are cut off.
    """
    if flat:
        return _bounded(flat * _listed(plain), most)
    # Values are counted before they are decoded: a few bytes can become objects that fill memory.
    at, left, count = 0, 1, 0
    while left:
        first = plain[at]
        at += 1
        width, more = _LENGTHS.get(first, (0, 0))
        if width:
            at += width + more + int.from_bytes(plain[at : at + width], "big")
        elif inner := _WIDTHS.get(first, 0):
            left += _values(first, int.from_bytes(plain[at : at + inner], "big"))
            at += inner
        elif 0x80 <= first < 0xA0:
            left += _values(first, first & 0x0F)
        else:
            at += _SIZES.get(first, 0)
        left, count = left - 1, count + 1
        _bounded(count + left, most)
    return count


def _bounded(count: int, most: int) -> int:
    if count > most:
        raise Unbounded(f"holds more than {most:,} values")
    return count


def _listed(plain: bytes) -> int:
    """Return the number of items in a list."""
    first = plain[0]
    width = _WIDTHS.get(first, 0)
    return int.from_bytes(plain[1 : 1 + width], "big") if width else first & 0x0F


def _values(first: int, count: int) -> int:
    return 2 * count if first in _OBJECTS else count
