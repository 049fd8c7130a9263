"""Compression of blocks, by the standard library where it has zstd."""

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdError, compress, decompress
else:
    from backports.zstd import ZstdError, compress, decompress

__all__ = ["ZstdError", "compress", "decompress"]
