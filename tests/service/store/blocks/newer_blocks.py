"""Blocks as a newer release would seal them."""

from msgspec.structs import replace

from service.machine.zstandard import zstd
from service.store.blocks import block
from service.store.blocks.block import open_block
from service.store.blocks.dictionary import dictionary_of


def by_a_newer_release(codec: str, whole: bytes) -> bytes:
    """The same block, compressed by a dictionary that this release lacks."""
    known = dictionary_of("zstd:alexandros-1")
    assert known is not None
    content = known.dict_content
    newer = zstd.ZstdDict(content[:4] + (9).to_bytes(4, "little") + content[8:])
    header, _ = block._parted(whole)
    body = zstd.compress(block.pack(open_block(whole)), zstd_dict=newer)
    return block._written(replace(header, codec=codec), body)
