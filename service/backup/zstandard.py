"""The compression of blocks, from wherever this Python has it."""

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdError, compress, decompress
else:
    from backports.zstd import ZstdError, compress, decompress

__all__ = ["ZstdError", "compress", "decompress"]
