"""Counting sealed games, and the bytes that sealing has saved."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from service.machine.slices import chunks
from service.redis.error_translation import translated_errors
from service.redis.shards import game_of_stream
from service.store.blocks.block import BlockDamaged, header_of

PAGE = 1_000
BLOCKS = 200
"""The number of blocks whose first bytes are read in one round trip."""
# Most headers are shorter; a longer one costs a second read.
FIRST = 512
"""Bytes of a block that are read at first."""


@dataclass(frozen=True, slots=True)
class Count:
    """Numbers of sealed games, of those outside, of events, and of bytes before and after."""

    games: int = 0
    outside: int = 0
    damaged: int = 0
    events: int = 0
    raw: int = 0
    left: int = 0


def count(client: Any, progress: Callable[[int], object]) -> Count:
    """Count the sealed games of a store; ``progress`` is called with numbers of games.

    Raises StoreUnavailable.
    """
    total = Count()
    with translated_errors():
        for keys in chunks(_keys(client), BLOCKS):
            for length, first in _read(client, keys):
                total = _added(total, length, first)
            progress(len(keys))
    return total


def _keys(client: Any) -> Iterator[bytes]:
    keys = client.scan_iter(match="{s*}:*:ev", count=PAGE, _type="string")
    return (key for key in keys if game_of_stream(key))


def _read(client: Any, keys: list[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the length and the first bytes of each block."""
    pipeline = client.pipeline(transaction=False)
    for key in keys:
        pipeline.strlen(key)
        pipeline.getrange(key, 0, FIRST - 1)
    replies = chunks(pipeline.execute(), 2)
    for key, (length, first) in zip(keys, replies, strict=True):
        end = 8 + int.from_bytes(first[4:8], "big")
        yield length, first if end <= FIRST else client.getrange(key, 0, end - 1)


def _added(total: Count, length: int, first: bytes) -> Count:
    counted = replace(total, games=total.games + 1, left=total.left + length)
    try:
        header = header_of(first)
    except BlockDamaged:
        return replace(counted, damaged=total.damaged + 1)
    return replace(
        counted,
        outside=total.outside + bool(header.outside),
        events=total.events + header.version,
        raw=total.raw + header.raw,
    )
