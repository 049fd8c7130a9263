"""Compression of blocks, by the standard library where it has zstd."""

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import (
        DecompressionParameter,
        ZstdDecompressor,
        ZstdDict,
        ZstdError,
        compress,
        decompress,
        train_dict,
    )
else:
    from backports.zstd import (
        DecompressionParameter,
        ZstdDecompressor,
        ZstdDict,
        ZstdError,
        compress,
        decompress,
        train_dict,
    )

__all__ = [
    "DecompressionParameter",
    "ZstdDecompressor",
    "ZstdDict",
    "ZstdError",
    "compress",
    "decompress",
    "train_dict",
]
