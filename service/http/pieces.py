"""Long answers made piece by piece: between them the process serves its other requests."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from service.breathing import breathing

PIECE_BYTES = 64 * 1024


def array(items: Iterable[Any]) -> msgspec.Raw:
    """Encode a JSON array item by item; ``items`` are best made as they are asked for."""
    return msgspec.Raw(b"[" + b",".join(map(msgspec.json.encode, breathing(items))) + b"]")


def lines(items: Iterable[Any]) -> bytes:
    """Encode items as newline-delimited JSON, one by one."""
    return b"".join(msgspec.json.encode(item) + b"\n" for item in breathing(items))


def pieces(whole: bytes) -> Iterator[bytes]:
    """Yield bytes in pieces, for what would work on all of them at once for too long."""
    starts = range(0, len(whole), PIECE_BYTES)
    return breathing(whole[start : start + PIECE_BYTES] for start in starts)
