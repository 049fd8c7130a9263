"""Long answers made piece by piece, so that the process serves other requests in between."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from service.machine.slices import in_slices

PIECE_BYTES = 64 * 1024


def array(items: Iterable[Any]) -> msgspec.Raw:
    """Encode a JSON array item by item; best with a generator, which makes the items in between."""
    return msgspec.Raw(b"[" + b",".join(map(msgspec.json.encode, in_slices(items))) + b"]")


def lines(items: Iterable[Any]) -> bytes:
    """Encode items as newline-delimited JSON, one by one."""
    return b"".join(msgspec.json.encode(item) + b"\n" for item in in_slices(items))


def pieces(content: bytes) -> Iterator[bytes]:
    """Yield bytes in pieces, for consumers that would take too long over all of them at once."""
    starts = range(0, len(content), PIECE_BYTES)
    return in_slices(content[start : start + PIECE_BYTES] for start in starts)
