"""A Merkle tree as in RFC 6962: hashes, proofs of inclusion and of consistency, growth by tiles.

The hashes of the leaves are in tiles of 256, and a tile's root is an entry of the tile above it. So
a tree of any size needs 33 bytes for each leaf, and a proof reads a few tiles.
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache

WIDTH = 256
HASH = 32
_HEIGHT = 8
EMPTY = hashlib.sha256().digest()

Tile = Callable[[int, int], bytes]
"""Returns a tile's hashes so far, given its level and its number, both from 0."""


def leaf_hash(leaf: bytes) -> bytes:
    """Return the hash of a leaf."""
    return hashlib.sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees."""
    return hashlib.sha256(b"\1" + left + right).digest()


def growth(size: int, leaves: list[bytes], tile: Tile) -> Iterator[tuple[int, int, int, bytes]]:
    """Yield the growth of a tree by leaves: tile level, tile number, offset and new bytes.

    ``size`` is the old number of leaves; ``tile`` reads tiles that were begun before.
    """
    level = 0
    while leaves:
        roots = []
        for number, before, part in _parts(level, size, leaves, tile):
            yield level, number, len(before), part
            if len(before) + len(part) == WIDTH * HASH:
                roots.append(_joined(before + part))
        size, leaves, level = size // WIDTH, roots, level + 1


def _parts(
    level: int, size: int, leaves: list[bytes], tile: Tile
) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield the tiles to which hashes are added: number, old bytes and new bytes."""
    while leaves:
        number, filled = divmod(size, WIDTH)
        part, leaves = leaves[: WIDTH - filled], leaves[WIDTH - filled :]
        before = tile(level, number)[: filled * HASH] if filled else b""
        yield number, before, b"".join(part)
        size += len(part)


class Tree:
    """A tree of ``size`` leaves over tiles; each tile is read at most once."""

    def __init__(self, size: int, tile: Tile) -> None:
        self.size = size
        self._tile = cache(tile)

    @property
    def root(self) -> bytes:
        """The tree's hash."""
        return self._range(0, self.size) if self.size else EMPTY

    def inclusion(self, index: int) -> list[bytes]:
        """Return the proof that the leaf at an index is in the tree."""
        return self._path(index, 0, self.size)

    def consistency(self, older: int) -> list[bytes]:
        """Return the proof that the tree extends that of an older size, which is at least 1."""
        return [] if older == self.size else self._subproof(older, 0, self.size, whole=True)

    def leaf(self, index: int) -> bytes:
        """Return the hash of the leaf at an index."""
        return self._perfect(0, index)

    def _path(self, index: int, start: int, end: int) -> list[bytes]:
        if end - start == 1:
            return []
        middle = _split(start, end)
        if index < middle:
            return [*self._path(index, start, middle), self._range(middle, end)]
        return [*self._path(index, middle, end), self._range(start, middle)]

    def _subproof(self, older: int, start: int, end: int, *, whole: bool) -> list[bytes]:
        if older == end:
            return [] if whole else [self._range(start, end)]
        middle = _split(start, end)
        if older <= middle:
            rest = self._subproof(older, start, middle, whole=whole)
            return [*rest, self._range(middle, end)]
        return [
            *self._subproof(older, middle, end, whole=False),
            self._range(start, middle),
        ]

    def _range(self, start: int, end: int) -> bytes:
        """Return the hash of the subtree over a range of leaves."""
        count = end - start
        if count & (count - 1) == 0:
            height = count.bit_length() - 1
            return self._perfect(height, start >> height)
        middle = _split(start, end)
        return node_hash(self._range(start, middle), self._range(middle, end))

    def _perfect(self, height: int, number: int) -> bytes:
        """Return the hash of the ``number``-th subtree of 2^height leaves."""
        level, within = divmod(height, _HEIGHT)
        place, filled = divmod(number << within, WIDTH)
        hashes = self._tile(level, place)[filled * HASH : (filled + (1 << within)) * HASH]
        return _joined(hashes)


def _split(start: int, end: int) -> int:
    """Return a subtree's middle: the left part is the largest power of 2 below its size."""
    return start + (1 << (end - start - 1).bit_length() - 1)


def _joined(hashes: bytes) -> bytes:
    """Return the hash of a subtree from those of its leaves, a power of 2 in number."""
    row = [hashes[at : at + HASH] for at in range(0, len(hashes), HASH)]
    while len(row) > 1:
        row = [node_hash(*row[at : at + 2]) for at in range(0, len(row), 2)]
    return row[0]
